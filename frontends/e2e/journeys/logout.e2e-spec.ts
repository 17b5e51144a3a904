import { BrowserContext, Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { signInAdministrator, signInWithCode } from '../harness/codes';
import { signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const CLIENT = 'nadia.oeztuerk@clients.example';
const CLEARED = 'You are signed out on this screen';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();
const isCleared = (page: Page): Promise<void> => page.getByRole('heading', { level: 1, name: CLEARED }).waitFor();

/** Asks the server with a session's cookie as somebody would who kept it. @returns the status */
async function statusOf(path: string, cookie: string): Promise<number> {
  return (await fetch(product.stack.url + path, { headers: { cookie } })).status;
}

async function cookieOf(context: BrowserContext, name: string): Promise<string> {
  const value = (await context.cookies()).find((cookie) => cookie.name === name)?.value ?? '';
  expect(value).not.toBe('');
  return `${name}=${value}`;
}

/** All that the tab holds in its elements, also what is out of sight. */
async function expectNothingOf(page: Page, ...record: (string | RegExp)[]): Promise<void> {
  const held = `${await page.title()} ${await page.evaluate(() => document.documentElement.outerHTML)}`;
  for (const word of record) expect(held).not.toMatch(word);
}

/** Lists the product's own calls of a page from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/**
 * Nothing is asked by this tab from here on, and no try to end the session is under way in any. The browser's stand-in for a lost line ends a moment
 * before a page is left: the page hears that it is online again, and what it asks then arrives.
 */
async function keepQuiet(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((taken) => {
        window.addEventListener('online', (event) => event.stopImmediatePropagation(), { capture: true });
        void navigator.locks.request('attune-logout-user', () => {
          taken();
          return new Promise(() => undefined);
        });
      }),
  );
}

describe('logging out where the server cannot be told', () => {
  it('without a network: every tab is cleared, and nothing opens again before the server has ended the session', async () => {
    await visit(async (page, context) => {
      await signIn(page, 'Demo therapist');
      const cookie = await cookieOf(context, 'session');
      const other = await context.newPage();
      await other.goto('/dashboard?tab=bookings');
      await other.getByRole('listitem').first().waitFor();
      await Promise.all([page, other].map((tab) => tab.waitForLoadState('networkidle')));

      await context.setOffline(true);
      await press(page, 'Logout');
      for (const tab of [page, other]) {
        await isCleared(tab);
        await expectNothingOf(tab, 'Amélie', 'amelie@', /Logged out successfully/);
      }
      const problems = await problemsOf(page, 'logout pending', [320, 1280]);
      await press(page, 'Try again now');
      await page.getByText(/^The last try was at/).waitFor();
      expect(await statusOf('/api/auth/me', cookie)).toBe(200);

      // Everybody leaves, the line comes back, and somebody else opens the site while the API is down.
      await context.route('**/api/auth/logout', (route) => route.fulfill({ status: 503, json: { detail: 'Down.' } }));
      await keepQuiet(page);
      await other.close();
      await page.close();
      expect(await statusOf('/api/auth/me', cookie)).toBe(200);
      await context.setOffline(false);
      const later = await context.newPage();
      const calls = callsOf(later);
      for (const path of ['/dashboard', '/', '/client/login', '/profile']) {
        await later.goto(path);
        await isCleared(later);
      }
      await expectNothingOf(later, 'Amélie', 'amelie@');
      expect(calls.filter((call) => call !== 'POST /api/auth/logout' && !call.startsWith('GET /api/health/'))).toEqual([]);

      await context.unroute('**/api/auth/logout');
      await press(later, 'Try again now');
      await toast(later, 'Logged out successfully');
      await later.waitForURL((url) => url.pathname === '/');
      await later.getByRole('banner').getByRole('button', { name: 'For Therapists' }).waitFor();
      const ended = await statusOf('/api/auth/me', cookie);
      process.stdout.write(`    a logout without a network, on a computer that others use next: before the session and its pages stayed, now ${ended === 401 ? 'every tab is cleared, and the session ends once the line is back' : ended}\n`);
      expect(ended).toBe(401);
      expect(problems).toEqual([]);
    });
  });

  it('whoever empties the browser’s storage meanwhile sees nothing either: the next request of any kind ends the session, and not the one that is begun then', async () => {
    await visit(async (page, context) => {
      await signIn(page, 'Demo therapist');
      const cookie = await cookieOf(context, 'session');
      await page.waitForLoadState('networkidle');
      await context.setOffline(true);
      await press(page, 'Logout');
      await isCleared(page);
      await page.evaluate(() => {
        localStorage.clear();
        sessionStorage.clear();
      });
      await keepQuiet(page);
      await page.goto('about:blank');
      expect(await statusOf('/api/auth/me', cookie)).toBe(200);
      await context.setOffline(false);
      await page.goto('/dashboard');
      expect(await statusOf('/api/auth/me', cookie)).toBe(401);
      await page.waitForLoadState('networkidle');
      await expectNothingOf(page, 'Amélie', 'amelie@');
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('logout');
      await signIn(page, 'Demo therapist');
      await page.reload();
      await page.getByRole('button', { name: 'Logout' }).waitFor();
    });
  });

  it('an administrator’s session ends by itself once the line is back', async () => {
    await visit(async (page, context) => {
      await signInAdministrator(page);
      const cookie = await cookieOf(context, 'admin_session');
      const other = await context.newPage();
      await other.goto('/admin/account');
      await other.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      await Promise.all([page, other].map((tab) => tab.waitForLoadState('networkidle')));

      await context.setOffline(true);
      await press(other, 'Logout');
      for (const tab of [page, other]) {
        await isCleared(tab);
        await expectNothingOf(tab, 'Total Therapists', 'Where you are signed in', /Logged out successfully/);
      }
      expect(await statusOf('/api/admin/me', cookie)).toBe(200);

      await context.setOffline(false);
      await toast(other, 'Logged out successfully');
      for (const tab of [page, other]) {
        await tab.getByRole('heading', { name: 'Administrator Login' }).waitFor();
        expect(new URL(tab.url()).pathname).toBe('/admin/login');
      }
      expect(await statusOf('/api/admin/me', cookie)).toBe(401);
    });
  });

  it('a client’s screen is cleared at once when no answer comes, and signing in waits for the end', async () => {
    await visit(async (page, context) => {
      const used = await signInWithCode(page, product.stack, CLIENT);
      const cookie = await cookieOf(context, 'session');
      await page.waitForLoadState('networkidle');
      let hanging = true;
      await context.route('**/api/auth/logout', (route) => (hanging ? undefined : route.continue()));
      await press(page, 'Logout');
      await isCleared(page);
      await expectNothingOf(page, 'Nadia', CLIENT);

      // Lost halfway: the person goes elsewhere, and another tab opens a page for everybody.
      await page.goto('about:blank');
      const later = await context.newPage();
      await later.goto(`/t/${product.stack.demo.slug}`);
      await later.getByRole('heading', { level: 1 }).waitFor();
      // That page was the next request of this browser.
      expect(await statusOf('/api/auth/me', cookie)).toBe(401);
      hanging = false;
      await later.goto('/client/login');
      await toast(later, 'Logged out successfully');
      expect(await statusOf('/api/auth/me', cookie)).toBe(401);
      await signInWithCode(later, product.stack, CLIENT, { used: [used] });
      await later.getByRole('button', { name: 'Logout' }).waitFor();
    });
  });
});
