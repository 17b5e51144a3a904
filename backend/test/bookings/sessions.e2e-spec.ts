import { DateTime } from 'luxon';
import { auditProblems } from '../harness/activity-log-tools';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** What became of a session besides its status. */
let test: TestApp;
let practice: Practice;
let id: string;
let date: string;

beforeEach(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
  practice = await openPractice(test);
  date = workday(test, 2);
  ({ id } = (await book(test, practice, { appointment_date: date, appointment_time: '14:00' }).expect(201)).body as { id: string });
});
afterEach(() => test.close());

const at = (time: string): string => DateTime.fromISO(`${date}T${time}`, { zone: ZONE }).toJSDate().toISOString();
/** It is that time of the session's day, and the therapist has signed in. */
const begins = async (time: string): Promise<void> => {
  test.clock.set(at(time));
  practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
};
const put = (what: string, body: object) => practice.therapist.put(`/api/therapist/bookings/${id}/${what}`, body);
const noShows = async (): Promise<number> => ((await practice.therapist.get('/api/therapist/bookings/summary').expect(200)).body as { no_shows: number }).no_shows;

it('a client who did not come is marked once the session has begun, counted apart, and the mark goes again', async () => {
  expect((await put('no-show', { no_show: true }).expect(422)).body).toMatchObject({ detail: 'This session has not begun yet.' });
  await begins('14:10');
  expect((await put('no-show', { no_show: true }).expect(200)).body).toMatchObject({ status: 'confirmed', no_show: true });
  await put('no-show', { no_show: true }).expect(200);
  expect(await noShows()).toBe(1);
  expect((await put('status', { status: 'completed' }).expect(200)).body).toMatchObject({ status: 'completed', no_show: true });
  expect((await put('no-show', { no_show: false }).expect(200)).body).toMatchObject({ no_show: false });
  expect(await noShows()).toBe(0);
  const entries = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 and action like '%no_show' order by seq`, [id]);
  expect(entries.map(({ action }) => action)).toEqual(['mark_no_show', 'mark_no_show', 'unmark_no_show']);
  expect(await auditProblems(test)).toEqual([]);
});

it('a session that ran over has its end by the clock of its zone; what cannot be is refused in a sentence', async () => {
  expect((await put('end', { ended_at: '15:20' }).expect(422)).body).toMatchObject({ detail: 'This session has not begun yet.' });
  await begins('15:30');
  expect((await put('end', { ended_at: '15:20' }).expect(200)).body).toMatchObject({ ran_until: at('15:20') });
  for (const [ended_at, sentence] of [
    ['15:40', 'This time is still to come. Please enter when the session ended.'],
    ['14:00', 'A session ends after its start, and at most four hours later than planned.'],
    ['09:00', 'A session ends after its start, and at most four hours later than planned.'],
  ]) {
    expect(JSON.stringify((await put('end', { ended_at }).expect(422)).body)).toContain(sentence);
  }
  await put('end', { ended_at: '25:00' }).expect(400);
  expect((await put('end', { ended_at: null }).expect(200)).body).toMatchObject({ ran_until: null });
});

it('nothing is noted of what was cancelled, and cancelling takes the marks along', async () => {
  await begins('15:10');
  await put('no-show', { no_show: true }).expect(200);
  await put('end', { ended_at: '14:30' }).expect(200);
  expect((await put('status', { status: 'cancelled' }).expect(200)).body).toMatchObject({ status: 'cancelled', no_show: false, ran_until: null });
  for (const [what, body] of [['no-show', { no_show: true }], ['end', { ended_at: '14:30' }]] as const) {
    expect((await put(what, body).expect(422)).body).toMatchObject({ detail: 'This appointment is cancelled, so there was no session.' });
  }
});

it('the list tells of a booking byte by byte what its last change answered', async () => {
  const listed = async (query = '') => (await practice.therapist.get(`/api/therapist/bookings${query}`).expect(200)).text;
  await begins('15:30');
  await put('no-show', { no_show: true }).expect(200);
  await put('end', { ended_at: '15:20' }).expect(200);
  for (const body of [{ status: 'completed' }, { status: 'confirmed' }, { status: 'cancelled', word: 'Über 5° – "gute" Besserung' }]) {
    const { text } = await put('status', body).expect(200);
    expect(await listed()).toBe(`[${text}]`);
    expect(await listed('?limit=1&status=' + body.status)).toBe(`[${text}]`);
  }
});
