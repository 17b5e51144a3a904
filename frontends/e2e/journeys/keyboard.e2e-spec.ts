import { Page } from 'playwright-core';
import { expectVisibleFocus, focused, tabTo } from '../harness/keyboard';
import { seen, signIn, toast, VISITOR } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const press = (page: Page, key: string): Promise<void> => page.keyboard.press(key);
const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);

/** The focus is, or comes to be, on what has this name. */
async function focusComesTo(page: Page, name: string | RegExp): Promise<void> {
  const fits = (now: string): boolean => (typeof name === 'string' ? now === name : name.test(now));
  const until = Date.now() + 10_000;
  while (!fits(await focused(page)) && Date.now() < until) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await focused(page)).toMatch(name);
}

describe('by keyboard alone', () => {
  it('a visitor books', async () => {
    await visit(async (page) => {
      await page.goto('/demo');
      await page.getByRole('heading', { level: 1 }).waitFor();
      await tabTo(page, 'Skip to content');
      await press(page, 'Enter');
      expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
      await tabTo(page, 'Book Now First conversation');
      await press(page, 'Enter');
      await focusComesTo(page, 'First conversation');

      await tabTo(page, /^\w+day \d+ \w+ \d{4}$/);
      const first = await focused(page);
      await press(page, 'ArrowRight');
      await focusComesTo(page, /^Tuesday /);
      await expectVisibleFocus(page);
      await press(page, 'ArrowLeft');
      await focusComesTo(page, first);
      await press(page, 'Enter');
      await tabTo(page, /^\d\d:\d\d/);
      const earliest = await focused(page);
      await press(page, 'ArrowRight');
      expect(await focused(page)).not.toBe(earliest);
      await expectVisibleFocus(page);
      await press(page, 'Enter');

      await tabTo(page, 'Full name');
      await press(page, 'Enter');
      await toast(page, 'Please enter your name');
      await focusComesTo(page, 'Full name');
      await type(page, VISITOR.name);
      await press(page, 'Tab');
      await type(page, 'keys@visitor.example');
      await tabTo(page, 'Confirm Booking');
      await press(page, 'Enter');
      await focusComesTo(page, 'Booking Confirmed!');
      await tabTo(page, 'Book Another Session');
    });
  });

  it('a visitor opens and leaves the sheet on a phone', async () => {
    await visit(
      async (page) => {
        await page.goto('/demo');
        await tabTo(page, 'Book Now Individual session');
        await press(page, 'Enter');
        await focusComesTo(page, 'Individual session');
        await tabTo(page, 'Close');
        await press(page, 'Escape');
        await focusComesTo(page, 'Book Now Individual session');
      },
      { width: 320 },
    );
  });

  it('a therapist signs in, makes a profile and a service', async () => {
    await visit(async (page) => {
      await page.goto('/');
      await tabTo(page, 'For Therapists');
      await press(page, 'Enter');
      await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
      await tabTo(page, /^New therapist/);
      await press(page, 'Enter');
      await page.getByRole('link', { name: 'Set Up Profile' }).waitFor();
      await tabTo(page, 'Set Up Profile');
      await press(page, 'Enter');
      await focusComesTo(page, 'Therapist Profile');

      await tabTo(page, 'Display name');
      await press(page, 'ControlOrMeta+a');
      await press(page, 'Delete');
      await press(page, 'Enter');
      await toast(page, 'Display name is required');
      await focusComesTo(page, 'Display name');
      await type(page, 'Kim Keys');
      await tabTo(page, 'Languages');
      await type(page, 'Danish');
      await press(page, 'Enter');
      await seen(page, 'Danish');
      await tabTo(page, 'Save Profile');
      await press(page, 'Enter');
      await toast(page, 'Profile created successfully');

      await page.getByRole('button', { name: 'Add New Service' }).waitFor();
      await tabTo(page, 'Add New Service');
      await press(page, 'Enter');
      await focusComesTo(page, 'Service name');
      await type(page, 'Walk and talk');
      await press(page, 'Enter');
      await toast(page, 'Service created successfully');
      await page.getByRole('heading', { name: 'Walk and talk' }).waitFor();
      await focusComesTo(page, 'Add New Service');
    });
  });

  it('windows hold the focus and give it back', async () => {
    await visit(async (page) => {
      await page.goto('/');
      await tabTo(page, 'View Demo');
      await press(page, 'Enter');
      const demo = page.getByRole('dialog', { name: 'Interactive demo' });
      await demo.waitFor();
      for (let presses = 0; presses < 5; presses += 1) {
        await press(page, 'Tab');
        expect(await demo.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
      }
      await press(page, 'Escape');
      await demo.waitFor({ state: 'hidden' });
      await focusComesTo(page, 'View Demo');

      await signIn(page, 'Demo therapist');
      await tabTo(page, /^Overview/);
      await press(page, 'ArrowDown');
      await focusComesTo(page, /^Bookings/);
      await page.getByRole('button', { name: /^Cancel: / }).first().waitFor();
      await tabTo(page, /^Cancel: /);
      const cancel = await focused(page);
      await press(page, 'Enter');
      const question = page.getByRole('alertdialog', { name: 'Cancel this appointment? The client will be told.' });
      await question.waitFor();
      await focusComesTo(page, 'Keep it');
      await expectVisibleFocus(page);
      await press(page, 'Escape');
      await question.waitFor({ state: 'hidden' });
      await focusComesTo(page, cancel);
    });
  });
});
