import { Client } from 'pg';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { newId } from '../../src/common/database/database';
import { Administrator } from '../../src/modules/auth/account.entity';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { SecondFactorService } from '../../src/modules/auth/second-factor/second-factor.service';
import { SignInCodeRepository } from '../../src/modules/clients/sign-in/sign-in-code.repository';
import { auditProblems, AuditedProblem } from '../harness/activity-log-tools';
import { EmergencyAdmin, signInEmergencyAdmin } from '../harness/break-glass';
import { openBrowser, post, signInWithGoogle } from '../harness/browser';
import { ClientBrowser, mailedCode, mailedSecret } from '../harness/client-browser';
import { startGoogleStandIn } from '../harness/google-stand-in';
import { enrol, therapist } from '../harness/second-factor-accounts';
import { book, openPractice } from '../harness/practice';
import { signInAdmin } from '../harness/signed-in-admin';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables tries to come into another account through rows that the product has made. */
let test: TestApp;
let owner: Client;
let admin: EmergencyAdmin;

beforeEach(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  admin = await signInEmergencyAdmin(test);
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const problems = (): Promise<AuditedProblem[]> => auditProblems(test);
const signIn = async (username: string, password: string): Promise<number> => (await post(openBrowser(test), '/api/admin/login', { username, password })).status;

describe('rows of one’s own, given to another account', () => {
  let victimClient: SignedInClient;
  let mallory: SignedInClient;
  beforeEach(async () => {
    victimClient = await signInClient(test);
    mallory = await signInClient(test, { trusted: true });
  });
  const signedInAs = async (browser: ClientBrowser): Promise<unknown> => ((await browser.get('/api/auth/me')).body as { id?: string }).id;

  it('trust in one’s own browser is no trust of theirs, and a browser’s new secret does not vouch for it', async () => {
    await owner.query('update trusted_browsers set user_id = $1 where user_id = $2', [victimClient.id, mallory.id]);
    await mallory.browser.login(victimClient.email).expect(202);
    expect(await signedInAs(mallory.browser)).toBe(mallory.id);
    // Trusted anew: what the browser carries is bound to its next secret.
    const other = await signInClient(test);
    mallory.browser.plant('session', other.browser.has('session') ?? '');
    await mallory.browser.post('/api/auth/client/code').expect(202);
    await mallory.browser.verify({ email: other.email, code: await mailedCode(test, other.email), trust: true }).expect(200);
    await mallory.browser.login(victimClient.email);
    expect(await signedInAs(mallory.browser)).toBe(other.id);
  });

  it.each(['code', 'link'] as const)('a %s that was mailed to one’s own address signs nobody else in', async (by) => {
    const browser = await ClientBrowser.open(test);
    await browser.login(mallory.email).expect(202);
    const secret = await mailedSecret(test, mallory.email);
    await owner.query('update sign_in_codes set user_id = $1 where user_id = $2', [victimClient.id, mallory.id]);
    await browser.verify(by === 'code' ? { email: mallory.email, code: secret?.code } : { token: secret?.token }).expect(401);
    expect(browser.has('session')).toBeUndefined();
  });

  it('a code for their address is not mailed to one’s own', async () => {
    const browser = await ClientBrowser.open(test);
    await browser.login(victimClient.email).expect(202);
    const { rows: [code] } = await owner.query<{ id: string }>('select id from sign_in_codes where user_id = $1 and used_at is null', [victimClient.id]);
    await owner.query('update sign_in_codes set user_id = $2 where id = $1', [code?.id, mallory.id]);
    expect(await test.app.get(SignInCodeRepository).findCodeMail(code?.id ?? '')).toBeUndefined();
    await owner.query('update sign_in_codes set user_id = $2 where id = $1', [code?.id, victimClient.id]);
    expect((await test.app.get(SignInCodeRepository).findCodeMail(code?.id ?? ''))?.account_email).toBe(victimClient.email);
    await owner.query(`update users set email = 'mallory@example.org' where id = $1`, [victimClient.id]);
    expect(await test.app.get(SignInCodeRepository).findCodeMail(code?.id ?? '')).toBeUndefined();
  });

  it('an objection to one’s own change of address moves nobody else', async () => {
    const next = `${newId()}@example.org`;
    await mallory.browser.post('/api/client/account/email', { email: next }).expect(202);
    await mallory.browser.post('/api/client/account/email/confirm', { code: await mailedCode(test, next) }).expect(200);
    const { rows: [change] } = await owner.query<{ id: string; object_token: Buffer }>('select id, object_token from address_changes where user_id = $1', [mallory.id]);
    const token = test.app.get(ColumnCipher).decrypt(change?.object_token ?? Buffer.alloc(0), { table: 'address_changes', column: 'object_token', rowId: change?.id ?? '' });
    await owner.query('update address_changes set user_id = $1 where id = $2', [victimClient.id, change?.id]);
    await (await ClientBrowser.open(test)).post('/api/auth/client/address-objection', { token }).expect(404);
    const { rows } = await owner.query('select email from users where id = $1', [victimClient.id]);
    expect(rows).toEqual([{ email: victimClient.email }]);
  });
});

describe('two-step sign-in', () => {
  const rowsGone = (id: string) => owner.query('delete from second_factors where account_id = $1', [id]);

  it('is not taken away from an administrator with its row: nobody signs in, it is named, and the operator takes it away', async () => {
    await rowsGone(admin.id);
    expect(await signIn(admin.username, admin.password)).toBe(403);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: admin.id }]);
    await owner.query('update administrators set has_second_factor = false where id = $1', [admin.id]);
    expect(await signIn(admin.username, admin.password)).toBe(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: admin.id }]);
    await owner.query('update administrators set has_second_factor = true where id = $1', [admin.id]);
    await test.app.get(AdministratorService).reset(admin.username, 'a password of the operator', { secondFactor: true });
    expect(await signIn(admin.username, 'a password of the operator')).toBe(200);
    expect(await problems()).toEqual([]);
  });

  it('is not taken away from a therapist with its row, and another Google account is not theirs', async () => {
    const google = await startGoogleStandIn();
    const product = await startTestApp(google.environment, () => undefined, test.testDatabase);
    try {
      const amy = await enrol(product, therapist(() => google));
      const { rows: [user] } = await owner.query<{ id: string }>('select id from users where email = $1', [amy.name]);
      await rowsGone(user?.id ?? '');
      expect((await signInWithGoogle(google, openBrowser(product), amy.name)).status).toBe(403);
      expect(await problems()).toEqual([{ kind: 'foreign_row', id: user?.id }]);
      await product.app.get(SecondFactorService).dropOfTherapist(amy.name);
      expect((await signInWithGoogle(google, openBrowser(product), amy.name)).status).toBe(200);
      expect(await problems()).toEqual([]);
      await signInWithGoogle(google, openBrowser(product), 'mallory@example.org');
      await owner.query(`update users set google_sub = (select google_sub || '-before' from users where email = 'mallory@example.org') where email = 'mallory@example.org'`);
      await owner.query(`update users set google_sub = (select replace(google_sub, '-before', '') from users where email = 'mallory@example.org') where id = $1`, [user?.id]);
      expect((await signInWithGoogle(google, openBrowser(product), 'mallory@example.org')).status).not.toBe(200);
      expect((await problems()).map(({ id }) => id)).toContain(user?.id);
    } finally {
      await product.close();
      await google.close();
    }
  });

  it('of before it was in the marks is taken over once', async () => {
    await owner.query('alter table activity_log disable trigger all');
    await owner.query(`delete from activity_log where action = 'adopt_second_factors'`);
    await owner.query('update users set mark = null');
    const known = await test.database.manager.findOneBy(Administrator, { id: admin.id });
    if (!known) throw new Error('no administrator');
    const old = test.app.get(KeyRing).mark('administrators', [known.id, known.username, known.password_hash, known.role, known.is_active, known.is_development]);
    await owner.query('update administrators set mark = $2, has_second_factor = false, changed_at = null where id = $1', [admin.id, old]);
    await (await startTestApp({}, () => undefined, test.testDatabase)).close();
    const { rows } = await owner.query('select has_second_factor, changed_at is not null as is_dated from administrators where id = $1', [admin.id]);
    expect(rows).toEqual([{ has_second_factor: true, is_dated: true }]);
    expect(await signIn(admin.username, admin.password)).toBe(202);
    const { rows: unmarked } = await owner.query('select from users where mark is null');
    expect(unmarked).toEqual([]);
  });
});

describe('a row from before, put back', () => {
  /** Takes rows, lets something happen to them, and puts them back as they were. */
  const putBack = async (table: string, where: string, happens: () => Promise<unknown>): Promise<void> => {
    const { rows } = await owner.query<{ row: object }>(`select to_jsonb(t) as row from ${table} t where ${where}`);
    await happens();
    await owner.query(`delete from ${table} where ${where}`).catch(() => undefined);
    const columns = Object.keys(rows[0]?.row ?? {}).filter((column) => column !== 'id');
    const values = columns.map((column) => `${column} = excluded.${column}`).join(', ');
    for (const { row } of rows) await owner.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1) on conflict (id) do update set ${values}`, [JSON.stringify(row)]);
  };

  it('of a session that was signed out is named, where the database does not refuse it', async () => {
    const { rows: [session] } = await owner.query<{ id: string }>('select id from sessions where user_id = $1', [admin.id]);
    await owner.query('alter table sessions disable trigger sessions_kept_ended');
    await putBack('sessions', `user_id = '${admin.id}'`, () => admin.post('/api/admin/logout').expect(200));
    await owner.query('alter table sessions enable trigger sessions_kept_ended');
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: session?.id }]);
  });

  it('of an administrator who was closed or given another password is named, with the session', async () => {
    const administrators = test.app.get(AdministratorService);
    const other = await signInEmergencyAdmin(test);
    await putBack('administrators', `id = '${admin.id}'`, () => {
      test.clock.advance(60_000);
      return administrators.setActive(admin.username, false);
    });
    await putBack('administrators', `id = '${other.id}'`, () => {
      test.clock.advance(60_000);
      return administrators.reset(other.username, 'another password entirely', { secondFactor: false });
    });
    expect((await problems()).map(({ id }) => id).sort()).toEqual([admin.id, other.id].sort());
  });

  it('of an emergency access that was ended opens nothing with its end taken away or put back whole, and is named', async () => {
    const practice = await openPractice(test);
    await book(test, practice, { client_email: 'kim@example.org' }).expect(201);
    const proof = { client: 'kim@example.org', reason: 'The therapist is in hospital since today.' };
    const { body } = await admin.post('/api/admin/break-glass', { ...proof, ...admin.proof() }).expect(201);
    const { id } = body as { id: string };
    const read = () => admin.get(`/api/admin/break-glass/${id}/record?section=profile`);
    await putBack('break_glass_grants', `id = '${id}'`, () => admin.post(`/api/admin/break-glass/${id}/end`).expect(200));
    expect(await problems()).toEqual([{ kind: 'foreign_row', id }]);
    await read().expect(403);
    await admin.post(`/api/admin/break-glass/${id}/end`).expect(200);
    await owner.query('update break_glass_grants set ended_at = null where id = $1', [id]);
    await read().expect(404);
    expect((await problems()).map((problem) => problem.id)).toContain(id);
  });
});

it('a therapist whom an administrator closed does not sign in when the row says otherwise; they are named until an administrator opens them again', async () => {
  const google = await startGoogleStandIn();
  const product = await startTestApp(google.environment, () => undefined, test.testDatabase);
  try {
    const signIn = async (): Promise<number> => (await signInWithGoogle(google, openBrowser(product), 'closed@example.org')).status;
    expect(await signIn()).toBe(200);
    const { rows: [user] } = await owner.query<{ id: string }>(`select id from users where email = 'closed@example.org'`);
    const operator = await signInAdmin(test);
    const set = (is_active: boolean) => operator.put(`/api/admin/therapist/${user?.id}/status`, { is_active }).expect(200);
    const say = (is_active: boolean) => owner.query('update users set is_active = $2 where id = $1', [user?.id, is_active]);
    await set(false);
    await say(true);
    expect([await signIn(), await problems()]).toEqual([403, [{ kind: 'foreign_row', id: user?.id }]]);
    await say(false);
    await set(true);
    expect([await signIn(), await problems()]).toEqual([200, []]);
    await say(false);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: user?.id }]);
  } finally {
    await product.close();
    await google.close();
  }
});
