import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signInAdministrator } from '../harness/codes';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';
import { leaveIdle } from '../harness/sessions';

const product = startProduct();
const { visit } = product;

describe('the administrator', () => {
  it('is asked for both, told what is wrong, and let in with what the page shows', async () => {
    await visit(async (page) => {
      await page.goto('/admin/dashboard');
      await page.waitForURL('**/admin/login');
      await seen(page, 'Development credentials');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await seen(page, 'Please enter both username and password');
      await page.getByLabel('Username').fill('admin');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Sign In' }).click();
      await seen(page, 'Invalid username or password.');
      await picture(page, 'admin-login-refused');
      await signInAdministrator(page);
      for (const card of ['Total Therapists', 'Total Bookings', 'AI Session Notes', 'Active Users', 'Integration Status', 'Client Overview']) await seen(page, card);
      await picture(page, 'admin-overview');
      await page.getByRole('tab', { name: 'Activity' }).click();
      const log = page.getByRole('tabpanel').getByRole('listitem');
      await log.filter({ hasText: 'ADMIN LOGIN SUCCESS' }).first().waitFor();
      await log.filter({ hasText: 'ADMIN LOGIN FAILED' }).first().waitFor();
      await picture(page, 'admin-activity');
      await page.getByRole('tab', { name: 'Analytics' }).click();
      await seen(page, 'Bookings, last 7 days');
      await picture(page, 'admin-analytics');
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.waitForURL('**/admin/login');
    });
  });

  it('deactivates a therapist who is signed in: at once, for the session, the page and the sign-in', async () => {
    const slug = `brook-${Date.now().toString(36)}`;
    await visit(async (therapist) => {
      await signIn(therapist, 'New therapist');
      await therapist.goto('/profile');
      await therapist.getByLabel('Display name').fill('Jo Brook');
      await therapist.getByLabel(/Custom link/).fill(slug);
      await therapist.getByRole('button', { name: 'Save Profile' }).click();
      await toast(therapist, 'Profile created successfully');

      await visit(async (page) => {
        await signInAdministrator(page);
        await page.getByRole('tab', { name: 'Therapists' }).click();
        await page.getByRole('searchbox').fill(slug);
        await page.getByRole('button', { name: /^Deactivate.*Jo Brook/ }).click();
        const question = page.getByRole('alertdialog');
        await question.getByText('They are signed out at once and cannot sign in again.').waitFor();
        await picture(page, 'admin-deactivate');
        await question.getByRole('button', { name: /^Deactivate/ }).click();
        const row = page.getByRole('row').filter({ hasText: slug });
        await row.getByText('Inactive', { exact: true }).waitFor();

        await therapist.reload();
        await therapist.waitForURL((url) => url.pathname === '/');
        const answer = await therapist.goto(`/t/${slug}`);
        expect(answer?.status()).toBe(404);

        await page.getByRole('button', { name: /^Activate.*Jo Brook/ }).click();
        await row.getByText('Active', { exact: true }).waitFor();
        expect((await therapist.goto(`/t/${slug}`))?.status()).toBe(200);
      });
    });
  });

  it('is warned in all tabs when idle, stays on demand, and finds every screen cleared at the end', async () => {
    await visit(async (page, context) => {
      await context.clock.install();
      await signInAdministrator(page);
      const other = await context.newPage();
      await other.goto('/admin/account');
      await other.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      const warnings = [page, other].map((tab) => tab.getByRole('dialog', { name: 'Are you still there?' }));

      await leaveIdle(product.stack.databaseUrl, context, 110, 'admin');
      for (const warning of warnings) await warning.getByRole('timer').waitFor();
      await picture(page, 'admin-idle-warning');
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      for (const warning of warnings) await warning.waitFor({ state: 'hidden' });

      await leaveIdle(product.stack.databaseUrl, context, 3, 'admin');
      for (const tab of [page, other]) {
        await tab.waitForURL('**/admin/login');
        await seen(tab, 'Your session has ended. Please sign in again.');
      }
    });
  });

  it('looks into a record in an emergency, for a reason, and the therapist is told', async () => {
    await visit(async (page) => {
      await signInAdministrator(page);
      await page.getByRole('tab', { name: 'Therapists' }).click();
      await page.getByRole('searchbox').fill('amelie@demo');
      await page.getByRole('button', { name: /^Emergency access.*Amélie/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Emergency access' });
      await dialog.getByLabel('Why do you need to look?').fill('The therapist is in hospital and a client asks for the next appointment.');
      await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
      await page.waitForURL('**/admin/emergency/**');
      await page.getByRole('heading', { level: 1, name: /Amélie Okonkwo-Reyes/ }).waitFor();
      const problems = await problemsOf(page, 'admin emergency record');
      await page.getByRole('tab', { name: 'Bookings' }).click();
      await page.getByRole('tabpanel').getByText('Completed').first().waitFor();
      expect([...problems, ...(await problemsOf(page, 'admin emergency bookings', [320, 1280]))]).toEqual([]);
      await page.getByRole('button', { name: 'End access' }).first().click();
      await toast(page, 'Emergency access ended');
    });
    const told = await product.stack.mail('amelie@demo.attune.example', ({ subject }) => /opened your records/.test(subject));
    expect(told.text).not.toContain('hospital');
  });
});
