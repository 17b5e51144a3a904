import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { newId } from '../../src/common/database/database';
import { auditProblems, AuditedProblem } from '../harness/activity-log-tools';
import { openBrowser } from '../harness/browser';
import { openPractice, Practice } from '../harness/practice';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { signInClient } from '../harness/signed-in-client';
import { signInTherapist, SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables tries to get into a session. */
let test: TestApp;
let owner: Client;
let victim: Practice;
let attacker: SignedInTherapist;

beforeEach(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  victim = await openPractice(test);
  attacker = await signInTherapist(test);
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const problems = (): Promise<AuditedProblem[]> => auditProblems(test);

/** Copies a row with other values, whatever its columns are. */
const copy = (table: string, where: string, changes: object) =>
  owner.query(`insert into ${table} select (jsonb_populate_record(r, $1)).* from ${table} r where ${where}`, [JSON.stringify(changes)]);

/** Whom the API takes the holder of a cookie for. */
const whoIs = async (cookie: string): Promise<unknown> => {
  const { body } = await openBrowser(test).get('/api/auth/me').set('Cookie', cookie);
  return (body as { id?: string; user?: { id?: string } | null }).user?.id ?? (body as { id?: string }).id;
};

describe('sessions', () => {
  it('a row for a token of one’s own is nobody’s session, and is named', async () => {
    const token = 'a'.repeat(43);
    const id = newId();
    await copy('sessions', `user_id = '${victim.therapist.id}'`, { id, token_hash: `\\x${createHash('sha256').update(token).digest('hex')}` });
    await openBrowser(test).get('/api/therapist/profile').set('Cookie', `session=${token}`).expect(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id }]);
  });

  it.each([
    ['of somebody else', (): string => `user_id = '${victim.therapist.id}'`],
    ['without an end', (): string => `absolute_expires_at = '2090-01-01'`],
    ['proved', (): string => `proved_at = now()`],
    ['live on unused', (): string => `idle_expires_at = absolute_expires_at`],
  ])('one’s own session made one %s ends, and is named', async (_what, change) => {
    await attacker.get('/api/therapist/services').expect(200);
    const { rows } = await owner.query<{ id: string }>(`update sessions set ${change()} where user_id = '${attacker.id}' returning id`);
    await attacker.get('/api/therapist/services').expect(401);
    expect(await whoIs(attacker.cookie)).toBeFalsy();
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: rows[0]?.id }]);
  });
});

describe('a session that ended', () => {
  it('is not put back by whoever kept its row, whatever ended it', async () => {
    const [kept] = await test.database.query<{ id: string; row: object }>('select id, to_jsonb(s) as row from sessions s where user_id = $1', [attacker.id]);
    await attacker.post('/api/auth/logout').expect(200);
    await expect(test.database.query('insert into sessions select (jsonb_populate_record(null::sessions, $1)).*', [kept?.row])).rejects.toThrow('this session has ended');
    await expect(test.database.query('update sessions set id = $1 where user_id = $2', [kept?.id, victim.therapist.id])).rejects.toThrow('a session stays the one that it is');
    for (const statement of ['delete from ended_sessions', 'truncate ended_sessions']) await expect(test.database.query(statement)).rejects.toThrow('permission denied');
    expect(await whoIs(attacker.cookie)).toBeFalsy();
    expect(await problems()).toEqual([]);
  });

  it('opens nothing and is named where the owner of the tables puts it back past the fence, after its person proved themselves elsewhere', async () => {
    const client = await signInClient(test);
    const [kept] = await test.database.query<{ id: string; row: object }>('select id, to_jsonb(s) as row from sessions s where user_id = $1', [client.id]);
    test.clock.advance(1_000);
    const other = await ClientBrowser.open(test);
    await other.login(client.email).expect(202);
    await other.verify({ email: client.email, code: await mailedCode(test, client.email) }).expect(200);
    expect(await problems()).toEqual([]);
    await owner.query('alter table sessions disable trigger user');
    await owner.query('delete from ended_sessions');
    await owner.query('insert into sessions select (jsonb_populate_record(null::sessions, $1)).*', [kept?.row]);
    await owner.query('alter table sessions enable trigger user');
    await client.get('/api/client/dashboard').expect(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: kept?.id }]);
  });

  it('is also one that stands on a trust, and says that it does not', async () => {
    const client = await signInClient(test, { trusted: true });
    await client.browser.login(client.email).expect(200);
    await client.get('/api/client/dashboard').expect(200);
    const [changed] = await test.database.query<{ id: string }>('update sessions set trust_id = null where user_id = $1 and trust_id is not null returning id', [client.id]);
    await client.get('/api/client/dashboard').expect(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: changed?.id }]);
  });
});
