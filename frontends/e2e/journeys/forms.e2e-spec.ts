import { BrowserContext, Page } from 'playwright-core';
import { picture } from '../harness/browser';
import { signInAdministrator, signInWithCode } from '../harness/codes';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CHANGED = /^This was changed somewhere else meanwhile\./;

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

/** What a page keeps in its tab. */
const keptIn = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

describe('a half-typed form survives a refusal, a reload and a second tab', () => {
  it('profile, service and working hours', async () => {
    await visit(async (page, context) => {
      insists(page);
      await signIn(page, 'Demo therapist');
      await page.goto('/profile');
      await page.getByLabel(/^Bio/).fill('Half a sentence');
      await page.getByLabel(/Custom link/).fill('pricing');
      await page.getByRole('button', { name: 'Save Profile' }).dblclick();
      await toast(page, 'Failed to save profile');
      const slug = page.getByLabel(/Custom link/);
      await page.locator('[data-field=custom_slug][aria-invalid=true]:focus').waitFor();
      await page.getByLabel('Monday: first start').fill('10:00');
      await page.getByRole('button', { name: 'Add New Service' }).click();
      await page.getByLabel('Service name').fill('Evening talk');

      await page.reload();
      expect(await page.getByLabel(/^Bio/).inputValue()).toBe('Half a sentence');
      expect(await slug.inputValue()).toBe('pricing');
      expect(await page.getByLabel('Monday: first start').inputValue()).toBe('10:00');
      await page.getByRole('button', { name: 'Add New Service' }).click();
      expect(await page.getByLabel('Service name').inputValue()).toBe('Evening talk');

      await secondTab(context, '/profile', async (tab) => {
        expect(await tab.getByLabel(/^Bio/).inputValue()).not.toBe('Half a sentence');
        await tab.getByLabel(/^Credentials/).fill('PhD, MSc');
        await tab.getByRole('button', { name: 'Save Profile' }).click();
        await toast(tab, 'Profile updated successfully');
        await tab.getByLabel('Tuesday: first start').fill('11:00');
        await tab.getByRole('button', { name: 'Save working hours' }).click();
        await toast(tab, 'Working hours saved');
      });
      await page.getByRole('form', { name: 'Working hours' }).getByText(CHANGED).waitFor();
      expect(await page.getByText(CHANGED).count()).toBe(2);
      expect(await page.getByLabel(/^Credentials/).inputValue()).toBe('PhD, MSc');
      expect(await page.getByLabel(/^Bio/).inputValue()).toBe('Half a sentence');
      expect(await page.getByLabel('Monday: first start').inputValue()).toBe('10:00');
      expect(await page.getByLabel('Tuesday: first start').inputValue()).toBe('11:00');
      await picture(page, 'changed-elsewhere');

      await slug.fill('demo');
      await page.getByRole('button', { name: 'Save Profile' }).click();
      await toast(page, 'Profile updated successfully');
      await page.getByRole('button', { name: 'Save working hours' }).click();
      await toast(page, 'Working hours saved');
      await page.getByText(CHANGED).first().waitFor({ state: 'detached' });

      // Who is told that it is lost, and leaves, finds nothing when they come back.
      await page.getByRole('link', { name: '← Back to dashboard' }).click();
      await page.getByRole('button', { name: 'Leave without saving' }).click();
      await page.waitForURL('**/dashboard');
      expect(await keptIn(page)).not.toContain('Evening talk');
    });
  });

  it('registration, details and a new address; the sign-out forgets them', async () => {
    await visit(async (page, context) => {
      insists(page);
      await page.goto('/client/login');
      await page.getByRole('tab', { name: 'Register' }).click();
      await page.getByLabel('Full name').fill('Half a name');
      await page.getByRole('button', { name: 'Register' }).click();
      await toast(page, 'Please fill in required fields');
      await page.reload();
      await page.getByRole('tab', { name: 'Register' }).click();
      expect(await page.getByLabel('Full name').inputValue()).toBe('Half a name');

      await signInWithCode(page, product.stack, 'nadia.oeztuerk@clients.example');
      expect(await keptIn(page)).not.toContain('Half a name');
      await page.goto('/client/account');
      await page.getByLabel('Full name').fill('Nadia Y');
      await page.getByLabel(/^Date of birth/).fill('2099-01-01');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.locator('[data-field=date_of_birth][aria-invalid=true]:focus').waitFor();
      await page.getByRole('button', { name: 'Change address' }).click();
      await page.getByLabel('New email address').fill('half@clients');
      await page.reload();
      expect(await page.getByLabel('Full name').inputValue()).toBe('Nadia Y');
      await page.getByRole('button', { name: 'Change address' }).click();
      expect(await page.getByLabel('New email address').inputValue()).toBe('half@clients');

      await secondTab(context, '/client/account', async (tab) => {
        await tab.getByLabel(/^Phone/).fill('+90 212 555 01 23');
        await tab.getByRole('button', { name: 'Save changes' }).click();
        await toast(tab, 'Your details were saved.');
      });
      await seen(page, CHANGED);
      expect(await page.getByLabel(/^Phone/).inputValue()).toBe('+90 212 555 01 23');
      expect(await page.getByLabel('Full name').inputValue()).toBe('Nadia Y');

      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL((url) => url.pathname === '/');
      expect(await keptIn(page)).not.toMatch(/Nadia Y|half@clients/);
    });
  });

  it('but not a password', async () => {
    await visit(async (page) => {
      await signInAdministrator(page);
      await page.goto('/admin/account');
      await page.getByLabel('Current password').fill('not my password');
      await page.getByLabel('New password').fill('another long secret');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.locator('[data-field=current_password][aria-invalid=true]:focus').waitFor();
      expect(await page.getByLabel('New password').inputValue()).toBe('another long secret');
      expect(await keptIn(page)).not.toMatch(/my password|long secret/);
      await page.reload();
      expect(await page.getByLabel('New password').inputValue()).toBe('');
    });
  });
});
