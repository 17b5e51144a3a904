import { DiscoveryService } from '@nestjs/core';
import { UPKEEP } from '../../src/common/jobs/job';
import { OutboxRepository } from '../../src/common/jobs/outbox.repository';
import { newId } from '../../src/common/database/database';
import { decoratedMethods } from '../../src/common/process/decorated-methods';
import { IntakeRequestsService } from '../../src/modules/intake-forms/sending/requests.service';
import { KeptTerm, RetentionTerms } from '../../src/modules/practices/retention/retention-terms.service';
import { fillSealedTables } from '../harness/sealed-rows';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;

beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

const terms = (): Promise<KeptTerm[]> => test.app.get(RetentionTerms, { strict: false }).list(0);
/** These go by the database's clock, which no test moves. */
const BY_DATABASE = ['outbox', 'public_changes'];
const sweeps = (): Map<string, () => Promise<unknown>> => {
  const found = decoratedMethods<string>(test.app.get(DiscoveryService, { strict: false }), UPKEEP);
  // The worker alone has it.
  const outbox = new OutboxRepository(test.database);
  return new Map<string, () => Promise<unknown>>([...found.map(({ meaning, call }) => [meaning, () => call()] as const), ['finished jobs', () => outbox.removeFinished()]]);
};

it('every term has a sweep that is there', async () => {
  const known = sweeps();
  expect((await terms()).filter(({ sweep }) => sweep !== null && !known.has(sweep))).toEqual([]);
});

it('once upkeep has come, no kind of record is older than its term', async () => {
  const { id } = await signInTherapist(test);
  await fillSealedTables(test);
  const [of] = await test.database.query<{ id: string; therapist_id: string }>('select id, therapist_id from bookings');
  const [client] = await test.database.query<{ id: string }>(`select id from users where user_type = 'client'`);
  const hash = Buffer.alloc(32, 1);
  const insert = (table: string, values: Record<string, unknown>): Promise<unknown> => {
    const names = Object.keys(values);
    return test.database.query(`insert into ${table} (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})`, Object.values(values));
  };
  const now = new Date();
  await insert('booking_reminders', { id: newId(), booking_id: of?.id, starts_at: now, created_at: now });
  await insert('morning_digests', { id: newId(), therapist_id: id, day: '2026-11-24', created_at: now });
  await insert('limit_hits', { scope: 'test', key_hash: hash, hit_at: now });
  await insert('ai_runs', { id: newId(), therapist_id: id, purpose: 'analysis', engine: 'rules', state: 'done', begun_at: now });
  await insert('sign_in_flows', { id: newId(), browser_hash: hash, state_hash: hash, code_verifier: 'v', redirect: '/', created_at: now, expires_at: now, mark: hash });
  await insert('known_browsers', { user_id: client?.id, browser_hash: hash, proved_at: now });
  await insert('trusted_browsers', { id: newId(), user_id: client?.id, browser_hash: hash, label: 'Firefox', created_at: now, last_used_at: now, expires_at: now, kept_at: now, mark: hash });
  await insert('calendar_flows', { id: newId(), therapist_id: id, state_hash: hash, browser_hash: hash, code_verifier: 'v', created_at: now, expires_at: now });
  await insert('meeting_consents', { id: newId(), therapist_id: id, text_version: '2026-11', text_hash: hash, needs_own_click: false, created_at: now, expires_at: now });
  await test.database.query(`update meeting_sessions set phase = 'completed', end_reason = 'completed_early', ended_at = $1`, [now]);
  await test.database.query('update intake_requests set started_at = $1, completed_at = null, signed_name = null, expires_at = $1', [now]);
  await test.database.query(`update public_changes set at = now() - interval '2 hours'`);
  await test.database.query(`insert into outbox (id, queue, job, payload, state, finished_at) values ($1, 'mail', 'test', '{}', 'done', now() - interval '8 days')`, [newId()]);
  test.clock.advance(120 * 86_400_000);

  const before = await terms();
  expect(before.filter(({ overdue, sweep }) => overdue === 0 && sweep !== null).map(({ table }) => table)).toEqual([]);
  const known = sweeps();
  for (const name of new Set(before.flatMap(({ sweep }) => sweep ?? []))) await known.get(name)?.();
  const overdue = async (ofDatabase: boolean): Promise<string[]> => (await terms()).filter((term) => term.overdue > 0 && BY_DATABASE.includes(term.table) === ofDatabase).map(({ table }) => table);
  expect(await overdue(false)).toEqual([]);
  test.clock.advance(-120 * 86_400_000);
  expect(await overdue(true)).toEqual([]);
});

it('records that are days older than their term stand in the administrators’ status until they are gone', async () => {
  const database = async (): Promise<{ state: string; note: string; last_failure: { reason: string } | null }> => {
    const { body } = await (await signInAdmin(test)).get('/api/admin/dashboard').expect(200);
    return (body as { integrations: { part: string; state: string; note: string; last_failure: { reason: string } | null }[] }).integrations.find(({ part }) => part === 'database') as never;
  };
  const looked = test.app.get(RetentionTerms, { strict: false });
  await test.database.query(`insert into meeting_consents (id, therapist_id, text_version, text_hash, needs_own_click, created_at, expires_at) values ($1, $2, '2026-11', sha256('x'), false, $3, $3)`, [newId(), (await signInTherapist(test)).id, test.clock.now()]);
  const days = (number: number): void => test.clock.advance(number * 86_400_000);
  // Of the other tables nothing is looked at here: their rows come and go with what the test itself does.
  const counted = looked.list.bind(looked);
  looked.list = async (grace) => (await counted(grace)).filter(({ table }) => table === 'meeting_consents');
  days(31);
  await looked.look();
  expect(await database()).toMatchObject({ last_failure: null });
  days(2);
  await looked.look();
  const told = await database();
  expect(told).toMatchObject({ last_failure: { reason: 'Older than they are kept: consents that nobody began a session with (1).' } });
  await sweeps().get('meeting consents that nobody used')?.();
  // Looked at once a day.
  await looked.look();
  expect(await database()).toMatchObject({ last_failure: told.last_failure });
  days(1);
  await looked.look();
  expect(await database()).toMatchObject({ last_failure: null });
});

it('what somebody has typed into a form stays as long as they can send it, wherever its appointment has moved', async () => {
  await fillSealedTables(test);
  const now = test.clock.now();
  const later = new Date(now.getTime() + 60 * 86_400_000);
  await test.database.query('update intake_requests set started_at = $1, completed_at = null, signed_name = null, expires_at = $1, booking_id = (select id from bookings limit 1)', [now]);
  await test.database.query(`update bookings set starts_at = $1::timestamptz - interval '1 hour', ends_at = $1`, [later]);
  const sweep = test.app.get(IntakeRequestsService, { strict: false });
  test.clock.advance(100 * 86_400_000);
  expect(await sweep.deleteUnsentAnswers()).toBe(0);
  test.clock.advance(5 * 86_400_000);
  expect(await sweep.deleteUnsentAnswers()).toBe(1);
});
