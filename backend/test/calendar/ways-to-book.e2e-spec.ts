import { DateTime } from 'luxon';
import type * as supertest from 'supertest';
import { WaitingOffersService } from '../../src/modules/bookings/waiting-list/waiting-offers.service';
import { connectCalendar, syncAccount } from '../harness/connected-calendar';
import { holdTime, makeWave, verifyHold } from '../harness/booking-holds';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { openPractice, Practice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** Whichever way an appointment comes to be: while the calendar was not read for a while, Google is asked first. */
const WAVE = 1;
let google: GoogleStandIn;
let catcher: MailCatcher;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  [google, catcher] = [await startGoogleStandIn(), await MailCatcher.start()];
  test = await startTestApp({ ...google.environment, SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: String(WAVE) });
  // Waiting lists offer by day.
  test.clock.set(DateTime.fromJSDate(test.clock.now(), { zone: ZONE }).plus({ days: 1 }).set({ hour: 11 }).toJSDate().toISOString());
});
afterAll(async () => {
  await test.close();
  await google.close();
  await catcher.close();
});
beforeEach(async () => {
  google.calendar.control.clearFaults();
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await syncAccount(test, practice.therapist.id);
});

const PEOPLE = '/api/therapist/bookings';
const day = (n = 3): string => workday(test, n);
const idOf = async (call: PromiseLike<{ body: unknown }>): Promise<string> => ((await call).body as { id: string }).id;
const asTherapist = (fields: object = {}): supertest.Test =>
  practice.therapist.post(PEOPLE, { service_id: practice.serviceId, client_name: 'Ines Duarte', client_email: 'ines@example.org', appointment_date: day(), appointment_time: '10:00', ...fields });
const startOf = async (id: string): Promise<string> => (await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]))[0]?.starts_at.toISOString() ?? '';
const inWeeks = (weeks: number): string => DateTime.fromISO(day()).plus({ weeks }).toISODate() ?? '';
const seriesOf = (dates: string[], fields: object = {}): supertest.Test =>
  practice.therapist.post(`${PEOPLE}/series`, { service_id: practice.serviceId, client_name: 'Ines Duarte', client_email: 'ines@example.org', appointment_time: '10:00', every_weeks: 1, dates, ...fields });

/** Held times do not stand for as long as a calendar has to be left alone. */
async function fallBehind(): Promise<void> {
  await test.database.query('update calendar_connections set last_synced_at = $2 where therapist_id = $1', [practice.therapist.id, new Date(test.clock.now().getTime() - 16 * 60_000)]);
  test.clock.advance(6_000);
}

async function unchecked(): Promise<number> {
  const [row] = await test.database.query<{ n: number }>(
    `select count(*)::int as n from calendar_appointments a join bookings b on b.id = a.booking_id where a.therapist_id = $1 and a.unchecked_at is not null and b.status = 'confirmed'`,
    [practice.therapist.id],
  );
  return row?.n ?? 0;
}

const questions = (): number => google.calendar.requests.filter(({ path }) => path === '/freeBusy').length;
const dentist = (date: string, at = '10:30'): string => String(google.calendar.control.addEvent({ account, title: 'Dentist', start: `${date}T${at}`, end: `${date}T${at.replace(':30', ':45')}` })['id']);
const mute = (): void => google.calendar.control.fault({ kind: 'backendError', path: '/freeBusy$', times: 20 });

/** Somebody who waits is offered a time. @returns what accepts it, and the day that was offered */
async function offered(): Promise<{ date: string; at: string; accept: () => supertest.Test }> {
  const post = (path: string, body: object): supertest.Test => test.http.post(path).set('Origin', test.config.publicUrl).send(body);
  await post('/api/waiting-list', { service_id: practice.serviceId, client_name: 'Ines', client_email: 'waits@example.org', wishes: [{ weekday: null, from: '00:00', until: '23:59' }] }).expect(202);
  const offers = test.app.get(WaitingOffersService, { strict: false });
  const [job] = await test.database.query<{ payload: { request_id: string } }>(`select payload from outbox where job = 'send-waiting-mail' order by created_at desc limit 1`);
  await offers.send(job!.payload);
  const token = /\/waiting#(\S+)/.exec(catcher.mails.at(-1)?.text ?? '')?.[1];
  await post('/api/waiting-list/confirm', { token }).expect(200);
  await offers.offer({ therapist_id: practice.therapist.id });
  const { offer } = (await post('/api/waiting-list/request', { token }).expect(200)).body as { offer: { id: string; appointment_date: string; appointment_time: string } };
  return { date: offer.appointment_date, at: offer.appointment_time.replace(':00', ':30'), accept: () => post('/api/waiting-list/accept', { token, offer_id: offer.id }) };
}

/** @returns when it would be, and what makes the appointment */
interface Way {
  date: string;
  at?: string;
  take: () => supertest.Test;
  made: 200 | 201;
}

it.each<[string, () => Promise<Way>]>([
  ['a held time that is confirmed', async () => {
    await makeWave(test, practice, WAVE);
    const held = await holdTime(test, practice);
    return { date: held.date, take: () => verifyHold(test, held.id, held.code), made: 201 };
  }],
  ['an offer of the waiting list that is accepted', async () => {
    const { accept, ...when } = await offered();
    return { ...when, take: accept, made: 201 };
  }],
])('%s is not made where Google has something by now, and is marked where Google does not say', async (_, prepare) => {
  const { date, at, take, made } = await prepare();
  await fallBehind();
  const event = dentist(date, at);
  const before = questions();
  await take().expect(409);
  expect(questions()).toBe(before + 1);
  google.calendar.control.deleteEvent({ account, id: event });
  mute();
  await take().expect(made);
  expect(await unchecked()).toBe(1);
});

it('a therapist is asked whether they mean it, as with whatever else clients could not book, and is told where nobody could say', async () => {
  const { errors } = { errors: [{ field: 'on_purpose', message: expect.stringContaining('in your calendar') }] };
  await fallBehind();
  dentist(day());
  expect((await asTherapist().expect(422)).body).toMatchObject({ errors });
  const id = await idOf(asTherapist({ on_purpose: true }).expect(201));
  dentist(day(4));
  const move = async (fields: object): Promise<supertest.Response> => practice.therapist.put(`${PEOPLE}/${id}/time`, { starts_at: await startOf(id), appointment_date: day(4), appointment_time: '10:00', ...fields });
  expect((await move({})).body).toMatchObject({ errors });
  expect((await move({ appointment_time: '13:00' })).status).toBe(200);
  expect(await unchecked()).toBe(0);
  mute();
  expect((await move({ appointment_time: '15:00' })).status).toBe(200);
  await asTherapist({ appointment_time: '09:00' }).expect(201);
  expect(await unchecked()).toBe(2);
});

it('of a series every day is asked about, with a question for two months; what is taken is named, and all of them move as one', async () => {
  await fallBehind();
  dentist(inWeeks(1));
  dentist(inWeeks(12));
  const dates = [0, 1, 2, 12].map(inWeeks);
  const { body } = await practice.therapist.get(`${PEOPLE}/series?service_id=${practice.serviceId}&first_date=${dates[0]}&appointment_time=10:00&every_weeks=1&count=13`).expect(200);
  expect((body as { date: string; obstacle: string | null }[]).flatMap(({ date, obstacle }) => (obstacle === null ? [] : [[date, obstacle]]))).toEqual([[inWeeks(1), 'not-bookable'], [inWeeks(12), 'not-bookable']]);
  const before = questions();
  const refused = await seriesOf(dates).expect(422);
  expect(questions()).toBe(before + 2);
  expect((refused.body as { detail: string }).detail).toContain('2 of these 4 times');
  const made = (await seriesOf(dates, { on_purpose: [inWeeks(1), inWeeks(12)] }).expect(201)).body as { id: string }[];
  expect(await unchecked()).toBe(0);
  const first = made[0]!.id;
  const moveAll = async (time: string): Promise<supertest.Response> => practice.therapist.put(`${PEOPLE}/${first}/following/time`, { starts_at: await startOf(first), appointment_date: dates[0], appointment_time: time });
  dentist(inWeeks(2), '13:30');
  expect(await moveAll('13:00')).toMatchObject({ status: 422 });
  mute();
  expect(await moveAll('15:00')).toMatchObject({ status: 200 });
  expect(await unchecked()).toBe(4);
});
