import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { DateTime } from 'luxon';
import { book, openPractice, Practice, workday, ZONE } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const PATH = '/api/therapist/time-off';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
});

async function freeTimes(from: string, to = from): Promise<string[]> {
  const agent = supertest.default(test.app.getHttpServer());
  const answer = await agent.get(`/api/public/therapist/${practice.therapist.id}/availability`).query({ service_id: practice.serviceId, from, to }).expect(200);
  return (answer.body.days as { date: string; times: string[] }[]).flatMap(({ date, times }) => times.map((time) => (from === to ? time : `${date} ${time}`)));
}
const block = (part: object = {}): object => ({ kind: 'block', first_date: workday(test, 2), start_time: '12:00', end_time: '13:30', ...part });
const utc = (date: string, time: string): string => DateTime.fromISO(`${date}T${time}`, { zone: ZONE }).toUTC().toISO({ suppressMilliseconds: false }) ?? '';

describe('time off', () => {
  it('is not of a year that nobody plans for', async () => {
    const { body } = await practice.therapist.post(PATH, block({ first_date: '9999-12-31', end_time: '24:00' })).expect(422);
    expect(JSON.stringify(body)).toContain('Time off can be entered up to 10 years ahead.');
  });

  it('takes hours out of what can be booked, by name for the therapist alone, and gives them back', async () => {
    const date = workday(test, 2);
    const { body } = await practice.therapist.post(PATH, block({ name: '  Dentist, Dr. Canary ' })).expect(201);
    const timeOff = body as { id: string };
    expect(body).toEqual({
      id: expect.any(String) as string,
      kind: 'block',
      name: 'Dentist, Dr. Canary',
      first_date: date,
      last_date: date,
      start_time: '12:00',
      end_time: '13:30',
      starts_at: utc(date, '12:00'),
      ends_at: utc(date, '13:30'),
    });
    const times = await freeTimes(date);
    expect(times).toEqual(expect.arrayContaining(['10:30', '11:00', '13:30']));
    expect(times.filter((time) => time > '11:00' && time < '13:30')).toEqual([]);
    expect((await book(test, practice, { appointment_date: date, appointment_time: '12:30' })).status).toBe(409);
    expect((await practice.therapist.get(PATH).expect(200)).body).toEqual([body]);
    const [row] = await test.database.query<{ dump: string }>(`select (select string_agg(t::text, ' ') from time_off t) || (select string_agg(a::text, ' ') from activity_log a) as dump`);
    expect(row?.dump).not.toMatch(/canary/i);
    expect(row?.dump).toContain('add_time_off');

    const changed = await practice.therapist.put(`${PATH}/${timeOff.id}`, block({ start_time: '15:00', end_time: '24:00' })).expect(200);
    expect(changed.body).toMatchObject({ name: null, start_time: '15:00', end_time: '24:00', last_date: date });
    expect(await freeTimes(date)).toContain('12:30');
    await practice.therapist.delete(`${PATH}/${timeOff.id}`).expect(200);
    expect(await freeTimes(date)).toContain('16:00');
    await practice.therapist.delete(`${PATH}/${timeOff.id}`).expect(404);
  });

  it('takes whole days, in whatever zone the therapist is then', async () => {
    const [first, last] = [workday(test, 1), workday(test, 4)];
    const { body } = await practice.therapist.post(PATH, { kind: 'holiday', name: 'Summer', first_date: first, last_date: last }).expect(201);
    expect(body).toMatchObject({ first_date: first, last_date: last, start_time: null, end_time: null, starts_at: utc(first, '00:00') });
    expect(await freeTimes(first, last)).toEqual([]);
    expect(await freeTimes(workday(test, 5))).toContain('09:00');
    await practice.therapist.put('/api/therapist/profile', { display_name: 'Dr. Test', timezone: 'Asia/Tokyo', custom_slug: practice.slug }).expect(200);
    const [moved] = (await practice.therapist.get(PATH).expect(200)).body as { first_date: string; starts_at: string }[];
    expect(moved).toMatchObject({ first_date: first, starts_at: DateTime.fromISO(first, { zone: 'Asia/Tokyo' }).toUTC().toISO() });
    expect(await freeTimes(first, last)).toEqual([]);
    expect(await freeTimes(workday(test, 5))).toContain('09:00');
  });

  it('asks before it lies over appointments, which stay', async () => {
    const date = workday(test, 2);
    await book(test, practice, { appointment_date: date, appointment_time: '12:00' }).expect(201);
    const refused = await practice.therapist.post(PATH, block()).expect(409);
    const when = DateTime.fromISO(date).toFormat('ccc d LLL yyyy');
    expect((refused.body as { detail: string }).detail).toBe(`1 appointment lies in this time: ${when} at 12:00. It stays unless you move or cancel it.`);
    for (const nth of [3, 4, 5, 6, 7, 8]) await book(test, practice, { appointment_date: workday(test, nth), appointment_time: '09:00' }).expect(201);
    const week = await practice.therapist.post(PATH, { kind: 'holiday', first_date: date, last_date: workday(test, 8) }).expect(409);
    expect((week.body as { detail: string }).detail).toMatch(new RegExp(`^7 appointments lie in this time: ${when} at 12:00, .+ at 09:00, …\\. They stay unless you move or cancel them\\.$`));
    expect((week.body as { detail: string }).detail.match(/ at /g)).toHaveLength(6);
    // No practice waits for one that has thousands: so many are counted.
    await test.database.query(
      `insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'starts_at', b.starts_at + n * interval '1 day', 'ends_at', b.ends_at + n * interval '1 day', 'manage_token_hash', '\\x' || md5(n::text)))).*
       from bookings b, generate_series(30, 150) n where b.id = (select id from bookings where therapist_id = $1 order by starts_at limit 1)`,
      [practice.therapist.id],
    );
    const year = await practice.therapist.post(PATH, { kind: 'holiday', first_date: date, last_date: DateTime.fromISO(date).plus({ days: 200 }).toISODate() }).expect(409);
    expect((year.body as { detail: string }).detail).toMatch(/^More than 100 appointments lie in this time: /);
    await test.database.query('delete from bookings where therapist_id = $1 and starts_at > $2', [practice.therapist.id, `${workday(test, 20)}T00:00Z`]);
    expect((await practice.therapist.get(PATH)).body).toEqual([]);
    await practice.therapist.post(PATH, { kind: 'holiday', first_date: date }).expect(409);
    await practice.therapist.post(PATH, block({ start_time: '13:00', end_time: '13:30' })).expect(201);
    await practice.therapist.post(PATH, block({ keep_appointments: true })).expect(201);
    const [booking] = await test.database.query<{ status: string }>('select status from bookings where therapist_id = $1', [practice.therapist.id]);
    expect(booking?.status).toBe('confirmed');
  });

  it('is refused so many times within an hour, then before the practice’s turn is taken', async () => {
    await book(test, practice, { appointment_date: workday(test, 2), appointment_time: '12:00' }).expect(201);
    for (let tries = 0; tries < 120; tries += 1) await practice.therapist.post(PATH, block()).expect(409);
    const { body } = await practice.therapist.post(PATH, block({ keep_appointments: true })).expect(429);
    expect(body).toMatchObject({ detail: expect.stringMatching(/refused within the hour/) });
  });

  it('is made once however often it is sent with one key', async () => {
    const send = () => practice.therapist.post(PATH, block()).set('Idempotency-Key', `key-${practice.therapist.id}`);
    const answers = await Promise.all([send(), send(), send()]);
    expect(new Set(answers.map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect((await practice.therapist.get(PATH)).body).toHaveLength(1);
  });

  it('is shown for the days that are asked about, by its start', async () => {
    await practice.therapist.post(PATH, block({ first_date: workday(test, 4) })).expect(201);
    await practice.therapist.post(PATH, { kind: 'holiday', first_date: workday(test, 1), last_date: workday(test, 3) }).expect(201);
    const shown = async (query: object): Promise<string[]> => ((await practice.therapist.get(PATH).query(query).expect(200)).body as { kind: string }[]).map(({ kind }) => kind);
    expect(await shown({})).toEqual(['holiday', 'block']);
    expect(await shown({ from: workday(test, 3), to: workday(test, 3) })).toEqual(['holiday']);
    expect(await shown({ from: workday(test, 4) })).toEqual(['block']);
    expect(await shown({ to: workday(test, 3) })).toEqual(['holiday']);
    await practice.therapist.get(PATH).query({ from: '2026-02-30' }).expect(400);
  });

  it.each([
    ['a block without times', { start_time: undefined }, 'start_time', 'Hours that cannot be booked need a start and an end.'],
    ['a block backwards', { start_time: '13:30', end_time: '13:30' }, 'end_time', 'The end must be after the start.'],
    ['a block of two days', { last_date: '2099-01-02' }, 'last_date', 'Hours that cannot be booked are of one day. For several days, choose whole days.'],
    ['whole days with times', { kind: 'holiday' }, 'start_time', 'Whole days have no times.'],
    ['days backwards', { kind: 'holiday', start_time: undefined, end_time: undefined, last_date: '2020-01-01' }, 'last_date', 'The last day must not be before the first.'],
    ['more than a year', { kind: 'holiday', start_time: undefined, end_time: undefined, first_date: '2027-01-01', last_date: '2028-01-02' }, 'last_date', 'At most 366 days can be taken off at once.'],
    ['a time that the clock skips', { first_date: '2027-03-14', start_time: '02:30', end_time: '05:00' }, 'start_time', 'The clocks change on that day and there is no 02:30.'],
  ])('refuses %s in a sentence', async (_, part, field, message) => {
    const { body } = await practice.therapist.post(PATH, block(part)).expect(422);
    expect((body as { errors: object[] }).errors).toEqual([{ field, message }]);
  });

  it('keeps the hours of the days when the clocks change', async () => {
    const whole = (first_date: string) => practice.therapist.post(PATH, block({ first_date, start_time: '00:00', end_time: '24:00' })).expect(201);
    const hours = ({ body }: { body: { starts_at: string; ends_at: string } }): number => (Date.parse(body.ends_at) - Date.parse(body.starts_at)) / 3_600_000;
    expect(hours(await whole('2027-03-14'))).toBe(23);
    expect(hours(await whole('2027-11-07'))).toBe(25);
  });

  it('belongs to one therapist', async () => {
    const { body } = await practice.therapist.post(PATH, block()).expect(201);
    const { id } = body as { id: string };
    const other = await signInTherapist(test);
    await other.put(`${PATH}/${id}`, block()).expect(404);
    await other.delete(`${PATH}/${id}`).expect(404);
    await other.put(`${PATH}/${randomUUID()}`, block()).expect(404);
    expect((await practice.therapist.get(PATH)).body).toHaveLength(1);
  });
});
