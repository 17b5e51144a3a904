import { newId } from '../../src/common/database/database';
import { PracticeTotalsService } from '../../src/modules/admin/dashboard/practice-totals.service';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

const MINUTE_MS = 60_000;

let test: TestApp;
let admin: SignedInAdmin;
let practice: Practice;

// Friday, late in Auckland: the operator's day is not the server's.
const NOW = '2026-11-20T12:30:00Z';

beforeAll(async () => {
  test = await startTestApp({ ADMIN_TIMEZONE: 'Pacific/Auckland', BOOKING_LIMIT_PER_IP: '1000' });
  test.clock.set(NOW);
  admin = await signInAdmin(test, 'operator');
});
afterAll(() => test.close());

/** As if it had happened at that moment. */
async function joinedAt(instant: string, lastLogin: string | null = null): Promise<void> {
  const id = newId();
  await test.database.query(
    `insert into users (id, user_type, email, name, created_at, last_login_at) values ($1, 'therapist', $2, 'Somebody', $3, $4)`,
    [id, `${id}@example.org`, instant, lastLogin],
  );
}

async function bookedAt(instant: string, time: string): Promise<void> {
  const { body } = await book(test, practice, { appointment_date: workday(test, 3), appointment_time: time, client_email: `${newId()}@example.org` }).expect(201);
  await test.database.query('update bookings set created_at = $2 where id = $1', [body.id, instant]);
}

async function recount(): Promise<void> {
  await test.database.query('delete from practice_totals');
}

describe('the figures without anybody', () => {
  it('are zero, the ratio too', async () => {
    const { body } = await admin.get('/api/admin/dashboard').expect(200);
    expect(body.admin).toEqual({ username: 'operator', role: 'administrator' });
    expect(body.metrics).toEqual({
      total_therapists: 0,
      recent_registrations: 0,
      total_bookings: 0,
      recent_bookings: 0,
      total_session_notes: 0,
      active_therapists: 0,
      calendar_connections: 0,
      total_clients: 0,
      client_to_therapist_ratio: 0,
    });
    expect(body).toMatchObject({ as_of: expect.any(String), failed_jobs: 0, break_glass: [] });
  });
});

describe('the figures', () => {
  beforeAll(async () => {
    practice = await openPractice(test);
    await test.database.query(`update users set created_at = '2026-01-01' where id = $1`, [practice.therapist.id]);
    // In Auckland (UTC+13) Sunday the 15th begins at 11:00 UTC on Saturday the 14th; today is Saturday the 21st there.
    await joinedAt('2026-11-14T10:59:59Z', '2026-10-21T12:29:00Z');
    await joinedAt('2026-11-14T11:00:00Z', '2026-10-21T12:31:00Z');
    await joinedAt('2026-11-20T12:00:00Z', NOW);
    await bookedAt('2026-11-14T10:30:00Z', '09:00');
    await bookedAt('2026-11-14T11:30:00Z', '10:00');
    await bookedAt('2026-11-20T10:59:59Z', '11:00');
    await bookedAt('2026-11-20T11:00:00Z', '13:00');
    await bookedAt('2026-11-20T12:00:00Z', '14:00');
    await recount();
  });

  it('count weeks from Sunday and sign-ins within 30 days, in the operator’s zone', async () => {
    const { body } = await admin.get('/api/admin/dashboard').expect(200);
    expect(body.metrics).toMatchObject({
      total_therapists: 4,
      recent_registrations: 2,
      total_bookings: 5,
      recent_bookings: 4,
      active_therapists: 2,
      total_clients: 5,
      client_to_therapist_ratio: 1.3,
    });
  });

  it('are seven days ending today, zero days filled', async () => {
    const { body } = await admin.get('/api/admin/analytics').expect(200);
    expect(body.timezone).toBe('Pacific/Auckland');
    expect(body.daily_bookings).toEqual([
      { date: '2026-11-15', count: 1 },
      { date: '2026-11-16', count: 0 },
      { date: '2026-11-17', count: 0 },
      { date: '2026-11-18', count: 0 },
      { date: '2026-11-19', count: 0 },
      { date: '2026-11-20', count: 1 },
      { date: '2026-11-21', count: 2 },
    ]);
    expect(body.daily_registrations.map(({ count }: { count: number }) => count)).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  it('are counted anew once they are 60 seconds old, and say how old they are', async () => {
    await recount();
    const first = await admin.get('/api/admin/dashboard').expect(200);
    await joinedAt(test.clock.now().toISOString());
    test.clock.advance(55_000);
    const kept = await admin.get('/api/admin/dashboard').expect(200);
    expect(kept.body.as_of).toBe(first.body.as_of);
    expect(kept.body.metrics).toEqual(first.body.metrics);
    test.clock.advance(6_000);
    const [renewed] = await Promise.all(Array.from({ length: 5 }, () => admin.get('/api/admin/dashboard').expect(200)));
    expect(renewed?.body.metrics.total_therapists).toBe(first.body.metrics.total_therapists + 1);
    expect(renewed?.body.metrics.recent_registrations).toBe(first.body.metrics.recent_registrations + 1);
    expect(new Date(renewed?.body.as_of).getTime()).toBeGreaterThan(new Date(first.body.as_of).getTime() + 55_000);
  });

  it('catch up with days on which nobody counted', async () => {
    await recount();
    await admin.get('/api/admin/dashboard').expect(200);
    // Late on the day of the last count, and on a day without one.
    await bookedAt('2026-11-21T10:30:00Z', '15:00');
    await bookedAt('2026-11-22T12:00:00Z', '16:00');
    test.clock.set('2026-11-24T00:00:00Z');
    admin = await signInAdmin(test);
    const { body } = await admin.get('/api/admin/analytics').expect(200);
    expect(body.daily_bookings.map(({ date, count }: { date: string; count: number }) => `${date} ${count}`)).toEqual([
      '2026-11-18 0',
      '2026-11-19 0',
      '2026-11-20 1',
      '2026-11-21 3',
      '2026-11-22 0',
      '2026-11-23 1',
      '2026-11-24 0',
    ]);
  });

  it('are renewed by the worker’s round before a person has to wait for them', async () => {
    const totals = test.app.get(PracticeTotalsService);
    const before = await totals.current();
    test.clock.advance(MINUTE_MS / 2);
    const renewed = await totals.refresh();
    expect(renewed.computed_at.getTime()).toBeGreaterThan(before.computed_at.getTime());
    expect((await totals.refresh()).computed_at).toEqual(renewed.computed_at);
  });

  it('are made for another zone when the operator moves', async () => {
    const [{ zones }] = (await test.database.query<{ zones: string[] }>('select array_agg(distinct zone) as zones from daily_counts')) as [{ zones: string[] }];
    expect(zones).toEqual(['Pacific/Auckland']);
    Object.assign(test.config.administration, { timezone: 'UTC' });
    const { body } = await admin.get('/api/admin/analytics').expect(200);
    expect(body.timezone).toBe('UTC');
    expect(body.daily_bookings.map(({ date, count }: { date: string; count: number }) => `${date} ${count}`)).toContain('2026-11-20 3');
  });
});

describe('the doors', () => {
  it('are closed to therapists and visitors', async () => {
    for (const path of ['dashboard', 'analytics', 'therapists', 'activity', 'jobs', 'break-glass']) {
      await practice.therapist.get(`/api/admin/${path}`).expect(401);
      await test.http.get(`/api/admin/${path}`).expect(401);
    }
  });

  it('close with the administrator’s account', async () => {
    await test.database.query('update administrators set is_active = false where id = $1', [admin.id]);
    await admin.get('/api/admin/dashboard').expect(401);
  });
});
