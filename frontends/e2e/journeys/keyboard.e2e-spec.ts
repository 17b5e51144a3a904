import { Page } from 'playwright-core';
import { mailedCode } from '../harness/codes';
import { expectVisibleFocus, focused, press, tabTo } from '../harness/keyboard';
import { seen, signIn, toast, VISITOR } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;
const DAY = /^\w+day \d+ \w+ \d{4}$/;

const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);

/** The focus is, or comes to be, on what has this name. */
async function focusComesTo(page: Page, name: string | RegExp): Promise<void> {
  const fits = (now: string): boolean => (typeof name === 'string' ? now === name : name.test(now));
  const until = Date.now() + 10_000;
  while (!fits(await focused(page)) && Date.now() < until) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await focused(page)).toMatch(name);
}

/** The name of the next day that can be chosen after this one: the arrows step over closed days. */
async function nextOpenDay(page: Page, label: string): Promise<string> {
  const open = await page.getByRole('button', { name: DAY }).evaluateAll((days) => days.map((day) => day.getAttribute('aria-label') ?? day.textContent));
  const next = open[open.indexOf(label) + 1];
  if (!next) throw new Error(`No open day after ${label}.`);
  return next;
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

      // Of the month that begins: the one that ends may have a single open day left.
      await tabTo(page, /next month/i);
      await press(page, 'Enter');
      await tabTo(page, DAY);
      const first = await focused(page);
      const next = await nextOpenDay(page, first);
      await press(page, 'ArrowRight');
      await focusComesTo(page, next);
      await expectVisibleFocus(page);
      await press(page, 'ArrowLeft');
      await focusComesTo(page, first);
      const month = /\w+ \d{4}$/.exec(first)?.[0] ?? '';
      await press(page, 'PageDown');
      await focusComesTo(page, new RegExp(`^\\w+day \\d+ (?!${month})`));
      await page.getByRole('grid', { name: month }).waitFor({ state: 'detached' });
      await press(page, 'PageUp');
      await focusComesTo(page, new RegExp(`^\\w+day \\d+ ${month}$`));
      await expectVisibleFocus(page);
      await press(page, 'Enter');
      await tabTo(page, /^\d\d:\d\d/);
      const earliest = await focused(page);
      await press(page, 'ArrowRight');
      expect(await focused(page)).not.toBe(earliest);
      await expectVisibleFocus(page);
      await press(page, 'Enter');

      // What was pressed is folded into one line; the next step has the focus.
      await focusComesTo(page, 'Full name');
      await press(page, 'Shift+Tab');
      await focusComesTo(page, 'Change day or time');
      await press(page, 'Enter');
      await focusComesTo(page, 'Choose a day');
      await tabTo(page, /^\d\d:\d\d/);
      await press(page, 'Enter');
      await focusComesTo(page, 'Full name');
      await press(page, 'Enter');
      await toast(page, 'Please enter your name');
      await focusComesTo(page, 'Full name');
      await type(page, VISITOR.name);
      await press(page, 'Tab');
      await type(page, 'keys@visitor.example');
      await tabTo(page, 'Confirm Booking');
      await press(page, 'Enter');
      await focusComesTo(page, 'Booking Confirmed!');
      for (const way of ['Add to calendar', 'Move or cancel', 'Print', 'Book Another Session']) await tabTo(page, way);
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
      // To another document, which begins at its start.
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Choose an account' }).waitFor();
      await tabTo(page, /^New therapist/);
      await page.keyboard.press('Enter');
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

  it('a therapist looks after the day without losing the focus', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await tabTo(page, /^Overview/);
      await press(page, 'ArrowDown');
      await focusComesTo(page, /^Bookings/);
      await page.getByRole('button', { name: /^Complete: / }).first().waitFor();

      // A session to come is asked about; its row keeps the focus, and Undo is next.
      await tabTo(page, /^Complete: /);
      const whom = (await focused(page)).replace('Complete: ', '');
      await press(page, 'Enter');
      await focusComesTo(page, 'Not yet');
      await press(page, 'Tab');
      await focusComesTo(page, 'Complete appointment');
      await press(page, 'Enter');
      await toast(page, 'Appointment marked as completed');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await focusComesTo(page, new RegExp(whom.split(',')[0] ?? ''));
      await expectVisibleFocus(page);
      await tabTo(page, `Undo completing: ${whom}`);
      await press(page, 'Enter');
      await toast(page, 'Appointment is confirmed again');
      await tabTo(page, `Complete: ${whom}`);

      await page.goto('/dashboard?tab=services');
      await page.getByRole('button', { name: 'Add Service' }).waitFor();
      await tabTo(page, 'Add Service');
      await press(page, 'Enter');
      await focusComesTo(page, 'Service name');
      await type(page, 'Half typed');
      await press(page, 'Escape');
      await focusComesTo(page, 'Keep Writing');
      await press(page, 'Enter');
      await focusComesTo(page, 'Service name');
      await press(page, 'Escape');
      await focusComesTo(page, 'Keep Writing');
      await press(page, 'Shift+Tab');
      await press(page, 'Shift+Tab');
      await focusComesTo(page, 'Discard');
      await press(page, 'Enter');
      await focusComesTo(page, 'Add Service');

      await page.goto('/dashboard?tab=hours');
      await page.getByLabel('Monday: first start').waitFor();
      await tabTo(page, 'Save working hours');
      await press(page, 'Enter');
      await toast(page, 'Working hours saved');
      await focusComesTo(page, 'Save working hours');
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

  it('a client signs in, looks at everything, leaves a change alone and cancels an appointment', async () => {
    await visit(async (page) => {
      const email = 'nadia.oeztuerk@clients.example';
      await page.goto('/client/login');
      await page.getByRole('button', { name: 'Login' }).waitFor();
      await tabTo(page, 'Email');
      await type(page, email);
      await press(page, 'Enter');
      await focusComesTo(page, 'Code from the email');
      await type(page, await mailedCode(product.stack, email));
      await press(page, 'Enter');
      await page.getByRole('tab', { name: 'Overview' }).waitFor();
      await focusComesTo(page, /./);

      await tabTo(page, 'Overview');
      for (const name of ['Appointments', 'Session Notes', 'Care Plans']) {
        await press(page, 'ArrowRight');
        await press(page, 'Enter');
        await focusComesTo(page, name);
        await expectVisibleFocus(page);
      }
      for (const name of ['Session Notes', 'Appointments']) {
        await press(page, 'ArrowLeft');
        await focusComesTo(page, name);
      }
      await press(page, 'Enter');
      await page.getByRole('button', { name: /^Move appointment: / }).first().waitFor();
      await tabTo(page, /^Move appointment: /);
      const move = await focused(page);
      await press(page, 'Enter');
      const dialog = page.getByRole('dialog', { name: 'Choose another time' });
      await dialog.waitFor();
      await focusComesTo(page, /./);
      expect(await dialog.evaluate((window) => window.contains(document.activeElement))).toBe(true);
      await tabTo(page, 'Keep the current time');
      await press(page, 'Enter');
      await dialog.waitFor({ state: 'hidden' });
      await focusComesTo(page, move);

      await tabTo(page, /^Cancel appointment: /);
      await press(page, 'Enter');
      await page.getByRole('alertdialog', { name: 'Cancel this appointment?' }).waitFor();
      await focusComesTo(page, 'Keep appointment');
      await tabTo(page, 'Cancel appointment');
      await press(page, 'Enter');
      await toast(page, 'Your appointment was cancelled.');
      await page.getByRole('alertdialog').waitFor({ state: 'hidden' });
      await focusComesTo(page, /./);
      await tabTo(page, 'Logout');
      await press(page, 'Enter');
      await page.waitForURL((url) => url.pathname === '/');
    });
  });

  it('an administrator signs in, finds a therapist, leaves them active, reads the log and signs out', async () => {
    await visit(async (page) => {
      await page.goto('/admin/login');
      await page.getByRole('button', { name: 'Fill in' }).waitFor();
      await tabTo(page, 'Fill in');
      await press(page, 'Enter');
      await tabTo(page, 'Sign In');
      await press(page, 'Enter');
      await page.getByRole('tab', { name: 'Overview' }).waitFor();
      await focusComesTo(page, /./);

      await tabTo(page, 'Overview');
      await press(page, 'ArrowRight');
      await press(page, 'Enter');
      await focusComesTo(page, 'Therapists');
      await page.getByRole('button', { name: /^Deactivate/ }).first().waitFor();
      await tabTo(page, /^Search|^Name, slug/);
      await type(page, 'amelie');
      await page.getByRole('button', { name: 'Deactivate: Kim Keys' }).waitFor({ state: 'hidden' });
      await tabTo(page, /^Deactivate/);
      const deactivate = await focused(page);
      await press(page, 'Enter');
      const question = page.getByRole('alertdialog');
      await question.waitFor();
      await focusComesTo(page, /Cancel|Keep/);
      await expectVisibleFocus(page);
      await press(page, 'Escape');
      await question.waitFor({ state: 'hidden' });
      await focusComesTo(page, deactivate);

      await page.goto('/admin/dashboard?tab=activity');
      await page.getByRole('button', { name: 'Refresh' }).waitFor();
      await tabTo(page, /^Any action/);
      await tabTo(page, /^Dr\. Amélie|^Dr\. |^Robin/);
      await press(page, 'Enter');
      await page.waitForURL(/tab=therapists/);
      await focusComesTo(page, /./);
      await tabTo(page, 'Logout');
      await press(page, 'Enter');
      await page.waitForURL('**/admin/login');
      await focusComesTo(page, 'Administrator Login');
    });
  });
});
