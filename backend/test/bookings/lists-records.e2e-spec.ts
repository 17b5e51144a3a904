import * as supertest from 'supertest';
import { Actor } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { ClientBookingsService } from '../../src/modules/bookings/lists/client-bookings.service';
import { stranger } from '../harness/booking-holds';
import { manageToken, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_WAVE_LIMIT: '100000', SESSION_IDLE_MINUTES: '43200', SESSION_ABSOLUTE_HOURS: '720' });
});
beforeEach(async () => {
  practice = await openPractice(test);
});
afterAll(() => test.close());

interface Entry {
  action: string;
  actor_type: string;
  actor_id: string | null;
  client_ids: string[] | null;
}

const reads = (action: string) =>
  test.database.query<Entry>('select action, actor_type, actor_id, client_ids from activity_log where action = $1 and subject_id = $2 order by seq', [
    action,
    practice.therapist.id,
  ]);

async function booked(day: number, client_email: string): Promise<{ id: string; clientId: string }> {
  const { body } = await stranger(test, practice, { client_email, appointment_date: workday(test, day) }).expect(201);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [body.id]);
  return { id: body.id as string, clientId: row?.client_id ?? '' };
}

it('a therapist’s list is of one service, of their own practice alone', async () => {
  const other = await practice.therapist.post('/api/therapist/services', { name: 'Couples', duration_minutes: 50 }).expect(201);
  const { id } = await booked(2, 'a@example.org');
  const idsOf = async (service: string): Promise<string[]> =>
    ((await practice.therapist.get(`/api/therapist/bookings?service_id=${service}`).expect(200)).body as { id: string }[]).map((booking) => booking.id);
  expect(await idsOf(practice.serviceId.toUpperCase())).toEqual([id]);
  expect(await idsOf(other.body.id as string)).toEqual([]);
  const stranger = await openPractice(test);
  expect((await stranger.therapist.get(`/api/therapist/bookings?service_id=${practice.serviceId}`).expect(200)).body).toEqual([]);
  await practice.therapist.get('/api/therapist/bookings?service_id=all').expect(400);
});

describe('who opened a record', () => {
  it('is in the log with the people on the pages of the therapist’s list, each of them once in a quarter of an hour', async () => {
    await practice.therapist.get('/api/therapist/bookings').expect(200);
    expect(await reads('read_bookings')).toEqual([]);
    const people = [await booked(2, 'a@example.org'), await booked(3, 'a@example.org'), await booked(4, 'b@example.org')];
    await practice.therapist.get('/api/therapist/bookings?limit=1').expect(200);
    await practice.therapist.get('/api/therapist/bookings').expect(200);
    await practice.therapist.get('/api/therapist/bookings?limit=1').set('X-Background', '1').expect(200);
    await practice.therapist.get('/api/therapist/bookings?q=nobody').expect(200);
    const byThem = { action: 'read_bookings', actor_type: 'therapist', actor_id: practice.therapist.id };
    // The newest appointment's client first, then who was on the longer page besides.
    const once = [
      { ...byThem, client_ids: [people[2]?.clientId] },
      { ...byThem, client_ids: [people[0]?.clientId] },
    ];
    expect(await reads('read_bookings')).toEqual(once);
    test.clock.advance(15 * 60_000);
    await practice.therapist.get('/api/therapist/bookings?limit=1').expect(200);
    expect(await reads('read_bookings')).toEqual([...once, once[0]]);
  });

  it('names whoever looks at an appointment by the mail’s link, and every change of it', async () => {
    const { id, clientId } = await booked(5, 'c@example.org');
    const token = await manageToken(test, id);
    const post = (path: string, body: object) => supertest.default(test.app.getHttpServer()).post(`/api/bookings/manage${path}`).send(body);
    await post('', { token }).expect(200);
    await post('/move', { token, new_date: workday(test, 6), new_time: '11:00' }).expect(200);
    for (const status of ['completed', 'confirmed']) await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status }).expect(200);
    await post('/cancel', { token }).expect(200);
    const log = await test.database.query<Entry>('select action, actor_type, client_ids from activity_log where subject_id = $1 order by seq', [id]);
    expect(log).toEqual(
      [
        ['book_session', 'visitor'],
        ['view_appointment', 'visitor'],
        ['move_session', 'visitor'],
        ['complete_session', 'therapist'],
        ['reopen_session', 'therapist'],
        ['cancel_session', 'visitor'],
      ].map(([action, actor_type]) => ({ action, actor_type, client_ids: [clientId] })),
    );
  });
});

describe('a deactivated therapist', () => {
  it('keeps the bookings and gets no new ones', async () => {
    const { id } = await booked(2, 'd@example.org');
    await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
    const refused = await stranger(test, practice, { appointment_date: workday(test, 3) }).expect(404);
    expect(refused.body.detail).toBe('This service is not offered any more.');
    const [row] = await test.database.query('select status from bookings where id = $1', [id]);
    expect(row).toEqual({ status: 'confirmed' });
  });
});

describe('the counts of a therapist', () => {
  it('are exact after every change, and do not read the history', async () => {
    const { id } = await booked(2, 'e@example.org');
    await booked(20, 'f@example.org');
    await test.database.query(
      `insert into bookings (id, therapist_id, service_id, client_id, starts_at, ends_at, timezone, local_date, local_time, duration_minutes, service_name,
         session_type, client_name, client_email, status, manage_token_hash, manage_token, created_at)
       select gen_random_uuid(), therapist_id, service_id, client_id, starts_at - n * interval '1 day', ends_at - n * interval '1 day', timezone, local_date - n,
         local_time, duration_minutes, service_name, session_type, client_name, client_email, (array['completed', 'cancelled'])[n % 2 + 1],
         gen_random_uuid()::text::bytea, '', created_at
       from bookings, generate_series(100, 2099) n where id = $1`,
      [id],
    );
    const summary = async () => (await practice.therapist.get('/api/therapist/bookings/summary').expect(200)).body as object;
    expect(await summary()).toEqual({ total: 2002, today: 0, this_week: 2, confirmed: 2, completed: 1000, no_shows: 0, today_standing: 0, services: 1 });
    await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'completed' }).expect(200);
    expect(await summary()).toMatchObject({ total: 2002, confirmed: 1, completed: 1001 });
    await practice.therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled' }).expect(200);
    expect(await summary()).toMatchObject({ total: 2002, confirmed: 1, completed: 1000 });
    expect(await (await openPractice(test)).therapist.get('/api/therapist/bookings/summary').then(({ body }) => body as object)).toEqual({
      total: 0,
      today: 0,
      this_week: 0,
      confirmed: 0,
      completed: 0,
      no_shows: 0,
      today_standing: 0,
      services: 1,
    });
  });

  it('know today in the therapist’s zone', async () => {
    const { id } = await booked(1, 'g@example.org');
    const [row] = await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]);
    const shift = (row?.starts_at.getTime() ?? 0) - Date.now();
    test.clock.advance(shift);
    expect((await practice.therapist.get('/api/therapist/bookings/summary').expect(200)).body).toMatchObject({ today: 1, this_week: 1 });
    test.clock.advance(-shift);
  });
});

describe('what a dashboard opens with', () => {
  const DAY_MS = 86_400_000;
  interface Row {
    client_email: string;
  }
  const emails = (rows: unknown) => (rows as Row[]).map(({ client_email }) => client_email);
  const get = async (path: string) => (await practice.therapist.get(`/api/therapist/bookings${path}`).expect(200)).body as unknown;

  it('is the day whole, the next session after it, and the days that come in numbers; the log names who was told of', async () => {
    const [gone, first, far] = [await booked(1, 'a@example.org'), await booked(2, 'b@example.org'), await booked(15, 'd@example.org')];
    const { body: cancelled } = await stranger(test, practice, { client_email: 'e@example.org', appointment_date: workday(test, 1), appointment_time: '15:00' }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${cancelled.id as string}/status`, { status: 'cancelled' }).expect(200);
    const [row] = await test.database.query<{ ends_at: Date; day: string; time: string; next: string }>(
      `select b.ends_at, b.local_date::text as day, n.local_date::text as next, n.local_time as time from bookings b, bookings n where b.id = $1 and n.id = $2`,
      [gone.id, first.id],
    );
    const shift = (row?.ends_at.getTime() ?? 0) + 60_000 - test.clock.now().getTime();
    test.clock.advance(shift);
    try {
      const overview = (await get('/overview')) as { counts: object; day: string; today: Row[]; next: Row | null; coming_days: { date: string }[] };
      expect(overview).toMatchObject({ day: row?.day, counts: { total: 4, today: 2, today_standing: 1, confirmed: 3, services: 1 }, next: { client_email: 'b@example.org' } });
      expect(emails(overview.today)).toEqual(['a@example.org', 'e@example.org']);
      expect(overview.coming_days).toEqual([{ date: row?.next, sessions: 1, first: row?.time, last: row?.time }]);
      const told = (await reads('read_bookings')).at(-1)?.client_ids;
      expect([told?.includes(gone.clientId), told?.includes(first.clientId), told?.includes(far.clientId)]).toEqual([true, true, false]);

      expect(emails(await get('?when=today&order=asc'))).toEqual(['a@example.org', 'e@example.org']);
      expect(emails(await get('?when=upcoming&order=asc&limit=50'))).toEqual(['e@example.org', 'b@example.org', 'd@example.org']);
      expect(emails(await get('?when=upcoming&order=asc&status=confirmed'))).toEqual(['b@example.org', 'd@example.org']);
      expect(emails(await get('?when=past'))).toEqual(['a@example.org']);
      await practice.therapist.get('/api/therapist/bookings?when=soon').expect(400);
      // A free practice tells nothing, and writes no read down.
      expect((await (await openPractice(test)).therapist.get('/api/therapist/bookings/overview').expect(200)).body).toMatchObject({ today: [], next: null, coming_days: [] });
    } finally {
      test.clock.advance(-shift);
    }
  });

  it('goes by the therapist’s own day where an appointment has another zone', async () => {
    const { id } = await booked(1, 'z@example.org');
    const [row] = await test.database.query<{ starts_at: Date }>('select starts_at from bookings where id = $1', [id]);
    await test.database.query(`update bookings set timezone = 'Pacific/Kiritimati', local_date = local_date + 1 where id = $1`, [id]);
    const shift = (row?.starts_at.getTime() ?? 0) - test.clock.now().getTime();
    test.clock.advance(shift);
    expect(emails(await get('?when=today'))).toEqual(['z@example.org']);
    test.clock.advance(-DAY_MS);
    expect(emails(await get('?when=today'))).toEqual([]);
    test.clock.advance(DAY_MS - shift);
  });
});

describe('a client’s own list, where not all fit', () => {
  it('keeps the appointments with practices that the client has confirmed', async () => {
    const [bookings, rogue, client_email] = [test.app.get(ClientBookingsService), await openPractice(test), 'c@example.org'];
    const own = await booked(13, client_email);
    const actor: Actor = { type: 'client', id: own.clientId, sessionId: newId(), address: '198.51.100.7' };
    await bookings.confirmPractice(actor, own.clientId, practice.therapist.id, { endLinks: false });
    await stranger(test, rogue, { client_email, appointment_date: workday(test, 2) }).expect(201);
    expect((await bookings.list(own.clientId, 1)).upcoming.map(({ id }) => id)).toEqual([own.id]);
    expect((await bookings.list(own.clientId)).upcoming).toHaveLength(2);
  });
});
