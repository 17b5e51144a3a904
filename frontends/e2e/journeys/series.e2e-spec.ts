import { Client } from 'pg';
import { Page } from 'playwright-core';
import { problemsOf, widerThanWindow } from '../harness/axe';
import { picture } from '../harness/browser';
import { signIn } from '../harness/people';
import { startProduct } from '../harness/product';
import { smallTargets } from '../harness/targets';

const product = startProduct();
const { visit } = product;
const DAY_MS = 24 * 3_600_000;
const dayAfter = (date: string, days: number): string => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

interface Row {
  id: string;
  starts_at: string;
  appointment_date: string;
  appointment_time: string;
  status: string;
}

/** A Tuesday next month, so that half a year of weeks lies over a change of the clocks wherever they change. */
function tuesday(): string {
  const start = new Date(Date.now() + 30 * DAY_MS);
  return dayAfter(start.toISOString().slice(0, 10), (9 - start.getUTCDay()) % 7);
}

describe('a series', () => {
  it('over a change of the clocks keeps its hour; what is in the way is shown before; those that follow move, and are cancelled', async () => {
    await visit(async (page, context) => {
      await page.setViewportSize({ width: 1280, height: 900 });
      await signIn(page, 'Demo therapist');
      const first = tuesday();
      await page.goto('/dashboard?tab=bookings');
      await page.getByRole('button', { name: 'New appointment' }).click();
      const dialog = page.getByRole('dialog', { name: 'New appointment' });
      await dialog.getByText('Somebody new').click();
      await dialog.getByLabel('Name').fill('Ines Duarte');
      await dialog.getByLabel(/^Email/).fill('ines.duarte@example.org');
      await dialog.getByLabel('Service').selectOption({ label: 'First conversation, 20 min' });
      await dialog.getByLabel('Day', { exact: true }).fill(first);
      await dialog.getByLabel(/^Time in/).fill('08:10');
      await dialog.getByLabel('Repeats').selectOption('Every week');
      await dialog.getByLabel('How many appointments').fill('30');
      await dialog.getByRole('checkbox').nth(29).waitFor();
      await picture(page, 'series-preview');
      const problems = await problemsOf(page, 'series');
      await page.setViewportSize({ width: 1280, height: 900 });
      // Before the hours of the practice: each day is meant.
      await dialog.getByRole('button', { name: 'Take all that are possible' }).click();
      await dialog.getByRole('button', { name: /^Book 30 appointments/ }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('30 appointments booked').waitFor();
      const list = async (): Promise<Row[]> => ((await (await context.request.get(`/api/therapist/bookings?q=Ines&from=${first}`)).json()) as Row[]).reverse();
      const made = await list();
      expect(made.map(({ appointment_date, appointment_time }) => `${appointment_date} ${appointment_time}`)).toEqual(Array.from({ length: 30 }, (_, week) => `${dayAfter(first, 7 * week)} 08:10`));
      expect(new Set(made.map(({ starts_at }) => starts_at.slice(11, 16))).size).toBe(2);

      const third = made[2]!;
      await page.goto(`/dashboard?tab=bookings&show=week&date=${third.appointment_date}`);
      await page.locator(`[data-stop="${third.appointment_date} ${third.id}"]`).click();
      await page.getByRole('button', { name: /^Move: / }).click();
      const move = page.getByRole('dialog', { name: 'Move appointment' });
      await move.getByText('This and 27 following').click();
      await move.getByLabel(/^New time in /).fill('08:00');
      await picture(page, 'series-move');
      problems.push(...(await problemsOf(page, 'series move')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await move.getByRole('button', { name: 'Move appointments' }).click();
      await move.getByRole('alert').getByText(/^Please look at 28 of these 28 times/).waitFor();
      await move.getByRole('button', { name: 'Move them all the same' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('28 appointments moved. The client will be told.').waitFor();
      expect((await list()).map(({ appointment_time }) => appointment_time)).toEqual(['08:10', '08:10', ...Array.from({ length: 28 }, () => '08:00')]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('The appointments are where they were').waitFor();

      await page.goto(`/dashboard?tab=bookings&show=week&date=${third.appointment_date}`);
      await page.locator(`[data-stop="${third.appointment_date} ${third.id}"]`).click();
      await page.getByRole('button', { name: /^Cancel: / }).click();
      const question = page.getByRole('alertdialog');
      await question.getByText('This and 27 following').click();
      problems.push(...(await problemsOf(page, 'series cancel')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await question.getByRole('button', { name: 'Cancel appointments' }).click();
      await page.getByRole('region', { name: /^Notifications/ }).getByText('28 appointments cancelled').waitFor();
      expect((await list()).filter(({ status }) => status === 'cancelled')).toHaveLength(28);
      expect(problems).toEqual([]);
    });
  });

  it('fits a narrow phone and a finger', async () => {
    await visit(
      async (page) => {
        await signIn(page, 'Demo therapist');
        await page.goto('/dashboard?tab=bookings');
        await page.getByRole('button', { name: 'New appointment' }).click();
        const dialog = page.getByRole('dialog', { name: 'New appointment' });
        await dialog.getByLabel('Service').selectOption({ label: 'First conversation, 20 min' });
        await dialog.getByLabel('Day', { exact: true }).fill(tuesday());
        await dialog.getByLabel(/^Time in/).fill('10:00');
        await dialog.getByLabel('Repeats').selectOption('Every two weeks');
        await dialog.getByRole('checkbox').nth(9).waitFor();
        await picture(page, 'series-preview-phone');
        expect([await smallTargets(page, 44), await widerThanWindow(page)]).toEqual([[], null]);
      },
      { width: 320, touch: true },
    );
  });
});

/** So many appointments of the demo practice from the day after all others on, eight a day. */
async function fill(count: number): Promise<void> {
  const database = new Client({ connectionString: product.stack.databaseUrl });
  await database.connect();
  try {
    await database.query(
      `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name, session_type,
         client_name, client_email, status, manage_token_hash, manage_token, created_at)
       select gen_random_uuid(), b.therapist_id, b.service_id, b.client_id, t.at, t.at + interval '20 minutes', b.timezone, (t.at at time zone b.timezone)::date,
         to_char(t.at at time zone b.timezone, 'HH24:MI'), 20, b.service_name, b.session_type, b.client_name, b.client_email, 'confirmed', gen_random_uuid()::text::bytea, '', b.created_at
       from (select * from bookings order by starts_at desc limit 1) b, generate_series(0, $1::int - 1) n,
         lateral (select (b.local_date + 1 + n / 8 + (9 + n % 8) * interval '1 hour') at time zone b.timezone as at) t`,
      [count],
    );
  } finally {
    await database.end();
  }
}

/** Scrolls a page through as fast as a hand can. @returns how long its longest frame took, in milliseconds */
function longestFrame(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let [longest, last] = [0, performance.now()];
    for (let top = window.scrollY, steps = 0; steps < 300 && top > 0; top -= 150, steps += 1) {
      window.scrollTo(0, top);
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      [longest, last] = [Math.max(longest, now - last), now];
    }
    return longest;
  });
}

describe('five thousand appointments', () => {
  it('are read whole in a few steps, drawn where the reader is, and reached by Tab', async () => {
    await fill(5_000);
    await visit(async (page) => {
      await signIn(page, 'Demo therapist');
      await page.goto('/dashboard?tab=bookings');
      const shown = page.getByRole('status').getByText(/bookings shown/);
      const more = page.getByRole('button', { name: 'Load more' });
      await more.waitFor();
      for (let presses = 0; await more.isVisible(); presses += 1) {
        expect(presses).toBeLessThan(16);
        const before = await shown.textContent();
        // By its key: under a pointer the button may move between press and release, while rows above it come to their height.
        await more.press('Enter');
        await shown.filter({ hasNotText: before ?? '' }).waitFor({ timeout: 60_000 });
      }
      expect(Number.parseInt((await shown.textContent()) ?? '', 10)).toBeGreaterThanOrEqual(5_000);
      await page.waitForFunction(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return [...document.querySelectorAll('[data-row]')].at(-1)!.getBoundingClientRect().bottom < window.innerHeight;
      });
      expect(await page.locator('[data-row]').count()).toBeLessThan(150);
      process.stdout.write(`5,000 appointments: the longest frame while scrolling took ${Math.round(await longestFrame(page))} ms\n`);
      expect(await page.locator('[data-row]').count()).toBeLessThan(150);
      // Whoever goes on by Tab comes to rows that were not drawn before.
      const top = page.locator('[data-row]').first();
      await top.getByRole('link').first().focus();
      const id = await top.getAttribute('data-row');
      for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate((first) => document.activeElement?.closest('[data-row]')?.getAttribute('data-row') !== first && document.activeElement?.closest('[data-row]') !== null, id)).toBe(true);
    });
  });
});
