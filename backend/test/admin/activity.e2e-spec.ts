import type * as supertest from 'supertest';
import { Actor } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { ActivityLog } from '../../src/modules/activity-log/activity-log.service';
import { book, openPractice } from '../harness/practice';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let admin: SignedInAdmin;

interface Entry {
  id: string;
  action: string;
  timestamp: string;
  user_type: string;
  user_id: string | null;
  details: Record<string, unknown>;
}

beforeAll(async () => {
  test = await startTestApp();
  admin = await signInAdmin(test);
});
afterAll(() => test.close());

async function entries(query: Record<string, string> = {}): Promise<Entry[]> {
  const { body } = await admin.get(`/api/admin/activity?${new URLSearchParams(query).toString()}`).expect(200);
  return body.activities as Entry[];
}

async function record(action: string, type: Actor['type'] = 'therapist'): Promise<void> {
  const actor: Actor = { type, id: type === 'visitor' ? null : newId(), sessionId: newId(), address: '203.0.113.9' };
  await test.app.get(ActivityLog).record(test.database, actor, { action });
}

/** Follows the links to the end. */
async function walk(query: Record<string, string>): Promise<Entry[]> {
  const found: Entry[] = [];
  let path: string | undefined = `/api/admin/activity?${new URLSearchParams(query).toString()}`;
  while (path) {
    const answer: supertest.Response = await admin.get(path).expect(200);
    found.push(...(answer.body.activities as Entry[]));
    const link: string | undefined = answer.headers['link'];
    path = link && /<http:\/\/localhost:3000([^>]+)>; rel="next"/.exec(link)?.[1];
  }
  return found;
}

describe('the activity log on the screen', () => {
  it('tells who did what to whom, newest first, without content, address or session', async () => {
    const practice = await openPractice(test);
    const { body: booking } = await book(test, practice, { notes: 'canary of a note', client_email: 'canary@example.org' }).expect(201);
    const list = await entries();
    expect(list.slice(0, 3).map(({ action }) => action)).toEqual(['book_session', 'create_service', 'create_profile']);
    expect(list[0]).toMatchObject({ user_type: 'visitor', user_id: null, details: { subject_type: 'booking' } });
    expect(JSON.stringify(list)).not.toContain(booking.id);
    expect(list[1]).toMatchObject({ user_type: 'therapist', user_id: practice.therapist.id });
    for (const entry of list) expect(Object.keys(entry).sort()).toEqual(['action', 'details', 'id', 'timestamp', 'user_id', 'user_type']);
    const [{ hash }] = (await test.database.query<{ hash: string }>(`select encode(address_hash, 'hex') as hash from activity_log where address_hash is not null limit 1`)) as [{ hash: string }];
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`canary|address|${hash}`));
  });

  it('is itself in the log, each time somebody looks', async () => {
    const before = (await entries({ action: 'admin_view_activity' })).length;
    const after = await entries({ action: 'admin_view_activity' });
    expect(after).toHaveLength(before + 1);
    expect(after[0]).toMatchObject({ user_type: 'admin', user_id: admin.id });
  });

  it('is filtered by action, by who acted, and by both', async () => {
    for (const type of ['client', 'therapist', 'client', 'visitor', 'system'] as const) await record('filter_probe', type);
    await record('other_probe', 'client');
    expect((await entries({ action: 'filter_probe' })).map(({ user_type }) => user_type)).toEqual(['system', 'visitor', 'client', 'therapist', 'client']);
    expect((await entries({ action: 'filter_probe', user_type: 'client' })).map(({ action, user_type }) => [action, user_type])).toEqual([
      ['filter_probe', 'client'],
      ['filter_probe', 'client'],
    ]);
    expect((await entries({ user_type: 'client' })).map(({ action }) => action)).toEqual(['other_probe', 'filter_probe', 'filter_probe']);
    expect(await entries({ action: 'nobody_does_this' })).toEqual([]);
  });

  it('is walked to its end without losing or repeating entries of one moment', async () => {
    // Written by hand, for the product's own entries are a thousandth of a second apart at least.
    await test.database.query(
      `insert into activity_log (id, at, action, actor_type)
       select gen_random_uuid(), '2026-01-01T00:00:00.000001Z'::timestamptz + (i % 3) * interval '1 microsecond', 'same_moment', case when i % 2 = 0 then 'client' else 'therapist' end
       from generate_series(1, 11) i`,
    );
    for (const [query, count] of [
      [{ action: 'same_moment' }, 11],
      [{ action: 'same_moment', user_type: 'client' }, 5],
    ] as const) {
      const found = await walk({ ...query, limit: '2' });
      expect(found).toHaveLength(count);
      expect(new Set(found.map(({ id }) => id)).size).toBe(count);
    }
    const all = await walk({ limit: '3', user_type: 'therapist' });
    const [{ rows }] = (await test.database.query<{ rows: number }>(`select count(*)::int as rows from activity_log where actor_type = 'therapist'`)) as [{ rows: number }];
    expect(new Set(all.map(({ id }) => id)).size).toBe(rows);
    expect(all.map(({ timestamp }) => timestamp)).toEqual([...all.map(({ timestamp }) => timestamp)].sort().reverse());
  });
});
