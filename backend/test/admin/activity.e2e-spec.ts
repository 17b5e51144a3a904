import type * as supertest from 'supertest';
import { Actor } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { ActivityLog } from '../../src/modules/activity-log/activity-log.service';
import { AdminActivityService } from '../../src/modules/admin/activity/activity.service';
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
  user_name: string | null;
  subject_name: string | null;
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
    for (const entry of list) expect(Object.keys(entry).sort()).toEqual(['action', 'details', 'id', 'subject_name', 'timestamp', 'user_id', 'user_name', 'user_type']);
    const [{ hash }] = (await test.database.query<{ hash: string }>(`select encode(address_hash, 'hex') as hash from activity_log where address_hash is not null limit 1`)) as [{ hash: string }];
    expect(hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(list)).not.toMatch(new RegExp(`canary|"address|_hash|${hash}`));
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

  it('names therapists and administrators, and nobody who is a client', async () => {
    const practice = await openPractice(test);
    await book(test, practice, { client_name: 'Canary Client', client_email: 'canary.client@example.org' }).expect(201);
    await admin.put(`/api/admin/therapist/${practice.therapist.id}/status`, { is_active: false }).expect(200);
    const [deactivated, ...rest] = await entries();
    expect(deactivated).toMatchObject({ action: 'deactivate_therapist', user_name: admin.username, subject_name: 'Dr. Test' });
    expect(rest.find(({ action }) => action === 'create_service')).toMatchObject({ user_name: 'Dr. Test' });
    expect(rest.find(({ action }) => action === 'book_session')).toMatchObject({ user_name: null, subject_name: null });
    expect(JSON.stringify(rest)).not.toMatch(/canary/i);
  });

  it('tells every action that there is, so that a filter can offer all of them', async () => {
    await record('seldom_done', 'system');
    const { body } = await admin.get('/api/admin/activity?limit=1').expect(200);
    const rows = await test.database.query<{ action: string }>('select distinct action from activity_log');
    expect(body.actions).toEqual(expect.arrayContaining(['seldom_done', 'admin_view_activity']));
    expect([...(body.actions as string[])].sort()).toEqual(rows.map(({ action }) => action).sort());
  });

  it('is filtered by person: a therapist or administrator by name or id, never a client', async () => {
    const practice = await openPractice(test);
    await test.database.query(`update therapist_profiles set display_name = 'Dr. Person Filter' where therapist_id = $1`, [practice.therapist.id]);
    const byName = await entries({ person: 'person filt' });
    expect(byName.length).toBeGreaterThan(1);
    expect(new Set(byName.map(({ user_id }) => user_id))).toEqual(new Set([practice.therapist.id]));
    expect((await entries({ person: practice.therapist.id })).map(({ id }) => id)).toEqual(byName.map(({ id }) => id));
    expect((await entries({ person: 'person filt', action: 'create_service' })).map(({ action }) => action)).toEqual(['create_service']);
    expect((await entries({ person: admin.username.toUpperCase() })).every(({ user_id }) => user_id === admin.id)).toBe(true);
    const client = newId();
    await test.database.query(`insert into users (id, user_type, email, name) values ($1, 'client', 'looked.up@example.org', 'Looked Up')`, [client]);
    await test.app.get(ActivityLog).record(test.database, { type: 'client', id: client, sessionId: newId(), address: null }, { action: 'read_notes' });
    for (const person of ['looked up', 'looked.up@example.org', client, 'nobody at all', '%']) expect(await entries({ person })).toEqual([]);
    expect(await walk({ person: 'person filt', limit: '1' })).toEqual(byName);
  });

  it('is filtered by time', async () => {
    for (const [at, action] of [['2026-02-01T10:00:00Z', 'long_ago'], ['2026-02-02T00:00:00Z', 'day_after']] as const) {
      await test.database.query(`insert into activity_log (id, at, action, actor_type) values ($1, $2, $3, 'system')`, [newId(), at, action]);
    }
    const actions = async (query: Record<string, string>) => (await entries(query)).map(({ action }) => action);
    expect(await actions({ from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' })).toEqual(['long_ago']);
    expect(await actions({ from: '2026-02-01T11:00:00+01:00', to: '2026-02-02T00:00:00.001Z', user_type: 'system' })).toEqual(['day_after', 'long_ago']);
    expect(await actions({ from: '2026-02-01T00:00:00Z', to: '2026-02-03T00:00:00Z', action: 'day_after' })).toEqual(['day_after']);
    for (const bad of ['2026-02-01', 'yesterday', '2026-02-30T00:00:00Z', '+092026-01-01T00:00:00Z']) await admin.get(`/api/admin/activity?${new URLSearchParams({ from: bad }).toString()}`).expect(400);
  });

  describe('as a file', () => {
    const file = async (query: Record<string, string>): Promise<string> => {
      const answer = await admin.get(`/api/admin/activity.csv?${new URLSearchParams(query).toString()}`).expect(200);
      expect(answer.headers['content-disposition']).toBe('attachment; filename="activity.csv"');
      return answer.text;
    };

    it('holds what the filter finds, also past one page, and is itself in the log', async () => {
      await test.database.query(
        `insert into activity_log (id, at, action, actor_type, details) select gen_random_uuid(), '2026-01-05T00:00:00Z'::timestamptz + i * interval '1 second', 'exported', 'system', '{"rows": 7}'
         from generate_series(1, 1203) i`,
      );
      const lines = (await file({ action: 'exported' })).trim().split('\r\n');
      expect(lines).toHaveLength(1204);
      expect(lines[0]).toMatch(/^\uFEFF?"Time \(UTC\)","Action","By","Name"/);
      expect(lines[1]).toContain('"2026-01-05T00:20:03.000Z","exported","system","","","","","","rows: 7; not_written_by_attune: true"');
      expect((await entries({ action: 'admin_export_activity' }))[0]).toMatchObject({ user_id: admin.id });
      await admin.get('/api/admin/activity.csv?limit=5').expect(400);
    });

    it('ends with the session that asked for it', async () => {
      await test.database.query(`insert into activity_log (id, at, action, actor_type) select gen_random_uuid(), now(), 'left_behind', 'system' from generate_series(1, 1203)`);
      const other = await signInAdmin(test);
      const [session] = await test.database.query<{ id: string }>('select id from sessions where user_id = $1', [other.id]);
      const actor: Actor = { type: 'admin', id: other.id, sessionId: session?.id ?? '', address: null };
      const parts: string[] = [];
      const exported = test.app.get(AdminActivityService).export(actor, { action: 'left_behind' }, async (part) => {
        if (parts.push(part) === 2) await other.post('/api/admin/logout').expect(200);
      });
      await expect(exported).rejects.toThrow('unauthenticated');
      expect(parts).toHaveLength(2);
    });

    it('has no formula in it, whatever a therapist calls themselves, and no client', async () => {
      const practice = await openPractice(test);
      await test.database.query(`update therapist_profiles set display_name = '=HYPERLINK("https://evil.example")' where therapist_id = $1`, [practice.therapist.id]);
      const { body: booking } = await book(test, practice, { client_name: 'Canary Client', client_email: 'canary.client@example.org' }).expect(201);
      const text = await file({ from: new Date(Date.now() - 3_600_000).toISOString() });
      expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
      expect(text).not.toMatch(/(^|,|\n)"?[=+@-]/);
      expect(text).toContain('book_session');
      expect(text).not.toMatch(new RegExp(`canary|${booking.id as string}`, 'i'));
    });
  });
});
