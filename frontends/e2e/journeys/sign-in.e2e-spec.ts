import { problemsOf } from '../harness/axe';
import { picture } from '../harness/browser';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';
import { authenticatorCode } from '../harness/authenticator';
import { leaveIdle, passForClient } from '../harness/sessions';

const product = startProduct();
const { visit } = product;

const atHome = (url: URL): boolean => url.pathname === '/';

describe('signing in and out', () => {
  it('a sign-in that fails says so once and cleans the address', async () => {
    await visit(async (page) => {
      await page.goto('/?auth_error=1');
      await toast(page, 'Sign-in failed. Please try again.');
      expect(page.url()).toBe(`${product.stack.url}/`);
    });
  });

  it('a refusal at Google leads back with the same words', async () => {
    await visit(async (page) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Set Up My Practice' }).click();
      await page.getByRole('button', { name: 'Deny' }).click();
      await toast(page, 'Sign-in failed. Please try again.');
      expect(page.url()).toBe(`${product.stack.url}/`);
      await page.getByRole('banner').getByRole('button', { name: 'For Therapists' }).waitFor();
    });
  });

  it('guarded pages send strangers home, and the landing page sends a therapist to the dashboard', async () => {
    await visit(async (page) => {
      for (const path of ['/dashboard', '/profile', '/intake-forms', '/client/dashboard']) {
        await page.goto(path);
        await page.waitForURL(atHome);
      }
      await signIn(page, 'New therapist');
      for (const path of ['/', '/client/dashboard']) {
        await page.goto(path);
        await page.waitForURL('**/dashboard');
        await page.getByRole('button', { name: 'Logout' }).waitFor();
        expect(new URL(page.url()).pathname).toBe('/dashboard');
      }
    });
  });

  it('a client is sent to the client dashboard from every therapist page', async () => {
    await visit(async (page) => {
      await signIn(page, 'New therapist');
      await passForClient(page);
      for (const path of ['/dashboard', '/profile', '/intake-forms', '/']) {
        await page.goto(path);
        await page.waitForURL('**/client/dashboard');
        await page.getByRole('heading', { level: 1 }).waitFor();
      }
    });
  });

  it('signing out in one tab ends the page of the other', async () => {
    await visit(async (page, context) => {
      await signIn(page, 'Demo therapist');
      const other = await context.newPage();
      await other.goto('/dashboard?tab=bookings');
      await other.getByRole('listitem').first().waitFor();
      await page.getByRole('button', { name: 'Logout' }).click();
      await toast(page, 'Logged out successfully');
      await page.waitForURL(atHome);
      await other.waitForURL(atHome);
      await page.goto('/dashboard');
      await page.waitForURL(atHome);
      expect((await context.request.get('/api/auth/me')).status()).toBe(401);
    });
  });
});

describe('a session nobody uses', () => {
  it('warns in all tabs, stays on demand, and ends by itself', async () => {
    await visit(async (page, context) => {
      await context.clock.install();
      await signIn(page, 'New therapist');
      const other = await context.newPage();
      await other.goto('/profile');
      await other.getByRole('heading', { level: 1, name: 'Therapist Profile' }).waitFor();
      const warnings = [page, other].map((tab) => tab.getByRole('dialog', { name: 'Are you still there?' }));

      await leaveIdle(product.stack, context, 110);
      for (const warning of warnings) {
        await warning.waitFor();
        expect(await warning.getByRole('timer').textContent()).toMatch(/^1:[0-5]\d$/);
      }
      await picture(other, 'idle-warning');
      await page.getByRole('button', { name: 'Stay signed in' }).click();
      for (const warning of warnings) await warning.waitFor({ state: 'hidden' });

      await leaveIdle(product.stack, context, 10);
      for (const tab of [page, other]) {
        await tab.waitForURL(atHome);
        await seen(tab, 'Your session has ended. Please sign in again.');
      }
    });
  });

  it('shows nothing of a record after the machine slept past its end, without a network either', async () => {
    await visit(async (page, context) => {
      await context.clock.install();
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      const booking = page.getByRole('listitem').filter({ hasText: /@/ }).first();
      await booking.waitFor();
      // What watches over the session comes after the page itself.
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await context.clock.setSystemTime(Date.now() + 9 * 3_600_000);
      await booking.waitFor({ state: 'hidden' });
      await page.waitForURL(atHome);
    });
  });
});

describe('a therapist with two-step sign-in', () => {
  it('turns it on, and is asked for it at the next sign-in', async () => {
    let recoveryCode = '';
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/profile');
      await page.getByRole('button', { name: 'Set up' }).click();
      const secret = (await page.getByText(/^(?:[A-Z2-7]{4} ?){4,}[A-Z2-7]{0,4}$/).first().textContent()) ?? '';
      await picture(page, 'second-factor-setup');
      await page.getByLabel('Code from your authenticator app').fill(authenticatorCode(secret));
      await page.getByRole('button', { name: 'Turn on' }).click();
      const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
      recoveryCode = (await codes.first().textContent()) ?? '';
      expect(await codes.count()).toBe(10);
      await page.getByRole('button', { name: 'I have saved them' }).click();
      await toast(page, 'Two-step sign-in is on. You are signed out everywhere else.');
    });
    await visit(async (page) => {
      await page.goto('/');
      await page.getByRole('banner').getByRole('button', { name: 'For Therapists' }).click();
      await page.getByRole('button', { name: 'Demo therapist' }).click();
      await page.getByRole('heading', { name: 'One more step' }).waitFor();
      expect((await page.request.get('/api/therapist/profile')).status()).toBe(401);
      expect(await problemsOf(page, 'second factor asked')).toEqual([]);
      await page.getByRole('button', { name: 'Use a recovery code' }).click();
      await page.getByLabel('Recovery code').fill(recoveryCode);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: 'Logout' }).waitFor();
    });
  });
});
