import { Client } from 'pg';
import { Page } from 'playwright-core';
import { widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { seen, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const PER_DAY = 8;

/** So many appointments to come, more than a year from now, and as many behind, eight a day; their names say where they are in line. */
async function addBookings(count: number): Promise<void> {
  const database = new Client({ connectionString: product.stack.databaseUrl });
  await database.connect();
  try {
    const copied = 'therapist_id, service_id, client_id, timezone, duration_minutes, service_name, session_type, client_email, created_at';
    for (const [sign, status, name] of [[1, 'confirmed', 'Ahead'], [-1, 'completed', 'Behind']] as const) {
      await database.query(
        `insert into bookings (id, starts_at, ends_at, local_date, local_time, status, client_name, manage_token_hash, manage_token, therapist_id, service_id, client_id, timezone, duration_minutes, service_name, session_type, client_email, created_at)
         select gen_random_uuid(), t.at, t.at + b.duration_minutes * interval '1 minute', (t.at at time zone b.timezone)::date, to_char(t.at at time zone b.timezone, 'HH24:MI'),
           $1, $2 || ' ' || n, gen_random_uuid()::text::bytea, '', ${copied}
         from (select * from bookings where status = 'confirmed' order by starts_at limit 1) b, generate_series(0, $4::int) n,
           lateral (select (((now() at time zone b.timezone)::date + $3::int * (400 + n / ${PER_DAY})) + (9 + n % ${PER_DAY}) * interval '1 hour') at time zone b.timezone as at) t`,
        [status, name, sign, count - 1],
      );
    }
  } finally {
    await database.end();
  }
}

/** What the page asks of the API while it is opened, without the ids that differ. */
async function asked(page: Page, open: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const note = (request: { url(): string }): void => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) paths.push((pathname + search).replace(/booking_id=[^&]+/g, 'booking_id'));
  };
  page.on('request', note);
  await open();
  // A slow machine thinks longer between two questions than the network has to be idle.
  let before: number;
  do {
    before = paths.length;
    await page.waitForTimeout(1_000);
    await page.waitForLoadState('networkidle');
  } while (paths.length === 0 || paths.length > before);
  page.off('request', note);
  return paths.sort();
}

const shown = (page: Page, count: number) => page.getByRole('status').filter({ hasText: `${count} bookings shown` }).waitFor();
const lists = (paths: string[]) => paths.filter((path) => path.startsWith('/api/therapist/bookings?'));

describe('the first screen', () => {
  it('asks for what it shows, each thing once', async () => {
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      const overview = await asked(page, () => page.goto('/dashboard'));
      expect(overview.filter((path) => !path.startsWith('/api/public/images/'))).toEqual([
        '/api/auth/me',
        '/api/therapist/bookings/overview',
        '/api/therapist/notices',
        '/api/therapist/profile',
      ]);
      const bookings = await asked(page, async () => {
        const told = Promise.all(['booking-mails', 'intake-requests'].map((part) => page.waitForResponse(new RegExp(part))));
        await page.getByRole('tab', { name: /^Bookings/ }).click();
        await told;
      });
      expect(lists(bookings)).toEqual(['/api/therapist/bookings?when=upcoming&order=asc&limit=50']);
      expect(bookings.filter((path) => /bookings\/|profile/.test(path))).toEqual([]);
      // Those of all rows together.
      expect(bookings.filter((path) => path.includes('booking_id'))).toHaveLength(2);
    });
  });

  it('reads appointments as one comes to them, the soonest first, each page once', async () => {
    await addBookings(120);
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      const first = await asked(page, async () => {
        await page.goto('/dashboard?tab=bookings');
        await shown(page, 50);
      });
      expect(lists(first)).toHaveLength(1);
      expect(await page.getByText('Ahead 0', { exact: true }).count()).toBe(1);
      expect(await page.getByText('Ahead 60', { exact: true }).count()).toBe(0);
      const next = await asked(page, async () => {
        await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
        await shown(page, 100);
      });
      expect(lists(next)).toEqual([expect.stringMatching(/[?&]cursor=/)]);
      // By keyboard: what follows is there before Tab comes to the button.
      await page.getByRole('button', { name: /^Cancel: Ahead 60,/ }).focus();
      const more = page.getByRole('button', { name: 'Load more' });
      const isOn = (selector: string) => page.evaluate((part) => Boolean(document.activeElement?.closest(part)), selector);
      for (let presses = 0; presses < 300 && (await more.count()) > 0 && !(await isOn('[data-list-end]')); presses += 1) await page.keyboard.press('Tab');
      await more.waitFor({ state: 'detached' });
      await page.waitForFunction(() => Boolean(document.activeElement?.closest('[data-row]')));
      await page.keyboard.press('End');
      await page.getByText('Ahead 119', { exact: true }).waitFor();

      // Another list begins at its top, wherever one stood in this one; the same one loaded again does not.
      await page.evaluate(() => window.scrollTo(0, 3000));
      await page.waitForFunction(() => Math.abs(Number(/:(\d+)\}$/.exec(sessionStorage.getItem('attune-scroll') ?? '')?.[1]) - 3000) < 1000);
      await page.reload();
      await page.waitForFunction(() => window.scrollY > 2000);
      await page.goto('/dashboard?tab=bookings&view=past');
      await shown(page, 50);
      expect(await page.evaluate(() => window.scrollY)).toBe(0);
      // A search that finds one of all, and not of what was read.
      await page.getByLabel('Search').fill('Behind 111');
      await page.getByText('Behind 111', { exact: true }).waitFor();
      await page.getByRole('status').filter({ hasText: '1 booking shown' }).waitFor();
    });
  });

  it('tells of a change at once, in another tab when it asks again', async () => {
    await visit(async (page, context) => {
      await signIn(page, 'Demo therapist');
      const second = await context.newPage();
      await second.goto('/dashboard?tab=bookings&q=Ahead 3');
      await page.goto('/dashboard?tab=bookings&q=Ahead 3');
      await page.getByRole('button', { name: /^Cancel: Ahead 3,/ }).click();
      await page.getByRole('button', { name: 'Cancel appointment' }).click();
      await toast(page, 'Appointment cancelled. The client will be told.');
      const row = (of: Page) => of.locator('li', { has: of.getByText('Ahead 3', { exact: true }) });
      await row(page).getByText('cancelled', { exact: true }).waitFor();
      await second.getByLabel('Status').selectOption('cancelled');
      await row(second).getByText('cancelled', { exact: true }).waitFor();
    });
  });

  it('fits, empty, full and failing, into narrow and wide windows, light and dark', async () => {
    for (const [width, dark] of [[320, false], [1280, true]] as const) {
      await visit(
        async (page) => {
          await signIn(page, 'Demo therapist');
          for (const path of ['/dashboard', '/dashboard?tab=bookings', '/dashboard?tab=services']) {
            await page.goto(path);
            await page.waitForLoadState('networkidle');
            expect(await widerThanWindow(page)).toBeNull();
            await picture(page, `first-${width}-${path.replace(/\W+/g, '-')}`);
          }
          await page.route('**/api/therapist/bookings?*cursor*', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"Down."}' }));
          await page.goto('/dashboard?tab=bookings');
          await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded();
          await seen(page, 'More bookings could not be loaded.');
          expect(await widerThanWindow(page)).toBeNull();
          await picture(page, `first-${width}-more-failed`);
          await page.route('**/api/therapist/bookings/overview', (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{"detail":"Down."}' }));
          await page.goto('/dashboard');
          await page.getByRole('button', { name: 'Try Again' }).waitFor();
          await picture(page, `first-${width}-failed`);
        },
        { width, dark },
      );
    }
  });
});
