import { DateTime } from 'luxon';
import { blockedTimes, connectCalendar, syncAccount, tellOfChange } from '../harness/connected-calendar';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a therapist does at Google to an appointment changes nothing for its client until they say so here. */
let google: GoogleStandIn;
let test: TestApp;
let practice: Practice;
let account: string;
let id: string;
let eventId: string;

beforeAll(async () => {
  google = await startGoogleStandIn();
  test = await startTestApp({ ...google.environment, BOOKING_LIMIT_PER_IP: '1000' });
});
afterAll(async () => {
  await test.close();
  await google.close();
});
beforeEach(async () => {
  practice = await openPractice(test);
  account = practice.therapist.email;
  await connectCalendar(test, google, practice.therapist);
  id = await bookAt('10:00');
  await sync();
  eventId = events()[0]!.id;
});

interface Shown {
  id: string;
  start: { dateTime: string };
}

interface Trouble {
  booking_id: string;
  trouble: string;
  starts_at: string;
  google_starts_at: string | null;
}

const PATH = '/api/therapist/calendar/appointments';
const control = () => google.calendar.control;
const events = () => control().events({ account }) as unknown as Shown[];
const when = () => events().map(({ start }) => new Date(start.dateTime).toISOString()).sort();
/** @returns what blocks time after it */
const sync = async () => {
  for (let turn = 0; turn < 2; turn += 1) {
    await tellOfChange(test, practice.therapist.id);
    await syncAccount(test, practice.therapist.id);
  }
  return blockedTimes(test, practice.therapist.id);
};
const bookAt = async (time: string): Promise<string> =>
  ((await book(test, practice, { appointment_date: workday(test, 3), appointment_time: time, client_email: `${Date.now()}${time.replace(':', '')}@example.org` }).expect(201)).body as { id: string }).id;
const at = (time: string) => `${workday(test, 3)}T${time}`;
const moveAtGoogle = (from: string, to: string) => control().moveEvent({ account, id: eventId, start: at(from), end: at(to) });
const troubles = async () => (await practice.therapist.get(PATH).expect(200)).body as Trouble[];
const decide = (body: object, key?: string) => {
  const request = practice.therapist.post(`${PATH}/${id}`, body);
  return key === undefined ? request : request.set('Idempotency-Key', key);
};
const booking = async () => (await test.database.query<{ status: string; starts_at: Date; duration_minutes: number; local_time: string }>('select status, starts_at, duration_minutes, local_time from bookings where id = $1', [id]))[0]!;
const mails = async () => (await test.database.query<{ kind: string }>('select kind from booking_events where booking_id = $1 order by created_at', [id])).map(({ kind }) => kind);
const detailOf = async (call: PromiseLike<{ body: unknown }>): Promise<string> => ((await call).body as { detail: string }).detail;

it('moved there, both versions are shown and both times block; moved back, nothing is to be decided', async () => {
  const before = await booking();
  moveAtGoogle('14:00', '15:00');
  expect(await sync()).toHaveLength(1);
  const [trouble] = await troubles();
  expect(trouble).toMatchObject({ booking_id: id, trouble: 'moved', starts_at: before.starts_at.toISOString() });
  expect(new Date(trouble!.google_starts_at!).getTime() - before.starts_at.getTime()).toBe(4 * 3_600_000);
  expect(await booking()).toEqual(before);
  expect(await mails()).toEqual(['booked']);
  control().patchEvent({ account, id: eventId, patch: { summary: 'My own title', location: 'Room 2' } });
  await sync();
  expect((await troubles()).map((one) => one.trouble)).toEqual(['moved']);
  moveAtGoogle('10:00', '11:00');
  expect(await sync()).toEqual([]);
  expect(await troubles()).toEqual([]);
});

it('whose other appointments a decision, or a repeat of it, tells of is in the log', async () => {
  const other = await bookAt('16:00');
  await sync();
  const second = events().find((event) => event.id !== eventId)!.id;
  moveAtGoogle('14:00', '15:00');
  control().moveEvent({ account, id: second, start: at('17:00'), end: at('18:00') });
  await sync();
  const click = () => decide({ decision: 'put_back' }, 'put-one-of-two-back');
  const told = async () => {
    const [row] = await test.database.query<{ told: boolean }>(`select exists (select from activity_log l join bookings b on b.id = $1 and b.client_id = any(l.client_ids) where l.action = 'read_calendar_appointments' and l.actor_id = $2) as told`, [other, practice.therapist.id]);
    return row?.told;
  };
  expect(await told()).toBe(false);
  expect((await click().expect(200)).body).toMatchObject([{ booking_id: other }]);
  expect(await told()).toBe(true);
  test.clock.advance(16 * 60_000);
  const entries = async () => test.database.query(`select from activity_log where action = 'read_calendar_appointments' and actor_id = $1`, [practice.therapist.id]);
  const before = (await entries()).length;
  expect((await click().expect(200)).body).toMatchObject([{ booking_id: other }]);
  expect(await entries()).toHaveLength(before + 1);
});

it('the appointment follows: the client is told as of every move, and a second click or another tab changes nothing more', async () => {
  moveAtGoogle('14:00', '15:00');
  await sync();
  const [seen] = await troubles();
  expect(await detailOf(decide({ decision: 'follow', google_starts_at: seen!.starts_at }).expect(409))).toContain('changed meanwhile');
  const click = { decision: 'follow', word: 'Something came up', starts_at: seen!.starts_at, google_starts_at: seen!.google_starts_at };
  const both = await Promise.all([decide(click, 'one-click-is-enough'), decide(click, 'one-click-is-enough')]);
  expect(both.map(({ status, body }) => [status, body as unknown])).toEqual([[200, []], [200, []]]);
  await decide({ decision: 'put_back' }).expect(409);
  expect(await booking()).toMatchObject({ status: 'confirmed', local_time: '14:00', duration_minutes: 60 });
  expect(await mails()).toEqual(['booked', 'moved']);
  expect(await sync()).toEqual([]);
  expect(when()).toEqual([seen!.google_starts_at]);
  expect(await troubles()).toEqual([]);
  const log = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 and action in ('follow_calendar', 'move_session')`, [id]);
  expect(log.map(({ action }) => action).sort()).toEqual(['follow_calendar', 'move_session']);
});

it('it does not follow to where another appointment lies, into the past, or to a length that cannot be, and follows to another length that can', async () => {
  await bookAt('14:00');
  moveAtGoogle('14:30', '15:30');
  await sync();
  expect(await detailOf(decide({ decision: 'follow' }).expect(409))).toContain('another appointment');
  control().moveEvent({ account, id: eventId, start: '2024-01-02T10:00', end: '2024-01-02T11:00' });
  await sync();
  expect(await detailOf(decide({ decision: 'follow' }).expect(422))).toContain('over already');
  moveAtGoogle('08:00', '13:30');
  await sync();
  expect(await detailOf(decide({ decision: 'follow' }).expect(422))).toContain('longer than 4 hours');
  moveAtGoogle('10:00', '11:30');
  await sync();
  expect(await detailOf(decide({ decision: 'follow' }).expect(422))).toContain('keeps its length');
  control().moveEvent({ account, id: eventId, start: workday(test, 4), end: workday(test, 4) });
  await sync();
  expect(await detailOf(decide({ decision: 'follow' }).expect(422))).toContain('longer than 4 hours');
  expect(await mails()).toEqual(['booked']);
  moveAtGoogle('11:00', '12:30');
  await sync();
  await decide({ decision: 'follow' }).expect(200);
  expect(await booking()).toMatchObject({ local_time: '11:00', duration_minutes: 90 });
});

it('put back, the event stands where the appointment is again, whatever it had become', async () => {
  const before = await booking();
  control().moveEvent({ account, id: eventId, start: workday(test, 4), end: workday(test, 4) });
  await sync();
  await decide({ decision: 'put_back' }).expect(200);
  expect(await sync()).toEqual([]);
  expect(when()).toEqual([before.starts_at.toISOString()]);
  expect(await booking()).toEqual(before);
  control().deleteEvent({ account, id: eventId });
  await sync();
  expect(await troubles()).toMatchObject([{ trouble: 'deleted', google_starts_at: null }]);
  expect((await booking()).status).toBe('confirmed');
  await decide({ decision: 'put_back' }).expect(200);
  await sync();
  expect(when()).toEqual([before.starts_at.toISOString()]);
  expect(await troubles()).toEqual([]);
  expect(await mails()).toEqual(['booked']);
});

it('deleted there, it is cancelled when the therapist says so, and the client is told', async () => {
  control().deleteEvent({ account, id: eventId });
  await sync();
  await decide({ decision: 'follow', word: 'I am ill' }).expect(200);
  await decide({ decision: 'follow' }).expect(409);
  expect((await booking()).status).toBe('cancelled');
  expect(await mails()).toEqual(['booked', 'cancelled']);
  await sync();
  expect(events()).toEqual([]);
});

it('moved there and here, both stand until the click; the writer comes upon it without being told', async () => {
  moveAtGoogle('14:00', '15:00');
  const { starts_at } = await booking();
  await practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: starts_at.toISOString(), appointment_date: workday(test, 3), appointment_time: '16:00' }).expect(200);
  await syncAccount(test, practice.therapist.id);
  const [trouble] = await troubles();
  const now = await booking();
  expect(trouble).toMatchObject({ trouble: 'moved', starts_at: now.starts_at.toISOString() });
  expect(when()).toEqual([trouble!.google_starts_at]);
  await decide({ decision: 'put_back' }).expect(200);
  await sync();
  expect(when()).toEqual([now.starts_at.toISOString()]);
});

it('the therapist who moves it here to where they moved it there has decided; a cancelled one goes from there', async () => {
  moveAtGoogle('14:00', '15:00');
  await sync();
  const { starts_at } = await booking();
  await practice.therapist.put(`/api/therapist/bookings/${id}/time`, { starts_at: starts_at.toISOString(), appointment_date: workday(test, 3), appointment_time: '14:00', on_purpose: true }).expect(200);
  await sync();
  expect(await troubles()).toEqual([]);
  moveAtGoogle('15:00', '16:00');
  await sync();
  await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled' }).expect(200);
  await sync();
  expect(events()).toEqual([]);
  expect(await troubles()).toEqual([]);
});

it('one brought back after a cancellation goes again; taken to another calendar, it was deleted where it stood', async () => {
  await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled' }).expect(200);
  await sync();
  control().patchEvent({ account, id: eventId, patch: { status: 'confirmed' } });
  expect(await sync()).toEqual([]);
  expect(events()).toEqual([]);
});

it('everything is read anew, and what is not there any more was deleted', async () => {
  control().deleteEvent({ account, id: eventId });
  control().expireSyncTokens({ account });
  await sync();
  expect(await troubles()).toMatchObject([{ trouble: 'deleted' }]);
  control().patchEvent({ account, id: eventId, patch: { status: 'confirmed' } });
  await sync();
  expect(await troubles()).toEqual([]);
});

it('repeated there, it stands where it stood, and its repetitions block their times', async () => {
  const before = await booking();
  control().patchEvent({ account, id: eventId, patch: { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=3'] } });
  expect(await sync()).toHaveLength(2);
  control().expireSyncTokens({ account });
  expect(await sync()).toHaveLength(2);
  expect(await troubles()).toEqual([]);
  const [first] = events();
  control().moveEvent({ account, id: first!.id, start: at('12:00'), end: at('13:00') });
  expect(await sync()).toHaveLength(3);
  expect(await troubles()).toMatchObject([{ trouble: 'moved' }]);
  expect(await booking()).toEqual(before);
});

it('a time that was booked unchecked is shown until the therapist has seen it; nothing of it is anybody else’s', async () => {
  await test.database.query('update calendar_appointments set unchecked_at = now() where booking_id = $1', [id]);
  expect(await troubles()).toMatchObject([{ booking_id: id, trouble: 'unchecked' }]);
  const other = await openPractice(test);
  await other.therapist.post(`${PATH}/${id}`, { decision: 'dismiss' }).expect(404);
  expect((await other.therapist.get(PATH).expect(200)).body).toEqual([]);
  expect((await decide({ decision: 'dismiss' }).expect(200)).body).toEqual([]);
  await decide({ decision: 'dismiss' }).expect(200);
  await decide({ decision: 'follow' }).expect(409);
});

it('what was moved there before the answer to its writing came is put back, too', async () => {
  control().fault({ kind: 'resetAfter', method: 'POST', path: '/events' });
  const second = await bookAt('12:00');
  await sync();
  const [lost] = events().filter((event) => event.id !== eventId);
  control().moveEvent({ account, id: lost!.id, start: at('16:00'), end: at('17:00') });
  test.clock.advance(6 * 60_000);
  await sync();
  expect(await troubles()).toMatchObject([{ booking_id: second, trouble: 'moved' }]);
  await practice.therapist.post(`${PATH}/${second}`, { decision: 'put_back' }).expect(200);
  await sync();
  expect(await troubles()).toEqual([]);
  expect(events().filter((event) => event.id === lost!.id).map(({ start }) => DateTime.fromISO(start.dateTime, { zone: ZONE }).toFormat('HH:mm'))).toEqual(['12:00']);
});
