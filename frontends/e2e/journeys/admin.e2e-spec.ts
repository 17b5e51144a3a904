import { Page } from 'playwright-core';
import { authenticatorCode } from '../harness/authenticator';
import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { signInAdministrator, signInWithCode } from '../harness/codes';
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
      for (const card of ['Total Therapists', 'Total Bookings', 'Session Notes', 'Active Users', 'Integration Status', 'Client Overview']) await seen(page, card);
      await page.getByRole('region', { name: 'How Attune runs' }).getByText('Jobs waiting').waitFor();
      await picture(page, 'admin-overview');
      await page.context().setOffline(true);
      await page.getByRole('tab', { name: 'Therapists' }).click();
      await seen(page, 'Failed to load therapists');
      await page.context().setOffline(false);
      const row = page.getByRole('row').filter({ hasText: 'amelie@demo.attune.example' });
      await row.waitFor();
      await page.getByRole('columnheader', { name: 'Bookings' }).getByRole('button').click();
      await page.waitForURL(/sort=bookings-asc/);
      await row.waitFor();
      await picture(page, 'admin-therapists');
      await page.getByRole('tab', { name: 'Activity' }).click();
      const log = page.getByRole('tabpanel').getByRole('listitem');
      await log.filter({ hasText: 'ADMIN LOGIN SUCCESS' }).first().waitFor();
      await log.filter({ hasText: 'ADMIN LOGIN FAILED' }).first().waitFor();
      await log.filter({ hasText: 'admin signed in as an administrator' }).first().waitFor();
      await picture(page, 'admin-activity');
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      expect((await download).suggestedFilename()).toBe('activity.csv');
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
        await question.getByText('No appointments are to come. The therapist is told by mail.').waitFor();
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

      await leaveIdle(product.stack, context, 110, 'admin');
      for (const warning of warnings) await warning.getByRole('timer').waitFor();
      await picture(page, 'admin-idle-warning');
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      for (const warning of warnings) await warning.waitFor({ state: 'hidden' });

      await leaveIdle(product.stack, context, 3, 'admin');
      for (const tab of [page, other]) {
        await tab.waitForURL('**/admin/login');
        await seen(tab, 'Your session has ended. Please sign in again.');
      }
    });
  });

  it('looks into one client’s record in an emergency, with password and code anew; therapist and client read who and why', async () => {
    const reason = 'The therapist is in hospital and a client asks for the next appointment.';
    await visit(async (page) => {
      await signInAdministrator(page);
      await page.getByRole('tab', { name: 'Emergency' }).click();
      await page.getByRole('link', { name: 'Set up two-step sign-in' }).waitFor();
      const problems = await problemsOf(page, 'admin emergency without second factor', [320]);
      const recoveryCode = await turnOnTwoStep(page);

      await page.goto('/admin/dashboard?tab=emergency');
      await page.getByRole('button', { name: 'Open a record…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Open a client’s record' });
      await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
      await dialog.getByText('Please enter a code').waitFor();
      problems.push(...(await problemsOf(page, 'admin emergency dialog', [320, 1280])));
      await page.setViewportSize({ width: 1280, height: 900 });
      await dialog.getByLabel('Client’s email address or booking id').fill(CLIENT);
      await dialog.getByLabel('Why do you need to look?').fill('aaaaaaaaaaaaaaaaaaaaaaaaaa');
      await dialog.getByLabel('Your password').fill('not this one');
      await dialog.getByLabel('Code', { exact: true }).fill(recoveryCode);
      await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
      await dialog.getByText(/at least three different ones/).waitFor();
      await dialog.getByLabel('Why do you need to look?').fill(reason);
      await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
      await dialog.getByText('That password is not right.').waitFor();
      await dialog.getByLabel('Your password').fill(await developmentPassword(page));
      await dialog.getByRole('button', { name: 'Open for 60 minutes' }).click();
      await page.waitForURL('**/admin/emergency/**');
      await page.getByRole('heading', { level: 1, name: 'Jonah Whitfield' }).waitFor();
      problems.push(...(await problemsOf(page, 'admin emergency record')));
      await page.getByRole('tab', { name: 'Bookings' }).click();
      await page.getByRole('tabpanel').getByText('Completed').first().waitFor();
      problems.push(...(await problemsOf(page, 'admin emergency bookings', [320, 1280])));

      await visit(async (therapist) => {
        await signIn(therapist, 'Demo therapist');
        await seen(therapist, 'An administrator is reading a record of yours');
        await seen(therapist, `Reason: ${reason}`);
        problems.push(...(await problemsOf(therapist, 'therapist record openings', [320, 1280])));
      });
      await visit(async (client) => {
        await signInWithCode(client, product.stack, CLIENT);
        await client.goto('/client/account');
        await seen(client, `Reason: ${reason}`);
        problems.push(...(await problemsOf(client, 'client record openings', [320, 1280])));
      });

      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'End access' }).first().click();
      await toast(page, 'Emergency access ended');
      await page.getByRole('link', { name: 'Back to emergency access' }).click();
      await seen(page, `Reason: ${reason}`);
      problems.push(...(await problemsOf(page, 'admin emergency', [320, 1280])));
      expect(problems).toEqual([]);
    });
    const told = await product.stack.mail('amelie@demo.attune.example', ({ subject }) => /opened a record of yours/.test(subject));
    expect(told.text).toContain('Administrator: admin');
    expect(told.text).not.toMatch(/hospital|Jonah/);
  });
});

const CLIENT = 'jonah.whitfield@clients.example';

/** @returns one of the recovery codes, for a code of the app is used up by the set-up */
async function turnOnTwoStep(page: Page): Promise<string> {
  await page.goto('/admin/account');
  await page.getByRole('button', { name: 'Set up' }).click();
  const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ?){4,}[A-Z2-7]{0,4}$/).first().textContent()) ?? '';
  await page.getByLabel('Code from your authenticator app').fill(authenticatorCode(secret));
  await page.getByRole('button', { name: 'Turn on' }).click();
  const code = (await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return code;
}

/** What the sign-in page of a development machine shows. */
async function developmentPassword(page: Page): Promise<string> {
  const hint = (await (await page.request.get('/api/admin/login-hint')).json()) as { password: string };
  return hint.password;
}
