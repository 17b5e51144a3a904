import { hash } from '@node-rs/argon2';
import { createHash, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { HASH_COST } from '../../src/modules/auth/administrators/password';
import { auditProblems, LogParts } from '../harness/activity-log-tools';
import { print } from '../harness/before-and-now';
import { EmergencyAdmin, signInEmergencyAdmin } from '../harness/break-glass';
import { openBrowser, post } from '../harness/browser';
import { book, openPractice, Practice, proveBookings, workday } from '../harness/practice';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** Whoever has the application's role writes rows as the product does, and wants to be a person. */
/** What it came to then. */
const READ = 'read in the source, not tried';
const MONTH_MS = 32 * 86_400_000;

let test: TestApp;
let rows: Client;
let admin: EmergencyAdmin;
let victim: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000' });
  rows = new Client({ connectionString: test.testDatabase.url });
  await rows.connect();
  admin = await signInEmergencyAdmin(test);
  victim = await openPractice(test);
});
afterAll(async () => {
  await rows.end();
  await test.close();
});

/** Copies a row with other values, whatever its columns are. */
const copy = (table: string, where: string, changes: object) => rows.query(`insert into ${table} select (jsonb_populate_record(r, $1)).* from ${table} r where ${where}`, [JSON.stringify(changes)]);
const named = async (id: string): Promise<string> => (await auditProblems(test)).find((problem) => problem.id === id)?.kind ?? 'nothing';
let day = 0;
/** An emergency access to the record of somebody who booked there. @returns its id, and the client's */
async function openRecord(): Promise<{ id: string; client_id: string }> {
  const email = `${randomUUID()}@example.org`;
  await book(test, victim, { client_email: email, appointment_date: workday(test, (day += 1)) }).expect(201);
  await proveBookings(test, email);
  const { body } = await admin.post('/api/admin/break-glass', { client: email, reason: 'The therapist is in hospital since today.', ...admin.proof() }).expect(201);
  return body as { id: string; client_id: string };
}

it('a row of sessions is nobody’s session, be it copied, moved to somebody else or made to last for ever', async () => {
  const [token, id] = ['a'.repeat(43), randomUUID()];
  await copy('sessions', `user_id = '${victim.therapist.id}'`, { id, token_hash: `\\x${createHash('sha256').update(token).digest('hex')}` });
  const { status } = await openBrowser(test).get('/api/therapist/bookings').set('Cookie', `session=${token}`);
  const [copied, statuses] = [await named(id), [status]];
  for (const change of [`user_id = '${victim.therapist.id}'`, `absolute_expires_at = 'infinity', idle_expires_at = 'infinity'`]) {
    const own = await signInTherapist(test);
    const { rows: [row] } = await rows.query<{ id: string }>(`update sessions set ${change} where user_id = $1 returning id`, [own.id]);
    statuses.push((await own.get('/api/therapist/bookings')).status);
    expect(await named(row?.id ?? '')).toBe('foreign_row');
  }
  print('a therapist’s bookings by a session row of one’s own, one moved to them, one without an end; what audit:verify names', READ, `${statuses.join(', ')}; ${copied}`);
  expect([...statuses, copied]).toEqual([401, 401, 401, 'foreign_row']);
});

it('a row of administrators is no administrator, and no password of one’s own takes the place of theirs', async () => {
  const id = randomUUID();
  const signIn = async (username: string): Promise<number> => (await post(openBrowser(test), '/api/admin/login', { username, password: 'my own password' })).status;
  await copy('administrators', `id = '${admin.id}'`, { id, username: 'mallory', password_hash: await hash('my own password', HASH_COST), has_second_factor: false });
  const other = await signInEmergencyAdmin(test);
  await rows.query('update administrators set password_hash = $2, has_second_factor = false where id = $1', [other.id, await hash('my own password', HASH_COST)]);
  const statuses = [await signIn('mallory'), await signIn(other.username)];
  const kinds = [await named(id), await named(other.id)];
  print('signing in as an administrator of one’s own, and as another with a password of one’s own; what audit:verify names', READ, `${statuses.join(', ')}; ${kinds.join(', ')}`);
  expect(statuses.every((status) => status === 401 || status === 403)).toBe(true);
  expect(kinds).toEqual(['foreign_row', 'foreign_row']);
});

it('an emergency access that nobody opened, and one whose notice was taken away, are named', async () => {
  const { id, client_id } = await openRecord();
  const other = await openRecord();
  const forged = randomUUID();
  await copy('break_glass_grants', `id = '${id}'`, { id: forged, client_id: other.client_id });
  await copy('break_glass_therapists', `grant_id = '${id}'`, { grant_id: forged });
  const { status } = await admin.get(`/api/admin/break-glass/${forged}/record?section=bookings`);
  await rows.query(`delete from outbox where job = 'send-break-glass-notice' and payload ->> 'grant_id' = $1`, [id]);
  const kinds = [await named(forged), await named(id), await named(other.id)];
  print('a record by an access that nobody opened; what audit:verify names of it, of a notice that was deleted, and of an access in order', READ, `${status}; ${kinds.join(', ')}`);
  expect([client_id === other.client_id, status, ...kinds]).toEqual([false, 404, 'foreign_row', 'missing_notice', 'nothing']);
});

it('an entry that is dated back, or for ever, is named, and no month stays unsigned for it', async () => {
  // What is there is sealed first.
  await auditProblems(test);
  const ids = new Map<string, string>();
  for (const at of ['2020-01-01', 'infinity', '-infinity']) {
    const id = randomUUID();
    await rows.query(`insert into activity_log (id, at, action, actor_type, details) values ($1, $2, 'login', 'system', '{}')`, [id, at]);
    ids.set(at, id);
  }
  const found = (await auditProblems(test)).filter(({ id }) => [...ids.values()].includes(id ?? ''));
  const kinds = [...ids.values()].map((id) => found.filter((problem) => problem.id === id).map(({ kind }) => kind));
  const log = new LogParts(test.database, test.clock, test.app.get(KeyRing));
  const month = new Date(test.clock.now()).toISOString().slice(0, 7);
  test.clock.advance(MONTH_MS);
  await signInTherapist(test);
  await log.sealer.run(20_000);
  await log.checkpoints.signPastMonths();
  const signed = (await log.checkpointRows.listCheckpoints(test.database)).map((checkpoint) => checkpoint.month);
  print('entries of the log at 2020-01-01, infinity and -infinity, named', READ, `${kinds.filter((each) => each.length > 0).length} of 3`);
  print('the signature of the month, with an entry at infinity in it', READ, signed.includes(month) ? 'came' : 'never came');
  for (const each of kinds) expect(each).toContain('misdated_entry');
  expect(signed).toContain(month);
});
