import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { NOTES, writeNote } from '../harness/session-notes';
import { PLANS, writePlan } from '../harness/care-plans';
import { addForm, question } from '../harness/intake-forms';
import { MEETINGS, requestConsent } from '../harness/meetings';
import { book, openPractice, Practice } from '../harness/practice';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const BOOKINGS = 3_000;
const ROWS = 100;
/** Of a page of a hundred rows: their names and what stands beside them, each by an index. */
const MOST_BLOCKS = 4_000;

interface Sent {
  text: string;
  values: unknown[];
}

let test: TestApp;
let owner: Client;
let practice: Practice;
let client: SignedInClient;
let sent: Sent[] = [];

/** So many more rows as this one. */
async function copy(table: string, id: string, rows: number, other: Record<string, string>): Promise<void> {
  const { rows: columns } = await owner.query<{ name: string }>(`select column_name as name from information_schema.columns where table_name = $1 and is_generated = 'NEVER'`, [table]);
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => ({ id: 'gen_random_uuid()', ...other })[name] ?? name);
  await owner.query(`insert into ${table} (${names.join(', ')}) select ${values.join(', ')} from ${table}, generate_series(1, $2::int) k where id = $1`, [id, rows]);
}

beforeAll(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  practice = await openPractice(test);
  const { therapist } = practice;
  const email = `${randomUUID()}@example.org`;
  client = await signInClient(test, { email });
  const { body } = await book(test, practice, { client_email: email }).expect(201);
  const [booking] = await test.database.query<{ id: string; client_id: string }>('select id, client_id from bookings where therapist_id = $1', [therapist.id]);
  expect(booking?.id).toBe((body as { id: string }).id);
  const clientId = booking?.client_id ?? '';
  const note = await writeNote(therapist, { client_id: clientId });
  const plan = await writePlan({ therapist, clientId });
  const { consent_id } = await requestConsent(therapist, { client_id: clientId });
  const form_id = await addForm(test, therapist.id, [question('sleep')]);
  const { body: request } = await therapist.post('/api/therapist/intake-requests', { form_id, client_id: clientId }).expect(201);
  const later = (column: string): string => `${column} + k * interval '8 hours'`;
  const hash = { created_at: `created_at + k * interval '1 ms'` };
  await copy('bookings', booking?.id ?? '', BOOKINGS - 1, { ...hash, client_name: `client_name || ' ' || k`, starts_at: later('starts_at'), ends_at: later('ends_at'), manage_token_hash: 'sha256((id::text || k)::bytea)' });
  await copy('session_notes', note.id, ROWS - 1, hash);
  await copy('care_plans', plan.id, ROWS - 1, hash);
  const ofLink = { ...hash, token_hash: 'sha256((id::text || k)::bytea)' };
  await copy('meeting_consents', consent_id, ROWS - 1, ofLink);
  await copy('intake_requests', (request as { id: string }).id, ROWS - 1, ofLink);
  await owner.query('analyze');
  const query = Client.prototype.query as unknown as (...given: unknown[]) => unknown;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...given: unknown[]): void {
    const [statement, parameters = []] = given as [string | Sent, unknown[]?];
    const { text, values } = typeof statement === 'string' ? { text: statement, values: parameters } : statement;
    if (this !== owner && /^\s*(select|with)\b/i.test(text) && /\bbookings\b|client_names|(confirmed|known)_clients/.test(text)) sent.push({ text, values });
    return query.apply(this, given) as void;
  });
}, 120_000);
afterAll(async () => {
  jest.restoreAllMocks();
  await owner.end();
  await test.close();
});

/** How many blocks each statement of a page reads. */
async function blocksOf(get: () => PromiseLike<unknown>): Promise<{ text: string; blocks: number }[]> {
  sent = [];
  await get();
  const read: { text: string; blocks: number }[] = [];
  for (const { text, values } of [...sent]) {
    const { rows } = await owner.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(`explain (analyze, buffers, format json) ${text}`, values);
    const plan = rows[0]?.['QUERY PLAN'][0].Plan;
    read.push({ text, blocks: (plan?.['Shared Hit Blocks'] ?? Infinity) + (plan?.['Shared Read Blocks'] ?? 0) });
  }
  return read;
}

it.each([`${NOTES}?limit=${ROWS}`, `${PLANS}?limit=${ROWS}`, `/api/therapist/intake-requests?limit=${ROWS}`, `${MEETINGS}/consents`])(
  '%s names its client without reading all that was booked for them',
  async (path) => {
    const read = await blocksOf(() => practice.therapist.get(path).expect(200));
    expect(read).not.toEqual([]);
    expect(read.filter(({ blocks }) => blocks > MOST_BLOCKS)).toEqual([]);
  },
);

it.each(['/api/client/meeting-consents', '/api/client/dashboard', '/api/client/activity', '/api/client/forms'])('%s does not read all that a stranger booked for each row', async (path) => {
  const read = await blocksOf(() => client.get(path).expect(200));
  expect(read).not.toEqual([]);
  expect(read.filter(({ blocks }) => blocks > MOST_BLOCKS)).toEqual([]);
});

it('a search among the bookings compares none of them with each name that was found', async () => {
  sent = [];
  const { body } = await practice.therapist.get(`/api/therapist/bookings?q=1&limit=${ROWS}`).expect(200);
  expect(body).toHaveLength(ROWS);
  for (const { text, values } of [...sent]) {
    const { rows } = await owner.query(`explain (format json) ${text}`, values);
    expect(JSON.stringify(rows)).not.toMatch(/Function Scan|Nested Loop/);
  }
  expect(sent.some(({ values }) => values.some((value) => Array.isArray(value) && value.length > BOOKINGS / 2))).toBe(true);
});
