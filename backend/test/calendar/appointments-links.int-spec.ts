import { DateTime } from 'luxon';
import { NotYet } from '../../src/common/jobs/job';
import { CalendarAppointments } from '../../src/modules/calendar/appointments/appointments.service';
import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { RemindersService } from '../../src/modules/notifications/reminders/reminders.service';
import { chooseCalendar, connectCalendar, syncAccount, tellOfChange } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice, proveBookings, workday, ZONE } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Video sessions without a link of the therapist's get one of Google Meet, and their mails wait a moment for it. */
const LINK = /^https:\/\/meet\.google\.com\/[a-z]{3}-[a-z]{4}-[a-z]{3}$/;
let google: GoogleStandIn;
let catcher: MailCatcher;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  [google, catcher] = [await startGoogleStandIn(), await MailCatcher.start()];
  test = await startTestApp({ ...google.environment, SMTP_URL: catcher.url, BOOKING_LIMIT_PER_IP: '1000', BOOKING_CHANGE_MAIL_DELAY_S: '0' });
});
afterAll(async () => {
  await test.close();
  await google.close();
  await catcher.close();
});
beforeEach(async () => {
  control().videoLinks({ mode: 'success' });
  control().clearFaults();
  practice = await openPractice(test, { session_type: 'online' });
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await chooseCalendar(practice.therapist, { meet_links: true });
  catcher.mails.length = 0;
});

interface Job {
  id: string;
  payload: { booking_event_id: string; recipient: 'client' | 'therapist' };
}

const control = () => google.calendar.control;
const sync = () => syncAccount(test, practice.therapist.id);
const bookOne = async (time = '10:00'): Promise<string> =>
  ((await book(test, practice, { appointment_date: workday(test, 3), appointment_time: time, client_email: `${Date.now()}@example.org` }).expect(201)).body as { id: string }).id;
const detail = async (id: string) => (await test.database.query<{ place_detail: string | null }>('select place_detail from bookings where id = $1', [id]))[0]?.place_detail;
const jobsOf = (id: string) =>
  test.database.query<Job>(`select o.id, o.payload from outbox o join booking_events e on e.id::text = o.payload ->> 'booking_event_id'
    where o.job = 'send-booking-mail' and e.booking_id = $1 order by o.payload ->> 'recipient'`, [id]);
/** @returns how many were put off */
const sendAll = async (id: string): Promise<number> => {
  let putOff = 0;
  for (const { payload } of await jobsOf(id)) {
    await test.app.get(BookingNotifier, { strict: false }).send(payload).catch((error: unknown) => {
      if (!(error instanceof NotYet)) throw error;
      putOff += 1;
    });
  }
  return putOff;
};
const texts = () => catcher.mails.map(({ text, attachments }) => [text, ...attachments.map(({ content }) => content.toString())].join('\n').replaceAll('\r\n ', ''));
const move = async (id: string, time: string) => {
  const [row] = await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]);
  await practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: row!.starts_at.toISOString(), appointment_date: workday(test, 3), appointment_time: time }).expect(200);
};

it('the mail waits for the link and carries it, as the list does; a move keeps it', async () => {
  const id = await bookOne();
  expect(await sendAll(id)).toBe(2);
  expect(catcher.mails).toEqual([]);
  await sync();
  const link = await detail(id);
  expect(link).toMatch(LINK);
  await sendAll(id);
  expect(catcher.mails).toHaveLength(2);
  expect(texts().some((text) => text.includes(link!))).toBe(true);
  expect((await practice.therapist.get('/api/therapist/bookings').expect(200)).body).toMatchObject([{ id, place_detail: link }]);
  await move(id, '14:00');
  await sync();
  expect(await detail(id)).toBe(link);
  await chooseCalendar(practice.therapist, { meet_links: false });
  await sync();
  expect(control().events({ account })).toMatchObject([{ hangoutLink: link }]);
  expect(await detail(id)).toBe(link);
});

it('a link that Google is still making is asked for again', async () => {
  control().videoLinks({ mode: 'pending', reads: 2 });
  const id = await bookOne();
  await sync();
  expect(await detail(id)).toBeNull();
  await sendAll(id);
  expect(catcher.mails).toEqual([]);
  const again = await test.database.query(`select from outbox where job = 'sync-calendar' and available_at > now() and payload ->> 'therapist_id' = $1`, [practice.therapist.id]);
  expect(again.length).toBeGreaterThan(0);
  await sync();
  await sync();
  expect(await detail(id)).toMatch(LINK);
  expect(control().requests().filter(({ method }) => method === 'POST' || method === 'PATCH').filter(({ body }) => 'conferenceData' in body).length).toBeLessThanOrEqual(2);
});

it('one that Google does not make holds no mail; one that takes too long is waited for a minute, and comes later', async () => {
  control().videoLinks({ mode: 'failure' });
  const refused = await bookOne();
  await sync();
  await sendAll(refused);
  expect(catcher.mails).toHaveLength(2);
  catcher.mails.length = 0;
  control().videoLinks({ mode: 'pending', reads: 1_000 });
  const slow = await bookOne('12:00');
  await sync();
  await sendAll(slow);
  expect(catcher.mails).toEqual([]);
  test.clock.advance(61_000);
  await sendAll(slow);
  expect(catcher.mails).toHaveLength(2);
  expect(new Set(catcher.messageIds).size).toBe(2);
  test.clock.advance(120_000);
  await sync();
  const event = (control().events({ account }) as unknown as { id: string; start: { dateTime: string }; conferenceData: { createRequest: { status: { statusCode: string } } } }[]).find(({ conferenceData }) => conferenceData.createRequest.status.statusCode === 'pending')!;
  const place = control().place({ account });
  place.calendar.events.get(event.id)!.linkAfterReads = 1;
  for (let turn = 0; turn < 3; turn += 1) {
    await tellOfChange(test, practice.therapist.id);
    await sync();
  }
  expect(await detail(slow)).toMatch(LINK);
});

it('a client whose mail went without a link has it in the portal as soon as it is there, and in the reminder', async () => {
  const client = await signInClient(test);
  control().videoLinks({ mode: 'pending', reads: 3 });
  const { body } = await book(test, practice, { appointment_date: workday(test, 3), appointment_time: '10:00', client_email: client.email }).expect(201);
  const { id } = body as { id: string };
  await proveBookings(test, client.email);
  catcher.mails.length = 0;
  await sync();
  test.clock.advance(61_000);
  await sendAll(id);
  expect(texts()).toHaveLength(2);
  for (const text of texts()) expect(text).not.toContain('meet.google.com');
  const inPortal = async (): Promise<unknown> => ((await client.get('/api/client/dashboard').expect(200)).body as { upcoming_bookings: { place_detail: string | null }[] }).upcoming_bookings[0]?.place_detail;
  expect(await inPortal()).toBeNull();
  for (let turn = 0; turn < 3; turn += 1) await sync();
  const link = await detail(id);
  expect(link).toMatch(LINK);
  expect(await inPortal()).toBe(link);
  expect((await client.get(`/api/client/bookings/${id}/event.ics`).expect(200)).text.replaceAll('\r\n ', '')).toContain(link);
  catcher.mails.length = 0;
  test.clock.set(DateTime.fromISO(`${workday(test, 2)}T10:00`, { zone: ZONE }).toJSDate().toISOString());
  const reminders = test.app.get(RemindersService, { strict: false });
  await reminders.remind();
  const [reminder] = await test.database.query<{ id: string }>('select id from booking_reminders where booking_id = $1', [id]);
  await reminders.deliver({ reminder_id: reminder?.id ?? '' });
  expect(texts()).toEqual([expect.stringContaining(link!)]);
  test.clock.set(new Date().toISOString());
});

it('a Google that is down delays a mail by a minute at most and loses none', async () => {
  control().fault({ kind: 'unavailable', times: 100 });
  const id = await bookOne();
  await sync();
  await sendAll(id);
  expect(catcher.mails).toEqual([]);
  test.clock.advance(61_000);
  await sendAll(id);
  expect(catcher.mails).toHaveLength(2);
});

it('where the therapist has a link of their own, or wants none of Google, nothing is asked for and nothing waits', async () => {
  await chooseCalendar(practice.therapist, { meet_links: false });
  const id = await bookOne();
  await sendAll(id);
  expect(catcher.mails).toHaveLength(2);
  await sync();
  expect(await detail(id)).toBeNull();
  expect(control().events({ account }).map((event) => event['hangoutLink'])).toEqual([undefined]);
  const own = await openPractice(test, { session_type: 'online', video_link: 'https://video.example/room' });
  await connectCalendar(test, google, own.therapist);
  await chooseCalendar(own.therapist, { meet_links: true });
  const { body } = await book(test, own, { client_email: 'own@example.org' }).expect(201);
  await syncAccount(test, own.therapist.id);
  expect(await detail((body as { id: string }).id)).toBe('https://video.example/room');
  expect(control().events({ account: own.therapist.email }).map((event) => event['hangoutLink'])).toEqual([undefined]);
});

it('the appointments of a series have a link each, and its one mail claims none for all', async () => {
  const series = { service_id: practice.serviceId, client_name: 'Ines Duarte', client_email: 'ines@example.org', appointment_time: '11:00', every_weeks: 1, dates: [workday(test, 3), workday(test, 8)] };
  const made = (await practice.therapist.post('/api/therapist/bookings/series', series).expect(201)).body as { id: string }[];
  await sync();
  const links = await Promise.all(made.map(({ id }) => detail(id)));
  expect(new Set(links).size).toBe(2);
  await sendAll(made[0]!.id);
  expect(catcher.mails).toHaveLength(2);
  for (const { text } of catcher.mails) for (const link of links) expect(text).not.toContain(link);
});

it('a link that comes while the mail is being written goes along', async () => {
  const id = await bookOne();
  const calendar = test.app.get(CalendarAppointments, { strict: false });
  const asks = calendar.awaitsLink.bind(calendar);
  const look = jest.spyOn(calendar, 'awaitsLink').mockImplementationOnce(async (bookingId) => {
    await sync();
    return asks(bookingId);
  });
  await sendAll(id);
  look.mockRestore();
  expect(catcher.mails).toHaveLength(2);
  for (const text of texts()) expect(text).not.toContain('The link follows from your therapist');
});
