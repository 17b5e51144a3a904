import { chooseCalendar, connectCalendar, showCalendars, syncAccount } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** Appointments stand in the therapist's calendar at Google, whatever goes wrong on the way. */
let google: GoogleStandIn;
let test: TestApp;
let practice: Practice;
let account: string;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, BOOKING_LIMIT_PER_IP: '1000', BOOKING_CHANGE_MAIL_DELAY_S: '600' });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  await showCalendars(test, google, practice.therapist);
});
afterEach(() => google.calendar.control.clearFaults());

interface Shown {
  id: string;
  summary: string;
  status: string;
  etag: string;
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string };
}

const control = () => google.calendar.control;
const events = (calendar = 'primary', deleted = false) => control().events({ account, calendar, deleted }) as unknown as Shown[];
const when = (calendar?: string) => events(calendar).map(({ start }) => new Date(start.dateTime).toISOString()).sort();
const sync = () => syncAccount(test, practice.therapist.id);
const bookAt = async (time: string, fields: object = {}): Promise<string> =>
  ((await book(test, practice, { appointment_date: workday(test, 3), appointment_time: time, client_email: `${Date.now()}${time.replace(':', '')}@example.org`, ...fields }).expect(201)).body as { id: string }).id;
const startOf = async (id: string): Promise<Date> => (await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]))[0]!.starts_at;
const moveTo = async (id: string, time: string) =>
  practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: (await startOf(id)).toISOString(), appointment_date: workday(test, 3), appointment_time: time }).expect(200);
const cancel = (id: string) => practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled' }).expect(200);
const row = async (id: string) => (await test.database.query<Record<string, unknown>>('select * from calendar_appointments where booking_id = $1', [id]))[0];
/** Whether a time was free there when it was booked is another matter. */
const troubles = async () => ((await practice.therapist.get('/api/therapist/calendar/appointments').expect(200)).body as { booking_id: string; trouble: string }[]).filter(({ trouble }) => trouble !== 'unchecked');
const patience = () => test.clock.advance(6 * 60_000);
const iso = async (id: string) => (await startOf(id)).toISOString();

it('an appointment that is booked, moved and cancelled stands there as it is, with times and initials alone', async () => {
  const id = await bookAt('10:00', { client_name: 'Kim Ngọc-Anh Park', notes: 'about my divorce' });
  await sync();
  const [event] = events();
  expect(events()).toHaveLength(1);
  expect(event).toMatchObject({ summary: 'Appointment K. N. A.', status: 'confirmed', start: { timeZone: ZONE }, extendedProperties: { private: { attune: '1' } } });
  expect(new Date(event!.end.dateTime).getTime() - new Date(event!.start.dateTime).getTime()).toBe(3_600_000);
  expect(JSON.stringify(event)).not.toMatch(/divorce|Session|Park|example\.org"?,"displayName|attendees/);
  expect(when()).toEqual([await iso(id)]);
  await moveTo(id, '13:00');
  await moveTo(id, '15:00');
  await sync();
  expect(events().map((one) => one.id)).toEqual([event!.id]);
  expect(when()).toEqual([await iso(id)]);
  await cancel(id);
  await sync();
  expect(events()).toEqual([]);
  expect(await row(id)).toMatchObject({ due: false, source_id: null, etag: null, missing_since: null });
  expect(await troubles()).toEqual([]);
});

it('a cancellation that was taken back stands there again, as one event', async () => {
  const id = await bookAt('10:00');
  await sync();
  const ids = events().map((one) => one.id);
  await cancel(id);
  await sync();
  expect(events()).toEqual([]);
  await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'confirmed' }).expect(200);
  await sync();
  expect(events().map((one) => one.id)).toEqual(ids);
  expect(events('primary', true)).toHaveLength(1);
});

it('a series stands there, is moved and cancelled together, and is in line once', async () => {
  const dates = [3, 8, 13].map((day) => workday(test, day));
  const series = { service_id: practice.serviceId, client_name: 'Ines Duarte', client_email: 'ines@example.org', appointment_time: '11:00', every_weeks: 1, dates };
  const jobs = async () => (await test.database.query(`select from outbox where job = 'sync-calendar' and payload ->> 'therapist_id' = $1`, [practice.therapist.id])).length;
  const before = await jobs();
  const made = (await practice.therapist.post('/api/therapist/bookings/series', series).expect(201)).body as { id: string; starts_at: string }[];
  expect((await jobs()) - before).toBe(1);
  await sync();
  expect(when()).toEqual(await Promise.all(made.map(({ id }) => iso(id))));
  await practice.therapist.put(`/api/therapist/bookings/${made[1]!.id}/following/status`, { status: 'cancelled' }).expect(200);
  await sync();
  expect(when()).toEqual([await iso(made[0]!.id)]);
});

it('an answer that was lost makes no second event, and a move whose answer was lost is no move of the therapist’s', async () => {
  const id = await bookAt('10:00');
  control().fault({ kind: 'resetAfter', method: 'POST', path: '/events' });
  await sync();
  expect(await troubles()).toMatchObject([{ booking_id: id, trouble: 'missing' }]);
  patience();
  await sync();
  expect(events()).toHaveLength(1);
  expect(await troubles()).toEqual([]);
  await moveTo(id, '13:00');
  control().fault({ kind: 'resetAfter', method: 'PATCH', path: '/events/' });
  await sync();
  await moveTo(id, '15:00');
  patience();
  await sync();
  expect(when()).toEqual([await iso(id)]);
  expect(await troubles()).toEqual([]);
});

it('whoever dies between the writing and the noting leaves one event, as it should be', async () => {
  const id = await bookAt('10:00');
  await sync();
  const before = await row(id);
  await moveTo(id, '14:00');
  await sync();
  // As if what came of the last turn had never been stored.
  await test.database.query('update calendar_appointments set due = true, starts_at = $2, ends_at = $3, etag = $4 where booking_id = $1', [id, before?.['starts_at'], before?.['ends_at'], before?.['etag']]);
  await sync();
  expect(when()).toEqual([await iso(id)]);
  await test.database.query('update calendar_appointments set due = true, source_id = null, starts_at = null, ends_at = null, etag = null where booking_id = $1', [id]);
  await sync();
  expect(events()).toHaveLength(1);
  expect(await row(id)).toMatchObject({ due: false, etag: events()[0]!.etag });
  expect(await troubles()).toEqual([]);
});

it('while another worker has the account, whatever comes leaves one job for when that one is not heard of any more', async () => {
  const later = async () =>
    (await test.database.query<{ n: number }>(`select count(*)::int as n from outbox where job = 'sync-calendar' and state = 'pending' and available_at > now() + interval '30 seconds' and payload ->> 'therapist_id' = $1`, [practice.therapist.id]))[0]!.n;
  await sync();
  await test.database.query('update calendar_connections set working_by = $2, working_until = $3 where therapist_id = $1', [practice.therapist.id, practice.therapist.id, new Date(test.clock.now().getTime() + 80_000)]);
  // What the relay has handed over already.
  await test.database.query(`update outbox set state = 'done', finished_at = now() where job = 'sync-calendar'`);
  const id = await bookAt('10:00');
  for (let one = 0; one < 4; one += 1) await sync();
  expect([events(), await later()]).toEqual([[], 1]);
  test.clock.advance(81_000);
  await sync();
  expect(when()).toEqual([await iso(id)]);
  expect(await row(id)).toMatchObject({ due: false });
});

it('nothing stands there of what was over, and nothing is asked of whoever connected no calendar', async () => {
  const other = await openPractice(test);
  const { body } = await book(test, other, { client_email: 'lea@example.org' }).expect(201);
  expect(await row((body as { id: string }).id)).toBeUndefined();
  const jobs = await test.database.query(`select from outbox where job = 'sync-calendar' and payload ->> 'therapist_id' = $1`, [other.therapist.id]);
  expect(jobs).toEqual([]);
});

it('titles say nothing where the therapist wants that, and the title that they gave an event stays', async () => {
  await bookAt('10:00', { client_name: 'Kim Park' });
  const named = await bookAt('12:00', { client_name: 'Ada Löwe' });
  await sync();
  const own = events().find(({ summary }) => summary === 'Appointment A. L.')!;
  control().patchEvent({ account, id: own.id, patch: { summary: 'Ada, room 2' } });
  await chooseCalendar(practice.therapist, { titles: 'plain' });
  await sync();
  expect(events().map(({ summary }) => summary).sort()).toEqual(['Ada, room 2', 'Appointment']);
  await moveTo(named, '16:00');
  await sync();
  expect(events().find(({ id }) => id === own.id)).toMatchObject({ summary: 'Ada, room 2' });
  expect(when()).toContain(await iso(named));
  expect(await troubles()).toEqual([]);
});

it('another calendar takes what is to come, and the first one has none of it any more; without one all stays where it is', async () => {
  const id = await bookAt('10:00');
  await sync();
  const { calendars } = await chooseCalendar(practice.therapist, {});
  const family = calendars.find(({ name }) => name === 'Family')!;
  await chooseCalendar(practice.therapist, { appointments: family.id });
  await sync();
  expect(when()).toEqual([]);
  expect(when('Family')).toEqual([await iso(id)]);
  await chooseCalendar(practice.therapist, { appointments: null });
  await bookAt('12:00');
  await moveTo(id, '15:00');
  await sync();
  expect(when('Family')).toEqual([await iso(id)]);
  await chooseCalendar(practice.therapist, { appointments: calendars.find(({ is_primary }) => is_primary)!.id });
  await sync();
  expect(when()).toHaveLength(2);
  expect(when('Family')).toEqual([]);
});

it('events stay at Google when the account is let go of, and are found again when it comes back', async () => {
  const [kept, moved, gone] = [await bookAt('10:00'), await bookAt('12:00'), await bookAt('14:00')];
  await sync();
  await practice.therapist.delete('/api/therapist/calendar/disconnect').expect(200);
  expect(events()).toHaveLength(3);
  await moveTo(moved, '16:00');
  await cancel(gone);
  await connectCalendar(test, google, practice.therapist);
  await sync();
  expect(when()).toEqual([await iso(kept), await iso(moved)]);
  expect(await troubles()).toEqual([]);
});

it('what cannot be written is shown as not in the calendar until it is; what Google refuses keeps no other from being written', async () => {
  control().revokeGrant({ account });
  const id = await bookAt('10:00');
  await sync();
  expect(await troubles()).toMatchObject([{ booking_id: id, trouble: 'missing' }]);
  const later = await bookAt('12:00');
  expect((await troubles()).map(({ trouble }) => trouble)).toEqual(['missing', 'missing']);
  await connectCalendar(test, google, practice.therapist);
  await sync();
  expect(when()).toEqual([await iso(id), await iso(later)]);
  expect(await troubles()).toEqual([]);
  control().changeCalendar({ account, accessRole: 'reader' });
  await moveTo(id, '15:00');
  await sync();
  expect(await troubles()).toMatchObject([{ booking_id: id, trouble: 'missing' }]);
  expect((await test.database.query('select from calendar_appointments where therapist_id = $1 and due', [practice.therapist.id]))).toEqual([]);
  control().changeCalendar({ account, accessRole: 'owner' });
  await sync();
  expect(when()).toContain(await iso(id));
  expect(await troubles()).toEqual([]);
});

it('a calendar that was deleted at Google leaves appointments missing until another one takes them', async () => {
  const { calendars } = await chooseCalendar(practice.therapist, {});
  await chooseCalendar(practice.therapist, { appointments: calendars.find(({ name }) => name === 'Family')!.id });
  const id = await bookAt('10:00');
  await sync();
  control().deleteCalendar({ account, calendar: 'Family' });
  await moveTo(id, '12:00');
  await sync();
  expect(await troubles()).toMatchObject([{ booking_id: id, trouble: 'missing' }]);
  patience();
  await sync();
  expect((await practice.therapist.get('/api/therapist/calendar/status')).body).toMatchObject({ state: 'needs_reconnect', reason: 'target_gone', missing_appointments: 1 });
  await chooseCalendar(practice.therapist, { appointments: calendars.find(({ is_primary }) => is_primary)!.id });
  await sync();
  expect(when()).toEqual([await iso(id)]);
  expect(await troubles()).toEqual([]);
});

it('an appointment that Google refuses to delete is tried again with the next look, not every second', async () => {
  const id = await bookAt('10:00');
  await sync();
  control().changeCalendar({ account, accessRole: 'reader' });
  await cancel(id);
  await test.database.query(`delete from outbox where job = 'sync-calendar'`);
  test.clock.advance(1_000);
  await sync();
  expect(await test.database.query(`select from outbox where job = 'sync-calendar' and payload ->> 'therapist_id' = $1`, [practice.therapist.id])).toEqual([]);
  expect(await row(id)).toMatchObject({ due: true });
  control().changeCalendar({ account, accessRole: 'owner' });
  await sync();
  expect([events(), (await row(id))?.['due']]).toEqual([[], false]);
});
