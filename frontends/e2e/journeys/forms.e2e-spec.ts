import { BrowserContext, Page } from 'playwright-core';
import { picture } from '../harness/browser';
import { mailedCode, signInAdministrator } from '../harness/codes';
import { expectDetails, fillDetails, pickFirstTime, seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CHANGED = /^This was changed somewhere else meanwhile\./;
const CLIENT = 'nadia.oeztuerk@clients.example';

/** A page with unsaved changes asks before it reloads; the person insists. */
function insists(page: Page): void {
  page.on('dialog', (dialog) => void dialog.accept());
}

async function secondTab(context: BrowserContext, path: string, work: (page: Page) => Promise<void>): Promise<void> {
  const tab = await context.newPage();
  await tab.goto(path);
  await work(tab);
  await tab.close();
}

/** The field that was refused and has the focus. */
const refused = (page: Page, field: string): Promise<void> => page.locator(`[data-field="${field}"][aria-invalid=true]:focus`).waitFor();

const typedInto = (page: Page, label: string | RegExp): Promise<string> => page.getByLabel(label).inputValue();

/** What a page keeps in its tab. */
const keptIn = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

describe('a half-typed form survives a refusal, a reload and a second tab', () => {
  it('profile and service', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await page.goto('/profile');
      await page.getByLabel(/^Bio/).fill('Half a sentence');
      await page.getByLabel(/Custom link/).fill('pricing');
      await page.getByRole('button', { name: 'Save Profile' }).dblclick();
      await toast(page, 'Failed to save profile');
      await refused(page, 'custom_slug');
      await page.getByRole('button', { name: 'Add New Service' }).click();
      await page.getByLabel('Service name').fill('Evening talk');
      await page.getByRole('form', { name: 'Add New Service' }).getByLabel('Free').click();
      await page.getByLabel(/^Price/).fill('1000000');
      await page.getByRole('button', { name: 'Create Service' }).click();
      await toast(page, 'Failed to create service');
      await refused(page, 'price');
      const expectAllTyped = async (): Promise<void> => {
        expect(await typedInto(page, /^Bio/)).toBe('Half a sentence');
        expect(await typedInto(page, /Custom link/)).toBe('pricing');
        expect(await typedInto(page, 'Service name')).toBe('Evening talk');
        expect(await typedInto(page, /^Price/)).toBe('1000000');
      };
      await expectAllTyped();

      await page.reload();
      await page.getByRole('button', { name: 'Add New Service' }).click();
      await expectAllTyped();

      await secondTab(context, '/profile', async (tab) => {
        expect(await typedInto(tab, /^Bio/)).not.toBe('Half a sentence');
        await tab.getByRole('button', { name: 'Add New Service' }).click();
        expect(await typedInto(tab, 'Service name')).toBe('');
        await tab.getByLabel(/^Credentials/).fill('PhD, MSc');
        await tab.getByRole('button', { name: 'Save Profile' }).click();
        await toast(tab, 'Profile updated successfully');
      });
      await page.getByRole('alert').getByText('Your profile was saved somewhere else meanwhile').waitFor();
      await page.getByRole('region', { name: 'The saved one' }).getByText('PhD, MSc').waitFor();
      await page.getByRole('region', { name: 'Yours' }).getByText('Half a sentence').waitFor();
      await expectAllTyped();
      await picture(page, 'changed-elsewhere');

      await page.getByLabel(/Custom link/).fill('demo');
      await page.getByLabel(/^Credentials/).fill('PhD, MSc');
      await page.getByRole('button', { name: 'Save mine' }).click();
      await toast(page, 'Profile updated successfully');
      await page.getByRole('region', { name: 'The saved one' }).waitFor({ state: 'detached' });

      // Who is told that it is lost, and leaves, finds nothing when they come back.
      await page.getByRole('link', { name: '← Back to dashboard' }).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.waitForURL('**/dashboard');
      expect(await keptIn(page)).not.toContain('Evening talk');
    });
  });

  it('working hours', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await page.getByRole('tab', { name: 'Working Hours' }).click();
      await page.getByLabel('Monday: first start').fill('23:00');
      await page.getByRole('button', { name: 'Save working hours' }).click();
      await toast(page, 'Some working hours need another look before they can be saved.');
      await refused(page, 'weekly.1.windows.0.first_start');
      await page.getByRole('tab', { name: 'Services' }).click();
      await page.getByRole('tab', { name: 'Working Hours Not saved' }).click();
      expect(await typedInto(page, 'Monday: first start')).toBe('23:00');
      await page.reload();
      expect(await typedInto(page, 'Monday: first start')).toBe('23:00');
      await secondTab(context, '/dashboard?tab=hours', async (tab) => {
        await tab.getByLabel('Tuesday: first start').fill('11:00');
        await tab.getByRole('button', { name: 'Save working hours' }).click();
        await toast(tab, 'Working hours saved');
      });
      await page.getByRole('form', { name: 'Working hours' }).getByText(CHANGED).waitFor();
      expect(await typedInto(page, 'Tuesday: first start')).toBe('11:00');
      expect(await typedInto(page, 'Monday: first start')).toBe('23:00');
      await page.getByLabel('Monday: first start').fill('10:00');
      await page.getByRole('button', { name: 'Save working hours' }).click();
      await toast(page, 'Working hours saved');
      await page.getByText(CHANGED).waitFor({ state: 'detached' });
    });
  });

  it('registration, details and a new address; signing in and out forgets them, and a reload the code', async () => {
    await visit(async (page, context) => {
      insists(page);
      await page.goto('/client/login');
      await page.getByRole('tab', { name: 'Register' }).click();
      await page.getByLabel('Full name').fill('Half a name');
      await page.getByLabel('Email').fill(CLIENT);
      await page.getByRole('button', { name: 'Register' }).click();
      await toast(page, 'Email already registered. Please login instead.');
      expect(await typedInto(page, 'Full name')).toBe('Half a name');
      await page.reload();
      await page.getByRole('tab', { name: 'Register' }).click();
      expect(await typedInto(page, 'Full name')).toBe('Half a name');
      await secondTab(context, '/client/login', async (tab) => {
        await tab.getByRole('tab', { name: 'Register' }).click();
        expect(await typedInto(tab, 'Full name')).toBe('');
      });

      const askForCode = async (): Promise<void> => {
        await page.getByRole('tab', { name: 'Login' }).click();
        expect(await typedInto(page, 'Email')).toBe(CLIENT);
        await page.getByRole('button', { name: 'Login' }).click();
        await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      };
      await askForCode();
      const code = await mailedCode(product.stack, CLIENT);
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
      await page.getByLabel('Code from the email').fill(wrong);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await seen(page, 'This code is not right. You have 4 tries left.');
      expect(await typedInto(page, 'Code from the email')).toBe(wrong);
      expect(await keptIn(page)).not.toContain(wrong);
      await secondTab(context, '/client/login', async (tab) => {
        expect(await typedInto(tab, 'Email')).toBe('');
      });
      expect(await typedInto(page, 'Code from the email')).toBe(wrong);
      await page.reload();
      // The step is kept, the code is not.
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      expect(await typedInto(page, 'Code from the email')).toBe('');
      await page.getByLabel('Code from the email').fill(code);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/client/dashboard');

      expect(await keptIn(page)).not.toContain('Half a name');
      await page.goto('/client/account');
      await page.getByLabel('Full name').fill('Nadia Y');
      await page.getByLabel(/^Date of birth/).fill('2099-01-01');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await refused(page, 'date_of_birth');
      await page.getByRole('button', { name: 'Change address' }).click();
      await page.getByLabel('New email address').fill('half@clients');
      await page.getByRole('button', { name: 'Send a code there' }).click();
      await refused(page, 'email');
      expect(await typedInto(page, 'New email address')).toBe('half@clients');
      await page.reload();
      expect(await typedInto(page, 'Full name')).toBe('Nadia Y');
      await page.getByRole('button', { name: 'Change address' }).click();
      expect(await typedInto(page, 'New email address')).toBe('half@clients');

      await secondTab(context, '/client/account', async (tab) => {
        await tab.getByRole('button', { name: 'Change address' }).click();
        expect(await typedInto(tab, 'New email address')).toBe('');
        await tab.getByLabel(/^Phone/).fill('+90 212 555 01 23');
        await tab.getByRole('button', { name: 'Save changes' }).click();
        await toast(tab, 'Your details were saved.');
      });
      await seen(page, CHANGED);
      expect(await typedInto(page, /^Phone/)).toBe('+90 212 555 01 23');
      expect(await typedInto(page, 'Full name')).toBe('Nadia Y');
      expect(await typedInto(page, 'New email address')).toBe('half@clients');

      await page.goto('/demo');
      await page.getByRole('button', { name: /^Book Now/ }).first().click();
      await pickFirstTime(page);
      await page.getByLabel(/^Notes/).fill('Half a note');
      await page.reload();
      expect(await typedInto(page, /^Notes/)).toBe('Half a note');
      await page.goto('/client/account');
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      expect(await keptIn(page)).not.toMatch(/Nadia Y|half@clients|Half a note/);
    });
  });

  it('a booking', async () => {
    const email = 'half@visitor.example';
    await visit(async (page, context) => {
      const openForm = async (tab: Page): Promise<void> => tab.getByRole('button', { name: /^Book Now/ }).nth(1).click();
      await page.goto('/demo');
      await openForm(page);
      await page.getByRole('button', { name: 'Go to the Next Month' }).click();
      const { time } = await pickFirstTime(page);
      await fillDetails(page, email);
      await page.getByLabel('Email').fill('half@visitor');
      const place = page.getByRole('radio', { name: 'Online, by video' });
      await place.check();
      const expectAllTyped = async (): Promise<void> => {
        await expectDetails(page, 'half@visitor');
        expect(await place.isChecked()).toBe(true);
        await seen(page, new RegExp(`, ${time} your time`));
      };
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await toast(page, 'Please enter a valid email address');
      await expectAllTyped();

      await page.reload();
      await expectAllTyped();
      await picture(page, 'booking-after-reload');

      await secondTab(context, '/demo', async (tab) => {
        await openForm(tab);
        await pickFirstTime(tab);
        expect(await typedInto(tab, 'Full name')).toBe('');
        await tab.getByLabel('Full name').fill('Somebody else');
      });
      await page.reload();
      await expectAllTyped();

      await page.getByLabel('Email').fill(email);
      await page.getByRole('button', { name: 'Confirm Booking' }).click();
      await page.getByRole('button', { name: 'Book Another Session' }).click();
      await openForm(page);
      await pickFirstTime(page);
      expect(await typedInto(page, 'Full name')).toBe('');
    });
  });

  it('but not a password', async () => {
    await visit(async (page, context) => {
      await signInAdministrator(page);
      await page.goto('/admin/account');
      await page.getByLabel('Current password').fill('not my password');
      await page.getByLabel('New password').fill('another long secret');
      await page.getByRole('button', { name: 'Change password' }).click();
      await refused(page, 'current_password');
      await secondTab(context, '/admin/account', async (tab) => {
        expect(await typedInto(tab, 'New password')).toBe('');
      });
      expect(await typedInto(page, 'New password')).toBe('another long secret');
      expect(await keptIn(page)).not.toMatch(/my password|long secret/);
      await page.reload();
      expect(await typedInto(page, 'New password')).toBe('');
    });
  });
});
