import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { newId } from '../../src/common/database/database';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

const SIZES = { therapists: 200, bookings: 20_000, activities: 20_000 };
const THERAPIST = '00000000-0000-7000-8000-000000000001';

interface Sent {
  text: string;
  values: unknown[];
}

interface PlanLine {
  'QUERY PLAN': string;
}

let test: TestApp;
let admin: SignedInAdmin;
let owner: Client;
let sent: Sent[] = [];

beforeAll(async () => {
  test = await startTestApp();
  admin = await signInAdmin(test);
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  for (const [name, value] of Object.entries(SIZES)) await owner.query('select set_config($1, $2, false)', [`attune.${name}`, String(value)]);
  await owner.query(readFileSync(join(__dirname, '../../bench/practice/admin-rows.sql'), 'utf8'));
  await owner.query('analyze');
  // Whatever the product sends, named or by an entity, the pool's statements and those of transactions, goes through here.
  const query = Client.prototype.query as unknown as (...given: unknown[]) => unknown;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]): void {
    const [statement, parameters = []] = given as [string | Sent, unknown[]?];
    const { text, values } = typeof statement === 'string' ? { text: statement, values: parameters } : statement;
    if (this !== owner && PLANNED.test(text)) sent.push({ text, values });
    return query.apply(this, given) as void;
  });
}, 120_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await owner.end();
  await test.close();
});

/** The plans of all statements that a page sends. */
async function plansOf(path: string, by: SignedInAdmin = admin): Promise<{ text: string; plan: string }[]> {
  sent = [];
  await by.get(path).expect(200);
  const plans: { text: string; plan: string }[] = [];
  for (const { text, values } of [...sent]) plans.push({ text, plan: await explain(text, values) });
  return plans;
}

/** With these values, and as a statement that was prepared once for all values. */
async function explain(text: string, values: unknown[]): Promise<string> {
  const plans = [await owner.query<PlanLine>(`explain ${text}`, values), await owner.query<PlanLine>(`explain (generic_plan) ${text}`)];
  return plans.flatMap(({ rows }) => rows.map((row) => row['QUERY PLAN'])).join('\n');
}

/** What has a plan; beginning and ending a transaction has none. */
const PLANNED = /^\s*(select|insert|update|delete|with)\b/i;
const SCAN = /Seq Scan on (bookings|activity_log)\b/;

describe('the administrator’s pages with many rows', () => {
  it('would be seen reading a whole table', async () => {
    expect(await explain(`select count(*) from bookings where client_name like '%7%'`, [])).toMatch(SCAN);
    expect(await explain(`select count(*) from activity_log where details ? 'x'`, [])).toMatch(SCAN);
  });

  it.each([
    ['/api/admin/activity', 'activity_log'],
    ['/api/admin/activity?action=deactivate_therapist', 'activity_log'],
    ['/api/admin/activity?user_type=admin', 'activity_log'],
    ['/api/admin/activity?action=login&user_type=client', 'activity_log'],
    ['/api/admin/activity?person=a', 'activity_log'],
    [`/api/admin/activity?person=${THERAPIST}&action=login&from=2020-01-01T00:00:00Z`, 'activity_log'],
    ['/api/admin/activity?from=2026-01-01T00:00:00Z&to=2099-01-01T00:00:00Z', 'activity_log'],
    ['/api/admin/therapists', 'booking_counts'],
    ['/api/admin/therapists?q=linDQ', 'booking_counts'],
    ['/api/admin/therapists?status=inactive&limit=5', 'booking_counts'],
    ['/api/admin/therapists?sort=bookings&order=asc', 'booking_counts'],
    [`/api/admin/therapist/${THERAPIST}`, 'bookings'],
    ['/api/admin/jobs', 'outbox'],
  ])('%s reads no whole table of bookings or activities', async (path, table) => {
    const first = await plansOf(path);
    expect(first.some(({ text }) => text.includes(table))).toBe(true);
    for (const { text, plan } of first) expect({ text, scan: SCAN.exec(plan)?.[0] }).toEqual({ text, scan: undefined });
    const answer = await admin.get(path);
    const next = /<http:\/\/localhost:3000([^>]+)>/.exec(answer.headers['link'] ?? '')?.[1];
    for (const { text, plan } of next ? await plansOf(next) : []) expect({ text, scan: SCAN.exec(plan)?.[0] }).toEqual({ text, scan: undefined });
  });

  it.each(['/api/admin/dashboard', '/api/admin/analytics'])('%s counts recent days through an index, also when it has to count anew', async (path) => {
    await test.database.query('delete from practice_totals');
    const anew = await plansOf(path);
    expect(anew.some(({ text }) => text.includes('from bookings where created_at'))).toBe(true);
    for (const { text, plan } of anew) expect({ text, scan: SCAN.exec(plan)?.[0] }).toEqual({ text, scan: undefined });
    const kept = await plansOf(path);
    // Whether the log ended the session is asked with every request.
    const read = kept.filter(({ text }) => !text.includes('from sessions s'));
    expect(read.some(({ text }) => /\b(from|join) (bookings|activity_log)\b/.test(text))).toBe(false);
  });

  it.each(['bookings', 'session_notes', 'care_plans'])('an opened record reads its %s through an index', async (section) => {
    const emergency = await signInEmergencyAdmin(test);
    const { rows } = await owner.query<{ id: string }>('select id from bookings where therapist_id = $1 limit 1', [THERAPIST]);
    const { body } = await emergency.post('/api/admin/break-glass', { client: rows[0]?.id, reason: `Somebody has to look at the ${section}.`, ...emergency.proof() }).expect(201);
    const id = body.id as string;
    const plans = await plansOf(`/api/admin/break-glass/${id}/record?section=${section}`, emergency);
    for (const { text, plan } of plans) expect({ text, scan: SCAN.exec(plan)?.[0] }).toEqual({ text, scan: undefined });
    await emergency.post(`/api/admin/break-glass/${id}/end`).expect(200);
  });

  it('shows the same totals as the rows themselves', async () => {
    const { body } = await admin.get('/api/admin/dashboard').expect(200);
    expect(body.metrics).toMatchObject({ total_therapists: SIZES.therapists, total_bookings: SIZES.bookings, total_clients: SIZES.bookings / 10, client_to_therapist_ratio: 10 });
    const { body: list } = await admin.get('/api/admin/therapists?limit=200').expect(200);
    const summed = (list.therapists as { total_bookings: number }[]).reduce((sum, { total_bookings }) => sum + total_bookings, 0);
    expect({ summed, total: list.total }).toEqual({ summed: SIZES.bookings, total: SIZES.therapists });
    await admin.get(`/api/admin/therapists?cursor=${Buffer.from(`100000000000000.${newId()}`).toString('base64url')}`).expect(200, { therapists: [], total: SIZES.therapists });
  });
});
