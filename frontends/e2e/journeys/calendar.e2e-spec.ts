import { Page } from 'playwright-core';
import { problemsOf } from '../harness/axe';
import { agree, demoGoogle, GoogleEvent } from '../harness/demo-google';
import { fillDetails, isFor, linkOf, signIn, toast } from '../harness/people';
import { startProduct } from '../harness/product';

const product = startProduct();
const { visit } = product;

const ACCOUNT = 'amelie@demo.attune.example';
const CLIENT = 'soren@visitor.example';
/** The therapist's own, so that all clocks show the same. */
const ZONE = 'America/New_York';

interface FreeDay {
  date: string;
  times: { time: string }[] | string[];
}

const google = <Result>(deed: string, fields: object = {}): Promise<Result> => demoGoogle(product.stack.url)<Result>(deed, { account: ACCOUNT, ...fields });
/** The visitor's appointment as it stands at Google. */
const eventOfVisitor = (): Promise<GoogleEvent> => until('the event', async () => (await google<GoogleEvent[]>('events')).find(({ summary }) => summary === 'Appointment S. Å. L.'));

const read = async <Body>(path: string): Promise<Body> => (await (await fetch(`${product.stack.url}${path}`)).json()) as Body;
const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The first days of the next weeks that have several free times for the first service by video. */
async function freeDays(): Promise<{ date: string; times: string[] }[]> {
  const { therapist_id } = product.stack.demo;
  const services = await read<{ id: string; session_type: string }[]>(`/api/public/therapist/${therapist_id}/services`);
  const { days } = await read<{ days: FreeDay[] }>(`/api/public/therapist/${therapist_id}/availability?service_id=${services[0]?.id}&from=${daysFromNow(7)}&to=${daysFromNow(30)}`);
  return days.map(({ date, times }) => ({ date, times: times.map((one) => (typeof one === 'string' ? one : one.time)) })).filter(({ times }) => times.length > 3);
}

/** Until a thing is so; what happens at Google is seen within seconds. */
async function until<Value>(what: string, look: () => Promise<Value | undefined | false>): Promise<Value> {
  for (let tries = 0; tries < 120; tries += 1) {
    const value = await look();
    if (value !== undefined && value !== false) return value;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`never came: ${what}`);
}

async function openCalendar(page: Page): Promise<void> {
  await page.goto('/dashboard?tab=calendar');
  await page.getByRole('button', { name: 'Refresh status' }).waitFor();
}

/** Asks Google. What the page says meanwhile may be there for too short a time to be seen. */
async function refresh(page: Page): Promise<void> {
  const step = async (): Promise<string> => {
    const { state, last_synced_at } = (await (await page.request.get('/api/therapist/calendar/status')).json()) as { state: string; last_synced_at: string | null };
    return `${state} ${last_synced_at}`;
  };
  const before = await step();
  await page.getByRole('button', { name: 'Refresh status' }).click();
  await until('an answer of Google', async () => (await step()) !== before);
  await page.getByText('Google is being asked…').waitFor({ state: 'hidden', timeout: 30_000 });
}

/** The first service keeps no link of its own. */
async function withoutOwnLink(page: Page): Promise<void> {
  const [service] = (await (await page.request.get('/api/therapist/services')).json()) as (Record<string, unknown> & { id: string })[];
  if (!service) throw new Error('The demo therapist has no service.');
  const { id, name, description, duration_minutes, price, is_free, session_type, address, online_place, visibility } = service;
  const token = (await page.context().cookies()).find((cookie) => cookie.name === 'XSRF-TOKEN')?.value ?? '';
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token), Origin: product.stack.url };
  const data = { name, description, duration_minutes, price, is_free, session_type, address, online_place, visibility, video_link: null };
  expect((await page.request.put(`/api/therapist/services/${id}`, { headers, data })).status()).toBe(200);
}

/** In the therapist's own browser. */
const asTherapist = (work: (page: Page) => Promise<void>): Promise<void> =>
  visit(
    async (page) => {
      await signIn(page, 'Demo therapist');
      await openCalendar(page);
      await work(page);
    },
    { timezone: ZONE },
  );

describe('the calendar in step', () => {
  it('is not connected when somebody says no, and is when they agree', async () => {
    await asTherapist(async (page) => {
      const problems = await problemsOf(page, 'calendar not connected');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByText('Failed to connect Google Calendar. Please try again.').waitFor();
      expect(new URL(page.url()).search).toBe('?tab=calendar');
      problems.push(...(await problemsOf(page, 'calendar refused')));
      await page.setViewportSize({ width: 1280, height: 900 });

      await page.getByRole('button', { name: 'Connect', exact: true }).click();
      expect(await agree(page)).toEqual(['View and edit events on all your calendars', 'View your availability in your calendars']);
      await toast(page, 'Google Calendar was connected successfully');
      await page.getByText('Your Google Calendar and your appointments are in step.').waitFor();
      await page.getByText(ACCOUNT).first().waitFor();
      await page.getByRole('checkbox', { name: 'Make Google Meet links' }).check();
      await page.getByText('You have unsaved changes.').waitFor();
      await page.getByRole('button', { name: 'Save choices' }).click();
      await toast(page, 'Calendar choices saved');
      problems.push(...(await problemsOf(page, 'calendar connected')));
      // Back is where the therapist came from, not once more through Google's answer.
      expect(page.url()).not.toContain('calendar_connected');
      expect(problems).toEqual([]);
    });
  });

  it('an event takes a time away from the booking page, and a visitor’s appointment stands there with a link', async () => {
    await asTherapist(withoutOwnLink);
    const [day] = await freeDays();
    const { date = '', times: [taken = '', free = ''] = [] } = day ?? {};
    const at = (time: string, minutes: number): string => new Date(Date.parse(`${date}T${time}:00Z`) + minutes * 60_000).toISOString().slice(0, 16);
    await google('addEvent', { title: 'Dentist', start: at(taken, 0), end: at(taken, 1) });
    await asTherapist(refresh);
    await until('the time is taken', async () => !(await freeDays()).some((one) => one.date === date && one.times.includes(taken)));

    await visit(
      async (page) => {
        await page.goto(`/t/${product.stack.demo.slug}`);
        await page.getByRole('button', { name: /^Book Now/ }).first().click();
        while (!(await page.locator(`[data-day="${date}"]`).getByRole('button').isEnabled().catch(() => false))) await page.getByRole('button', { name: 'Go to the Next Month' }).click();
        await page.locator(`[data-day="${date}"]`).getByRole('button').click();
        const times = page.getByRole('group', { name: /^Free times on/ });
        const offered = times.getByRole('button', { name: new RegExp(`^${free}`) });
        await offered.or(times.getByRole('button').last()).first().waitFor();
        expect(await times.getByRole('button', { name: new RegExp(`^${taken}`) }).count()).toBe(0);
        expect(await page.getByText('Dentist').count()).toBe(0);
        await times.getByRole('button').last().click();
        await fillDetails(page, CLIENT);
        await page.getByRole('button', { name: 'Confirm Booking' }).click();
        await page.getByRole('heading', { name: 'Booking Confirmed!' }).waitFor();
      },
      { timezone: ZONE },
    );

    const event = await eventOfVisitor();
    expect(event.hangoutLink).toMatch(/^https:\/\/meet\.google\.com\//);
    const mail = await product.stack.mail(CLIENT, isFor(CLIENT));
    // An address that anybody could have given gets no link by mail: it stands on the appointment's own page.
    expect(mail.text).toContain('you open the session from the page of this appointment');
    await product.stack.mail(ACCOUNT, ({ text }) => text.includes(event.hangoutLink ?? 'no link'));
    await visit(async (page) => {
      await page.goto(linkOf(mail).replace(/^https?:\/\/[^/]+/, ''));
      const link = page.getByRole('link', { name: event.hangoutLink ?? '' });
      await link.waitFor();
      expect(await link.getAttribute('href')).toBe(event.hangoutLink);
      expect(await problemsOf(page, 'manage with a link')).toEqual([]);
    });
  });

  it('works with the main calendar until its therapist lets others be seen, and to say no loses nothing', async () => {
    await asTherapist(async (page) => {
      const calendars = page.getByRole('group', { name: /^Calendars that block times/ });
      expect(await calendars.getByRole('checkbox').count()).toBe(1);
      await page.getByText('Attune uses your main calendar only.').waitFor();
      const problems = await problemsOf(page, 'calendar main alone');
      await page.setViewportSize({ width: 1280, height: 900 });
      const others = page.getByRole('button', { name: 'Choose other calendars' });
      await others.click();
      await page.getByRole('heading', { name: 'Attune wants access to your Google Account' }).waitFor();
      problems.push(...(await problemsOf(page, 'google asks for the list')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('Your calendar stays connected, and only the main one is used.').waitFor();
      await page.getByText('Your Google Calendar and your appointments are in step.').waitFor();
      problems.push(...(await problemsOf(page, 'calendar list declined')));
      await page.setViewportSize({ width: 1280, height: 900 });

      await others.click();
      expect(await agree(page)).toEqual(['See the list of calendars you are subscribed to']);
      await toast(page, 'All your calendars can be chosen now');
      await calendars.getByRole('checkbox', { name: 'Family' }).check();
      await page.getByRole('button', { name: 'Save choices' }).click();
      await toast(page, 'Calendar choices saved');
      expect(await others.count()).toBe(0);
      problems.push(...(await problemsOf(page, 'calendar others chosen')));
      expect(problems).toEqual([]);
    });
    const [day] = await freeDays();
    const { date = '', times: [taken = ''] = [] } = day ?? {};
    const end = new Date(Date.parse(`${date}T${taken}:00Z`) + 60_000).toISOString().slice(0, 16);
    await google('addEvent', { calendar: 'Family', title: 'Party', start: `${date}T${taken}`, end });
    await asTherapist(refresh);
    await until('the other calendar takes the time', async () => !(await freeDays()).some((one) => one.date === date && one.times.includes(taken)));
  });

  it('says from when on nobody can book where there are more busy times than are kept', async () => {
    await asTherapist(async (page) => {
      await page.route('**/api/therapist/notices', async (route) => {
        const answer = await route.fetch();
        const notices = (await answer.json()) as { calendar: object };
        await route.fulfill({ response: answer, json: { ...notices, calendar: { ...notices.calendar, busy_blocks: 10_000, busy_known_until: `${daysFromNow(60)}T08:00:00.000Z` } } });
      });
      await openCalendar(page);
      await page.getByText(/^There are more busy times than Attune keeps: nobody can book from .* on\.$/).waitFor();
      expect(await problemsOf(page, 'calendar too many')).toEqual([]);
    });
  });

  it('what the therapist moved there waits for a decision, and the client hears of it afterwards alone', async () => {
    const event = await eventOfVisitor();
    const later = (at = ''): string => new Date(Date.parse(at) + 86_400_000).toISOString();
    await google('moveEvent', { id: event.id, start: later(event.start.dateTime), end: later(event.end.dateTime) });
    await asTherapist(async (page) => {
      await refresh(page);
      const card = page.getByRole('region', { name: 'Different in your Google Calendar' });
      await card.getByText(/^Agreed: .* – In Google: /).waitFor();
      const problems = await problemsOf(page, 'calendar undecided');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('tab', { name: /^Bookings/ }).click();
      await page.getByText(/One appointment waits for your decision/).waitFor();
      await page.getByLabel('Search', { exact: true }).fill('Søren');
      await page.getByRole('button', { name: /^Put it back: / }).first().waitFor();
      problems.push(...(await problemsOf(page, 'bookings undecided')));
      await page.setViewportSize({ width: 1280, height: 900 });
      expect((await product.stack.mails(CLIENT)).filter(({ subject }) => /moved|new time|changed/i.test(subject))).toEqual([]);

      await page.getByRole('button', { name: /^Move the appointment too: / }).first().click();
      const question = page.getByRole('alertdialog', { name: 'Move the appointment too?' });
      await question.getByLabel(/^A word to the client/).fill('The dentist, sorry.');
      problems.push(...(await problemsOf(page, 'calendar move too')));
      await page.setViewportSize({ width: 1280, height: 900 });
      await question.getByRole('button', { name: 'Move appointment' }).click();
      await toast(page, 'Appointment moved. The client will be told.');
      expect(problems).toEqual([]);
    });
    await product.stack.mail(CLIENT, ({ subject }) => /moved|new time|changed/i.test(subject));
  });

  it('an access that was taken back is told of on every page and by mail, and is caught up by connecting again', async () => {
    await google('revokeGrant');
    await asTherapist(async (page) => {
      await page.getByRole('button', { name: 'Refresh status' }).click();
      await page.getByRole('button', { name: 'Connect again' }).waitFor();
      const problems = await problemsOf(page, 'calendar out of step');
      await product.stack.mail(ACCOUNT, ({ subject }) => subject === 'Your Google Calendar is out of step');
      for (const address of ['/dashboard', '/profile', '/intake-forms', '/intake-forms/sent']) {
        await page.setViewportSize({ width: 1280, height: 900 });
        await page.goto(address);
        await page.getByText('Google Calendar needs to be connected again').waitFor();
        problems.push(...(await problemsOf(page, `out of step ${address}`, [1280, 320])));
      }
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('link', { name: 'Open Calendar Settings' }).click();
      await page.getByRole('button', { name: 'Connect again' }).click();
      // Another calendar than the main one is chosen.
      expect(await agree(page)).toHaveLength(3);
      await page.getByText('Your Google Calendar and your appointments are in step.').waitFor();
      await page.goto('/profile');
      await page.getByRole('heading', { level: 1, name: 'Therapist Profile' }).waitFor();
      expect(await page.getByText('Google Calendar needs to be connected again').count()).toBe(0);
      expect(problems).toEqual([]);
    });
    expect((await product.stack.mails(ACCOUNT)).filter(({ subject }) => subject === 'Your Google Calendar is out of step')).toHaveLength(1);
  });
});

describe('other calendars', () => {
  it('read a secret address, which a new one replaces', async () => {
    await asTherapist(async (page) => {
      await page.getByRole('button', { name: 'Make an address' }).click();
      const field = page.getByLabel('Your private address');
      await field.waitFor();
      const address = await field.inputValue();
      const path = new URL(address).pathname;
      expect((await fetch(`${product.stack.url}${path}`)).status).toBe(200);
      const problems = await problemsOf(page, 'private address');
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.getByRole('button', { name: 'New address' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'New address' }).click();
      await toast(page, 'The new address is made. The old one no longer works.');
      expect(await field.inputValue()).not.toBe(address);
      expect((await fetch(`${product.stack.url}${path}`)).status).toBe(404);

      await page.getByLabel('Address of the calendar').fill('https://127.0.0.1/secret.ics');
      await page.getByRole('button', { name: 'Save address' }).click();
      await page.locator('form', { hasText: 'Address of the calendar' }).getByText(/Please enter an address with a name/).waitFor();
      problems.push(...(await problemsOf(page, 'foreign address refused')));
      expect(problems).toEqual([]);
    });
  });
});
