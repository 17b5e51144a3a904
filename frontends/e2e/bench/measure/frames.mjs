import { createRequire } from 'node:module';
import { median } from './statistics.mjs';

const { Client } = createRequire(import.meta.url)('pg');

const BOOKINGS = 5_000;
const QUESTIONS = 100;
/** How much slower than this machine's the processor is that letters are typed on. */
const SLOWDOWN = 4;
const FRAME_TARGET_MS = 50;
const SCROLLED_MS = 8_000;
const STEP_PX = 120;
const ROUNDS = 3;
const DESK = { viewport: { width: 1280, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Paris' };
const TYPED = 'and a few more words to type';

/**
 * What a therapist's long screens feel like: 5,000 bookings that are scrolled, and letters typed into the middle of a form of 100 questions
 * on a processor that is four times slower.
 * @param {import('playwright-core').Browser} browser
 * @param {import('./report.mjs').Report} report
 * @param {{ url: string, databaseUrl: string }} product
 */
export async function watchFrames(browser, report, { url, databaseUrl }) {
  await addBookings(databaseUrl);
  const context = await browser.newContext({ ...DESK, baseURL: url });
  try {
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto('/');
    await page.getByRole('banner').getByRole('button', { name: 'For Therapists' }).click();
    await page.getByRole('button', { name: 'Demo therapist' }).click();
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await scrollBookings(page, report);
    await typeIntoForm(page, context, report, url);
  } finally {
    await context.close();
  }
}

async function scrollBookings(page, report) {
  await page.goto('/dashboard?tab=bookings&view=all');
  const shown = page.getByRole('status').filter({ hasText: /bookings? shown/ });
  await shown.waitFor();
  const more = page.getByRole('button', { name: 'Load more' });
  while (await more.isVisible()) {
    const before = await shown.textContent();
    await more.click();
    await page.waitForFunction((text) => [...document.querySelectorAll('[role=status]')].some((one) => /bookings? shown/.test(one.textContent) && one.textContent !== text), before);
  }
  report.section(`${await shown.textContent()}, scrolled for ${SCROLLED_MS / 1_000} s`);
  for (let round = 1; round <= ROUNDS; round += 1) {
    await page.evaluate(() => scrollTo(0, 0));
    await page.waitForTimeout(1_000);
    const frames = await page.evaluate(scroll, [SCROLLED_MS, STEP_PX]);
    report.figure(`longest of ${frames.length} frames, round ${round}`, Math.max(...frames), { atMost: FRAME_TARGET_MS, unit: 'ms' });
  }
}

/** Runs inside the page. @returns how long each frame was, in milliseconds */
async function scroll([forMs, stepPx]) {
  const frames = [];
  let last = performance.now();
  const end = last + forMs;
  let top = 0;
  await new Promise(requestAnimationFrame);
  while (last < end) {
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
    top = top + stepPx > document.documentElement.scrollHeight ? 0 : top + stepPx;
    scrollTo(0, top);
  }
  return frames.slice(1);
}

async function typeIntoForm(page, context, report, url) {
  const token = decodeURIComponent((await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '');
  const questions = Array.from({ length: QUESTIONS }, (_, index) => ({
    type: 'radio',
    question: `Question ${index + 1}, which is as long as questions are`,
    options: ['Never', 'Sometimes', 'Often', 'Always'],
    help_text: 'A help text that somebody took the time to write.',
  }));
  const made = await context.request.post('/api/therapist/intake-forms', { data: { title: 'A hundred', questions }, headers: { 'X-XSRF-TOKEN': token, Origin: url } });
  if (made.status() !== 201) throw new Error(`The form was not made: ${made.status()}`);
  await page.goto(`/intake-forms?form=${(await made.json()).id}`);
  await page.locator('[data-part=title]').nth(QUESTIONS / 2).click();
  // What the browser itself takes for a letter on such a processor: a page with one field and nothing else.
  const bare = await context.newPage();
  await bare.setContent('<textarea autofocus rows="4" cols="60"></textarea>');
  report.section(`A letter among ${QUESTIONS} questions, interaction to next paint (in steps of 8 ms), on a processor ${SLOWDOWN} times slower`);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const alone = await typeSlowly(context, bare, bare.locator('textarea'));
    const painted = await typeSlowly(context, page, page.getByLabel('Question', { exact: true }));
    report.figure(`half of ${TYPED.length} letters, round ${round}`, median(painted), { atMost: FRAME_TARGET_MS, unit: 'ms', note: `(an empty page: ${median(alone).toFixed(0)})` });
    report.figure(`the slowest of them`, Math.max(...painted), { atMost: FRAME_TARGET_MS, unit: 'ms', note: `(an empty page: ${Math.max(...alone).toFixed(0)})` });
  }
}

async function typeSlowly(context, page, field) {
  await page.bringToFront();
  await field.focus();
  const tool = await context.newCDPSession(page);
  await tool.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  try {
    await page.waitForTimeout(1_500);
    await page.evaluate(watchKeys);
    for (const letter of TYPED) {
      await page.keyboard.type(letter);
      await page.waitForTimeout(letter === ' ' ? 1_500 : 120);
    }
    await page.waitForTimeout(500);
    return await page.evaluate(() => window.attuneKeys);
  } finally {
    await tool.detach();
  }
}

/** Runs inside the page: the browser's own account of each key, those that took less than one frame aside. */
function watchKeys() {
  window.attuneKeys = [];
  if (window.attuneWatches) return;
  window.attuneWatches = true;
  const watch = new PerformanceObserver((list) => window.attuneKeys.push(...list.getEntries().flatMap(({ name, duration }) => (name === 'keydown' ? [duration] : []))));
  watch.observe({ type: 'event', durationThreshold: 16 });
}

/** Half of them to come, half of them over, eight a day, more than a year away from the demo practice's own. */
async function addBookings(databaseUrl) {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const copied = `therapist_id, service_id, client_id, timezone, duration_minutes, service_name, session_type, client_name, client_email, created_at`;
    for (const [sign, status] of [[1, 'confirmed'], [-1, 'completed']]) {
      await client.query(
        `insert into bookings (id, starts_at, ends_at, local_date, local_time, status, manage_token_hash, manage_token, ${copied})
         select gen_random_uuid(), t.at, t.at + b.duration_minutes * interval '1 minute', (t.at at time zone b.timezone)::date, to_char(t.at at time zone b.timezone, 'HH24:MI'),
           $1, gen_random_uuid()::text::bytea, '', b.therapist_id, b.service_id, b.client_id, b.timezone, b.duration_minutes, b.service_name, b.session_type, b.client_name, b.client_email, b.created_at
         from (select * from bookings where status = 'confirmed' order by starts_at limit 1) b, generate_series(0, $3::int) n,
           lateral (select (((now() at time zone b.timezone)::date + $2::int * (400 + n / 8)) + (9 + n % 8) * interval '1 hour') at time zone b.timezone as at) t`,
        [status, sign, BOOKINGS / 2 - 1],
      );
    }
  } finally {
    await client.end();
  }
}
