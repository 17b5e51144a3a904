import { randomUUID } from 'node:crypto';
import { DiscoveryService } from '@nestjs/core';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { ActivityAudit } from '../../src/modules/activity-log/chain/audit.service';
import { describeReport } from '../../src/modules/activity-log/chain/chain-report';
import { auditProblems, LogParts, startTestLog } from '../harness/activity-log-tools';
import { openBrowser } from '../harness/browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { openPractice } from '../harness/practice';
import { administrator, arrived, enrol, Kind, therapist } from '../harness/second-factor-accounts';
import { signInClient } from '../harness/signed-in-client';
import { signInAdmin } from '../harness/signed-in-admin';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody has the application's role, which may add to the log, and adds what nobody did. */
let google: GoogleStandIn;
let test: TestApp;

beforeAll(async () => {
  google = await startGoogleStandIn();
});
afterAll(() => google.close());
beforeEach(async () => {
  test = await startTestApp(google.environment);
});
afterEach(() => test.close());

interface Forged {
  action: string;
  actorId?: string;
  subjectType: string;
  subjectId: string;
  clientId?: string;
  minutesAhead?: number;
  details?: object;
}

async function forge({ action, actorId, subjectType, subjectId, clientId, minutesAhead = 0, details = {} }: Forged): Promise<string> {
  const id = randomUUID();
  const at = new Date(test.clock.now().getTime() + minutesAhead * 60_000);
  await test.database.query(
    `insert into activity_log (id, at, action, actor_type, actor_id, subject_type, subject_id, client_ids, details) values ($1, $2, $3, 'therapist', $4, $5, $6, $7, $8)`,
    [id, at, action, actorId ?? null, subjectType, subjectId, clientId ? [clientId] : null, details],
  );
  return id;
}

const foreign = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).filter(({ kind }) => kind === 'foreign_entry').map(({ id }) => id);

it('tells an administrator of a deed that never was that the product did not write it, in the list and in the file', async () => {
  const [practice, admin] = [await openPractice(test), await signInAdmin(test)];
  const id = await forge({ action: 'deactivate_therapist', actorId: practice.therapist.id, subjectType: 'therapist', subjectId: practice.therapist.id, details: { not_written_by_attune: false } });
  const { activities } = (await admin.get('/api/admin/activity?limit=200').expect(200)).body as { activities: { id: string; details: Record<string, unknown> }[] };
  expect(activities.filter(({ details }) => details['not_written_by_attune'] === true).map((entry) => entry.id)).toEqual([id]);
  expect(activities.length).toBeGreaterThan(1);
  const { text } = await admin.get('/api/admin/activity.csv').expect(200);
  expect(text.split('\n').filter((line) => line.includes('not_written_by_attune: true'))).toEqual([expect.stringContaining(id)]);
});

it('says to a client nothing of a deed that never was, and is named', async () => {
  const [practice, kim] = [await openPractice(test), await signInClient(test)];
  const deed = { action: 'read_note', actorId: practice.therapist.id, subjectType: 'session_note', subjectId: randomUUID(), clientId: kim.id };
  const id = await forge(deed);
  const copied = randomUUID();
  await test.database.query(
    `insert into activity_log (id, at, action, actor_type, actor_id, client_ids, mark)
     select $1, $2, 'read_note', actor_type, actor_id, array[$3::uuid], mark from activity_log where mark is not null limit 1`,
    [copied, test.clock.now(), kim.id],
  );
  const { body } = await kim.get('/api/client/activity?by=others').expect(200);
  expect(body.entries).toEqual([]);
  expect((await kim.get('/api/client/activity').expect(200)).text).not.toContain('read_note');
  expect((await kim.get('/api/client/export').expect(200)).text).not.toContain('read_note');
  expect(await foreign()).toEqual([id, copied]);
});

it('takes nothing that others wrote for a page of the list', async () => {
  const [practice, kim] = [await openPractice(test), await signInClient(test)];
  for (let nth = 0; nth < 9; nth += 1) await forge({ action: 'read_note', actorId: practice.therapist.id, subjectType: 'client', subjectId: kim.id, clientId: kim.id, minutesAhead: 1 });
  const { body, headers } = await kim.get('/api/client/activity?about=sign_in&limit=2').expect(200);
  expect((body.entries as { action: string }[]).map(({ action }) => action)).not.toContain('read_note');
  expect(body.entries).toHaveLength(2);
  expect(headers.link).toContain('rel="next"');
});

describe.each([
  ['a therapist', therapist(() => google)],
  ['an administrator', administrator],
] as const)('two-step sign-in of %s', (_, who: Kind) => {
  it('is not taken away, and nobody is locked out', async () => {
    const amy = await enrol(test, who);
    const bob = await who.make(test);
    expect((await who.signIn(openBrowser(test), bob)).status).toBe(200);
    const accounts = await test.database.query<{ id: string }>(`select id from users where user_type = 'therapist' union all select id from administrators`);
    for (const { id } of accounts) {
      for (const action of ['second_factor_disabled', 'reset_administrator', 'recovery_codes_renewed']) await forge({ action, subjectType: who.kind === 'user' ? 'user' : 'administrator', subjectId: id, minutesAhead: 59 });
    }
    await arrived(test, who, amy.name);
    expect((await who.signIn(openBrowser(test), bob)).status).toBe(200);
    expect((await auditProblems(test)).map(({ kind }) => kind)).toEqual(expect.arrayContaining(['foreign_entry']));
    expect((await auditProblems(test)).map(({ kind }) => kind)).not.toContain('foreign_row');
  });
});

it('ends no code, no trust and no session', async () => {
  const kim = await signInClient(test, { trusted: true });
  const [trust] = await test.database.query<{ id: string }>('select id from trusted_browsers where user_id = $1', [kim.id]);
  const own = { subjectType: 'client', subjectId: kim.id };
  await forge({ ...own, action: 'client_verify', minutesAhead: 59 });
  await forge({ ...own, action: 'revoke_trusted_browser', details: { trust_id: trust?.id } });
  const sessions = await test.database.query<{ id: string }>('select id from sessions where user_id = $1', [kim.id]);
  for (const { id } of sessions) await forge({ action: 'logout', subjectType: 'session', subjectId: id });
  await kim.browser.login(kim.email).expect(200);
  const device = await signInClient(test, { email: `${randomUUID()}@example.org` });
  await forge({ subjectType: 'client', subjectId: device.id, action: 'client_verify', minutesAhead: 59 });
  await device.post('/api/auth/client/code').expect(202);
  expect((await auditProblems(test)).map(({ kind }) => kind)).not.toContain('foreign_row');
});

it('hides nothing behind many entries of one kind: each kind is counted, and named with its first ones', async () => {
  const kim = await signInClient(test);
  await test.database.query(
    `insert into activity_log (id, at, action, actor_type) select gen_random_uuid(), $1::timestamptz - interval '1 year', 'login', 'system' from generate_series(1, 120)`,
    [test.clock.now()],
  );
  await test.database.query('update client_accounts set verified_at = null where client_id = $1', [kim.id]);
  const log = new LogParts(test.database, test.clock, test.app.get(KeyRing));
  await log.sealer.run(20_000);
  const report = await new ActivityAudit(log.chain, test.app.get(DiscoveryService)).verify({});
  expect(report.problem_counts).toMatchObject({ misdated_entry: 120, foreign_entry: 120 });
  expect(report.problems.filter(({ kind }) => kind === 'foreign_row')).not.toEqual([]);
  expect(report.problems.filter(({ kind }) => kind === 'misdated_entry')).toHaveLength(20);
  const lines = describeReport(report).split('\n');
  expect(lines[1]).toContain(String(report.problems.find(({ kind }) => kind === 'foreign_row')?.message));
  expect(lines).toContain('  - and 100 more of this kind (misdated_entry)');
});

it('is told from what was written before entries were marked', async () => {
  const log = await startTestLog();
  try {
    await log.write(2);
    await log.database.query(`insert into activity_log (id, at, action, actor_type) values ($1, $2, 'login', 'system')`, [randomUUID(), log.clock.now()]);
    await log.seal();
    await log.adoptions.adoptLog();
    const later = new LogParts(log.database, log.clock);
    expect(await later.chain.verify()).toMatchObject({ ok: true, unmarked: 1 });
    await log.database.query(`insert into activity_log (id, at, action, actor_type) values ($1, $2, 'login', 'system')`, [randomUUID(), log.clock.now()]);
    // Sealed or not, it is named.
    expect((await later.chain.verify()).problems.map(({ kind, seq }) => [kind, seq])).toEqual([['foreign_entry', '5']]);
    await log.seal();
    expect((await later.chain.verify()).problems.map(({ kind, seq }) => [kind, seq])).toEqual([['foreign_entry', '5']]);
  } finally {
    await log.close();
  }
});
