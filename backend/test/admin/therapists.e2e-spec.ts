import type * as supertest from 'supertest';
import { newId } from '../../src/common/database/database';
import { book, openPractice } from '../harness/practice';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let admin: SignedInAdmin;

interface Listed {
  id: string;
  display_name: string;
  custom_slug: string | null;
}

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
  admin = await signInAdmin(test);
});
afterAll(() => test.close());
afterEach(async () => {
  await test.database.query('delete from therapist_profiles');
  await test.database.query(`delete from users u where not exists (select from services s where s.therapist_id = u.id)`);
});

async function join(name: string, more: { email?: string; slug?: string; displayName?: string; createdAt?: string; active?: boolean } = {}): Promise<string> {
  const id = newId();
  await test.database.query(
    `insert into users (id, user_type, email, name, created_at, is_active) values ($1, 'therapist', $2, $3, coalesce($4::timestamptz, now()), $5)`,
    [id, more.email ?? `${id}@example.org`, name, more.createdAt ?? null, more.active ?? true],
  );
  if (more.slug || more.displayName) {
    await test.database.query(
      `insert into therapist_profiles (therapist_id, display_name, languages, timezone, custom_slug) values ($1, $2, '{English}', 'UTC', $3)`,
      [id, more.displayName ?? name, more.slug ?? null],
    );
  }
  return id;
}

async function list(query: Record<string, string> = {}): Promise<{ therapists: Listed[]; total: number }> {
  const { body } = await admin.get(`/api/admin/therapists?${new URLSearchParams(query).toString()}`).expect(200);
  return body;
}

/** Follows the links to the end. */
async function pages(query: Record<string, string>): Promise<string[][]> {
  const found: string[][] = [];
  let path: string | undefined = `/api/admin/therapists?${new URLSearchParams(query).toString()}`;
  while (path) {
    const answer: supertest.Response = await admin.get(path).expect(200);
    found.push((answer.body.therapists as Listed[]).map(({ id }) => id));
    const link: string | undefined = answer.headers['link'];
    path = link && /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(link)?.[1];
  }
  return found;
}

describe('the list of therapists', () => {
  it('shows each with profile, bookings and last sign-in', async () => {
    const practice = await openPractice(test);
    await book(test, practice).expect(201);
    const { body } = await book(test, practice, { appointment_time: '12:00', client_email: 'other@example.org' }).expect(201);
    await practice.therapist.put(`/api/therapist/bookings/${body.id}/status`, { status: 'cancelled' }).expect(200);
    await test.database.query(`update users set last_login_at = '2026-01-02T03:04:05Z' where id = $1`, [practice.therapist.id]);
    const { therapists } = await list({ q: practice.slug });
    expect(therapists).toEqual([
      {
        id: practice.therapist.id,
        display_name: 'Dr. Test',
        custom_slug: practice.slug,
        email: practice.therapist.email,
        total_bookings: 2,
        calendar_connected: false,
        created_at: expect.any(String),
        is_active: true,
        last_login_at: '2026-01-02T03:04:05.000Z',
      },
    ]);
  });

  it('shows the account’s name while there is no profile', async () => {
    const id = await join('Ines Without Profile');
    expect((await list({ q: 'ines without' })).therapists).toMatchObject([{ id, display_name: 'Ines Without Profile', custom_slug: null, last_login_at: null }]);
  });

  it('finds by account name, display name, address and link, whatever the case, also after they change', async () => {
    const id = await join('Frieda Account', { email: 'frieda.mail@example.org', slug: 'frieda-link', displayName: 'Dr. Ölga Display' });
    await join('Somebody Else');
    for (const q of ['FRIEDA account', 'da.MAIL@', 'frieda-l', 'dr. ölga', 'DISPLAY']) expect((await list({ q })).therapists.map((found) => found.id)).toEqual([id]);
    await test.database.query(`update therapist_profiles set display_name = 'Dr. Renamed' where therapist_id = $1`, [id]);
    await test.database.query(`update users set email = 'moved@example.org' where id = $1`, [id]);
    expect((await list({ q: 'display' })).total).toBe(0);
    expect((await list({ q: 'frieda.mail' })).total).toBe(0);
    expect((await list({ q: 'renamed' })).therapists).toHaveLength(1);
    expect((await list({ q: 'moved@' })).therapists).toHaveLength(1);
  });

  it('never lists clients', async () => {
    await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', 'kim@example.org', 'Kim Client')`, [newId()]);
    expect(await list({ q: 'kim client' })).toEqual({ therapists: [], total: 0 });
  });

  it('filters by status, with the total of what was asked for', async () => {
    const active = await join('Status One');
    const inactive = await join('Status Two', { active: false });
    expect(await list({ q: 'status' })).toMatchObject({ total: 2 });
    expect((await list({ q: 'status', status: 'active' })).therapists.map(({ id }) => id)).toEqual([active]);
    expect((await list({ status: 'inactive' })).therapists.map(({ id }) => id)).toEqual([inactive]);
    expect((await list({ status: 'inactive' })).total).toBe(1);
  });

  it('pages through the newest first without losing or repeating anybody who joined in the same moment', async () => {
    const moment = '2026-03-04T05:06:07.123456Z';
    const joined: string[] = [];
    for (let index = 0; index < 7; index += 1) joined.push(await join(`Paged ${index}`, { createdAt: index < 5 ? moment : '2026-03-04T05:06:07.123457Z' }));
    for (const query of [{ q: 'paged', limit: '2' }, { limit: '2' }] as Record<string, string>[]) {
      const found = (await pages(query)).flat().filter((id) => joined.includes(id));
      expect(found).toHaveLength(7);
      expect(new Set(found)).toEqual(new Set(joined));
      expect(new Set(found.slice(0, 2))).toEqual(new Set(joined.slice(5)));
    }
    expect((await pages({ q: 'paged', limit: '2' })).map((page) => page.length)).toEqual([2, 2, 2, 1]);
    expect((await pages({ q: 'paged', limit: '7' })).map((page) => page.length)).toEqual([7]);
  });

  it('tells the total on every page', async () => {
    for (let index = 0; index < 3; index += 1) await join(`Counted ${index}`);
    const first = await admin.get('/api/admin/therapists?q=counted&limit=2').expect(200);
    const cursor = /cursor=([\w-]+)/.exec(first.headers['link'] ?? '')?.[1] ?? '';
    expect(first.body.total).toBe(3);
    expect(await list({ q: 'counted', limit: '2', cursor })).toMatchObject({ total: 3, therapists: [{ display_name: 'Counted 0' }] });
  });

  it('keeps the numbers of active and inactive ones exact, whatever happens to the accounts', async () => {
    const totals = async (): Promise<number[]> => {
      const counted: number[] = [];
      for (const query of [{}, { status: 'active' }, { status: 'inactive' }] as Record<string, string>[]) counted.push((await list({ ...query, limit: '1' })).total);
      return counted;
    };
    const joined: string[] = [];
    for (let index = 0; index < 6; index += 1) joined.push(await join(`Kept ${index}`, { active: index < 3 }));
    const [, active = 0, inactive = 0] = await totals();
    await admin.put(`/api/admin/therapist/${joined[0]}/status`, { is_active: false }).expect(200);
    expect(await totals()).toEqual([active + inactive, active - 1, inactive + 1]);
    await test.database.query('update users set name = name || $2, is_active = is_active where id = any($1)', [joined, ' again']);
    expect(await totals()).toEqual([active + inactive, active - 1, inactive + 1]);
    await test.database.query('delete from users where id = any($1)', [joined.slice(0, 4)]);
    expect(await totals()).toEqual([active + inactive - 4, active - 3, inactive - 1]);
    const [{ rows }] = (await test.database.query<{ rows: number }>(`select count(*)::int as rows from users where user_type = 'therapist'`)) as [{ rows: number }];
    expect((await totals())[0]).toBe(rows);
  });
});

describe('the list in another order', () => {
  it('is sorted by each column, both ways, with what is empty last, and paged', async () => {
    const names = ['anton', 'Berta', 'Cäsar', 'dora'];
    for (const [index, name] of names.entries()) {
      const id = await join(`Sorted ${name}`, { email: `sorted-${9 - index}@example.org`, active: index % 2 === 0, createdAt: `2026-03-0${index + 1}T00:00:00Z` });
      if (index > 0) await test.database.query('update users set last_login_at = $2 where id = $1', [id, `2026-04-0${index}T00:00:00Z`]);
    }
    const order = async (sort: string, direction: string): Promise<string> =>
      (await list({ q: 'sorted', sort, order: direction })).therapists.map(({ display_name }) => display_name.slice(7, 8).toLowerCase()).join('');
    expect(await order('name', 'asc')).toBe('abcd');
    expect(await order('name', 'desc')).toBe('dcba');
    expect(await order('email', 'asc')).toBe('dcba');
    expect(await order('joined', 'asc')).toBe('abcd');
    expect(await order('joined', 'desc')).toBe('dcba');
    expect(await order('last_sign_in', 'desc')).toBe('dcba');
    expect(await order('last_sign_in', 'asc')).toBe('bcda');
    expect(await order('status', 'desc')).toBe('cadb');
    expect(await order('bookings', 'desc')).toBe('dcba');
    const walked = await pages({ q: 'sorted', sort: 'name', order: 'asc', limit: '3' });
    expect(walked.map((page) => page.length)).toEqual([3, 1]);
    expect((await list({ q: 'sorted', sort: 'name', order: 'asc', limit: '1' })).total).toBe(4);
    for (const bad of ['sort=password', 'order=up', 'sort=name&cursor=abc']) await admin.get(`/api/admin/therapists?${bad}`).expect(400);
  });

  it('sorts by bookings', async () => {
    const practice = await openPractice(test);
    await book(test, practice).expect(201);
    await join('Idle');
    const { body } = await admin.get('/api/admin/therapists?sort=bookings&order=desc').expect(200);
    const counts = (body.therapists as { total_bookings: number }[]).map(({ total_bookings }) => total_bookings);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect(counts[0]).toBeGreaterThan(0);
  });
});

describe('before a therapist is deactivated', () => {
  it('tells how many appointments and clients that touches; then both sides get a mail in the same moment', async () => {
    const practice = await openPractice(test);
    for (const [time, email] of [['09:00', 'one@example.org'], ['10:00', 'one@example.org'], ['11:00', 'two@example.org'], ['12:00', 'three@example.org']]) {
      await book(test, practice, { appointment_time: time, client_email: email }).expect(201);
    }
    const rows = await test.database.query<{ id: string }>(`select id from bookings where therapist_id = $1 and client_email = 'three@example.org'`, [practice.therapist.id]);
    await practice.therapist.put(`/api/therapist/bookings/${rows[0]?.id}/status`, { status: 'cancelled' }).expect(200);
    const { body } = await admin.get(`/api/admin/therapist/${practice.therapist.id}`).expect(200);
    expect(body).toMatchObject({ therapist: { id: practice.therapist.id }, upcoming_bookings: 3, upcoming_clients: 2 });
    await admin.get(`/api/admin/therapist/${newId()}`).expect(404);
    const mails = (): Promise<{ payload: { client_id: string | null } }[]> =>
      test.database.query(`select payload from outbox where job = 'send-closure-mail' and payload ->> 'therapist_id' = $1`, [practice.therapist.id]);
    await admin.put(`/api/admin/therapist/${practice.therapist.id}/status`, { is_active: false }).expect(200);
    expect((await mails()).filter(({ payload }) => payload.client_id === null)).toHaveLength(1);
    expect(await mails()).toHaveLength(3);
    // What is set already tells nobody anew, and an account that opens again tells nobody.
    for (const is_active of [false, true]) await admin.put(`/api/admin/therapist/${practice.therapist.id}/status`, { is_active }).expect(200);
    expect(await mails()).toHaveLength(3);
  });
});
