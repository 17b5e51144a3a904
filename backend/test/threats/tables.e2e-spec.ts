import { hash } from '@node-rs/argon2';
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { newId } from '../../src/common/database/database';
import { AdministratorService } from '../../src/modules/auth/administrators/administrator.service';
import { HASH_COST } from '../../src/modules/auth/administrators/password';
import { BreakGlassRepository } from '../../src/modules/admin/break-glass/break-glass.repository';
import { auditProblems, AuditedProblem } from '../harness/activity-log-tools';
import { openBrowser, post } from '../harness/browser';
import { book, openPractice, Practice, proveBookings } from '../harness/practice';
import { ClientBrowser } from '../harness/client-browser';
import { EmergencyAdmin, signInEmergencyAdmin } from '../harness/break-glass';
import { SignedInAdmin, signInAdmin } from '../harness/signed-in-admin';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables, and knows how the product's rows look, tries to become a person. */
let test: TestApp;
let owner: Client;
let admin: EmergencyAdmin;
let victim: Practice;

beforeEach(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  admin = await signInEmergencyAdmin(test);
  victim = await openPractice(test);
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const problems = (): Promise<AuditedProblem[]> => auditProblems(test);

/** Copies a row with other values, whatever its columns are. */
const copy = (table: string, where: string, changes: object) =>
  owner.query(`insert into ${table} select (jsonb_populate_record(r, $1)).* from ${table} r where ${where}`, [JSON.stringify(changes)]);

const signIn = async (username: string, password: string): Promise<number> => (await post(openBrowser(test), '/api/admin/login', { username, password })).status;

/** An emergency access to the record of somebody who has booked there. @returns its id */
async function openRecord(client = 'kim@example.org'): Promise<string> {
  await book(test, victim, { client_email: client }).expect(201);
  await proveBookings(test, client);
  const { body } = await admin.post('/api/admin/break-glass', { client, reason: 'The therapist is in hospital since today.', ...admin.proof() }).expect(201);
  return (body as { id: string }).id;
}

it('nothing is wrong while nobody does', async () => {
  await openRecord();
  expect(await problems()).toEqual([]);
});

describe('secrets of one’s own', () => {
  const TOKEN = 'a'.repeat(43);
  const BROWSER = 'b'.repeat(43);
  const plain = (secret: string): Buffer => createHash('sha256').update(secret).digest();
  let client: SignedInClient;
  let mine: ClientBrowser;
  beforeEach(async () => {
    client = await signInClient(test, { trusted: true });
    mine = await ClientBrowser.open(test);
    mine.plant('browser', BROWSER);
  });

  it('a browser that is said to be trusted is asked for a code', async () => {
    await client.browser.login(client.email).expect(200);
    await owner.query(
      `insert into trusted_browsers (id, user_id, browser_hash, label, created_at, last_used_at, expires_at, kept_at, mark)
       values ($1, $2, $3, 'Firefox', now(), now(), now() + interval '90 days', now(), $3)`,
      [newId(), client.id, plain(BROWSER)],
    );
    await mine.login(client.email).expect(202);
    expect(mine.has('session')).toBeUndefined();
  });

  it('a browser that is said to have registered the account is asked for a code', async () => {
    const unproved = await signInClient(test, { verified: false });
    await unproved.browser.login(unproved.email).expect(200);
    await owner.query('update client_accounts set typed_by = $2 where client_id = $1', [unproved.id, plain(BROWSER)]);
    await mine.login(unproved.email).expect(202);
    expect(mine.has('session')).toBeUndefined();
  });

  it('a proved account that is made unproved again, registered by one’s own browser, signs that browser in to nothing, and is named', async () => {
    const { body: registered } = await mine.register('mallory@example.org').expect(201);
    const hers = { name: 'Nina', phone: '+49 30 1', date_of_birth: '1980-05-06' };
    await client.put('/api/client/account', hers).expect(200);
    // The keyed digest of one's own browser stands in the table.
    await owner.query(
      `update client_accounts set verified_at = null, auto_login_until = now() + interval '9 minutes', registered_at = m.registered_at,
         typed_by = m.typed_by, registration_mark = m.registration_mark
       from (select * from client_accounts where client_id = $2) m where client_accounts.client_id = $1`,
      [client.id, registered.id],
    );
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: client.id }]);
    await mine.login(client.email).expect(202);
    expect(mine.has('session')).toBeUndefined();
    expect((await client.get('/api/client/account').expect(200)).body).toMatchObject(hers);
  });

  it('a link that no mail has told signs nobody in', async () => {
    await owner.query(
      `insert into sign_in_codes (id, purpose, user_id, address_hash, browser_hash, code_hash, link_hash, tries_left, created_at, expires_at, mark)
       values ($1, 'sign_in', $2, $3, $3, $3, $4, 5, now(), now() + interval '10 minutes', $3)`,
      [newId(), client.id, plain(BROWSER), plain(TOKEN)],
    );
    await mine.verify({ token: TOKEN }).expect(401);
    expect(mine.has('session')).toBeUndefined();
  });

  it('a sign-in on its way that nobody began ends in no session', async () => {
    await owner.query(
      `insert into sign_in_flows (id, browser_hash, state_hash, code_verifier, redirect, code_hash, user_id, created_at, expires_at, mark)
       values ($1, $2, $2, '', '/dashboard', $3, $4, now(), now() + interval '1 minute', $3)`,
      [newId(), plain(BROWSER), plain(TOKEN), victim.therapist.id],
    );
    mine.plant('sign_in_flow', BROWSER);
    await mine.post('/api/auth/session', { session_id: TOKEN }).expect(401);
    expect(mine.has('session')).toBeUndefined();
  });

  it('a link that objects to a change of address, and that no mail has told, moves nobody', async () => {
    await owner.query(
      `insert into address_changes (id, user_id, old_email, new_email, requested_at, confirmed_at, object_hash, object_until, mark)
       values ($1, $2, 'mallory@example.org', $3, now(), now(), $4, now() + interval '1 day', $4)`,
      [newId(), client.id, client.email, plain(TOKEN)],
    );
    await mine.post('/api/auth/client/address-objection', { token: TOKEN }).expect(404);
    const { rows } = await owner.query('select email from users where id = $1', [client.id]);
    expect(rows).toEqual([{ email: client.email }]);
  });
});

describe('administrators', () => {
  let plain: SignedInAdmin;
  beforeEach(async () => {
    plain = await signInAdmin(test);
  });

  it('one with a password of one’s own cannot sign in, and is named', async () => {
    const id = newId();
    await copy('administrators', `id = '${plain.id}'`, { id, username: 'mallory', password_hash: await hash('my own password', HASH_COST) });
    expect(await signIn('mallory', 'my own password')).toBe(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id }]);
  });

  it('another password in the place of theirs opens nothing, nor does an account that was closed and opened again', async () => {
    await owner.query('update administrators set password_hash = $2 where id = $1', [plain.id, await hash('my own password', HASH_COST)]);
    expect(await signIn(plain.username, 'my own password')).toBe(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: plain.id }]);
    const closed = await signInAdmin(test);
    expect(await signIn(closed.username, closed.password)).toBe(200);
    await owner.query('update administrators set is_active = not is_active where id = $1', [closed.id]);
    await owner.query(`delete from administrators where id = '${plain.id}'`).catch(() => undefined);
    expect(await signIn(closed.username, closed.password)).toBe(401);
  });

  it('the operator does not vouch for another password by closing and opening the account, only by giving it a new one', async () => {
    const administrators = test.app.get(AdministratorService);
    await owner.query('update administrators set password_hash = $2 where id = $1', [plain.id, await hash('my own password', HASH_COST)]);
    await administrators.setActive(plain.username, false);
    await plain.get('/api/admin/me').expect(401);
    await expect(administrators.setActive(plain.username, true)).rejects.toThrow(/was changed since.*Nothing was opened.*admin -- reset/);
    expect(await signIn(plain.username, 'my own password')).toBe(401);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id: plain.id }]);
    await administrators.reset(plain.username, 'a password of the operator', { secondFactor: true });
    await administrators.setActive(plain.username, true);
    expect(await signIn(plain.username, 'my own password')).toBe(401);
    expect(await signIn(plain.username, 'a password of the operator')).toBe(200);
    expect(await problems()).toEqual([]);
  });

  it('those of before there were marks are taken over once, with the password that they have, which is hashed with the key at the next sign-in', async () => {
    await owner.query('alter table activity_log disable trigger all');
    await owner.query(`delete from activity_log where action = 'adopt_administrators'`);
    await owner.query('update administrators set mark = null, password_hash = $2 where id = $1', [plain.id, await hash('the earlier password', HASH_COST)]);
    expect(await signIn(plain.username, 'the earlier password')).toBe(401);
    const restarted = await startTestApp({}, () => undefined, test.testDatabase);
    await restarted.close();
    expect(await signIn(plain.username, 'the earlier password')).toBe(200);
    const { rows } = await owner.query<{ password_hash: string }>(`select password_hash from administrators where id = '${plain.id}'`);
    expect(rows[0]?.password_hash).toMatch(/^keyed:/);
    expect(await signIn(plain.username, 'the earlier password')).toBe(200);

    await copy('administrators', `id = '${plain.id}'`, { id: newId(), username: 'mallory', mark: null, password_hash: await hash('my own password', HASH_COST) });
    const again = await startTestApp({}, () => undefined, test.testDatabase);
    await again.close();
    expect(await signIn('mallory', 'my own password')).toBe(401);
  });
});

describe('emergency accesses', () => {
  const read = (id: string) => admin.get(`/api/admin/break-glass/${id}/record?section=bookings`);

  it('one to other records, or for longer, opens nothing, and is named', async () => {
    const other = await openPractice(test);
    await book(test, other).expect(201);
    const id = await openRecord();
    await read(id).expect(200);
    const { rows: [own] } = await owner.query<{ client_id: string }>('select client_id from break_glass_grants where id = $1', [id]);
    await owner.query('update break_glass_grants set client_id = (select client_id from bookings where therapist_id = $2) where id = $1', [id, other.therapist.id]);
    await read(id).expect(404);
    await owner.query('update break_glass_grants set client_id = $2 where id = $1', [id, own?.client_id]);
    await read(id).expect(200);
    const session = `(select id from sessions where user_id = '${admin.id}')`;
    await owner.query('update break_glass_grants set session_id = $2 where id = $1', [id, newId()]);
    await read(id).expect(404);
    await owner.query(`update break_glass_grants set session_id = ${session} where id = $1`, [id]);
    await read(id).expect(200);
    await owner.query('delete from break_glass_therapists where grant_id = $1', [id]);
    await read(id).expect(404);
    await owner.query('insert into break_glass_therapists (grant_id, therapist_id) values ($1, $2)', [id, victim.therapist.id]);
    await owner.query(`update break_glass_grants set expires_at = '2090-01-01' where id = $1`, [id]);
    await read(id).expect(404);
    expect(await problems()).toEqual([{ kind: 'foreign_row', id }]);
    const forged = newId();
    await copy('break_glass_grants', `id = '${id}'`, { id: forged, expires_at: new Date(Date.now() + 1_000_000).toISOString() });
    await read(forged).expect(404);
    expect(await problems()).toEqual([id, forged].map((each) => ({ kind: 'foreign_row', id: each })));
  });

  it('one whose notice is taken away is named, by its job or by its row, and the one that was told of is not', async () => {
    const untold = await openRecord();
    await admin.get('/api/admin/break-glass').expect(200);
    await owner.query(`delete from outbox where job = 'send-break-glass-notice'`);
    expect(await problems()).toEqual([{ kind: 'missing_notice', id: untold }]);
    await test.app.get(BreakGlassRepository).markNotified(untold, victim.therapist.id);
    expect(await problems()).toEqual([]);
    await owner.query('update break_glass_therapists set notice_mark = (select mark from break_glass_grants where id = grant_id)');
    expect(await problems()).toEqual([{ kind: 'missing_notice', id: untold }]);
    await owner.query('delete from break_glass_therapists');
    await owner.query('delete from break_glass_grants');
    expect(await problems()).toEqual([{ kind: 'missing_notice', id: untold }]);
  });

  it('one is not opened while its entry of the log would be swallowed or changed, and what would do that is named', async () => {
    await openRecord();
    const proof = { client: 'jo@example.org', reason: 'The therapist is in hospital since today.' };
    await book(test, victim, { client_email: proof.client, appointment_time: '15:00' }).expect(201);
    const hide = (what: string) => owner.query(`create or replace function hide() returns trigger language plpgsql as $$ begin
      if new.action like 'break_glass_o%' then ${what} end if; return new; end $$`);
    await hide('return null;');
    await owner.query('create trigger hide before insert on activity_log for each row execute function hide()');
    await admin.post('/api/admin/break-glass', { ...proof, ...admin.proof() }).expect(500);
    await hide(`new.client_ids = null;`);
    await admin.post('/api/admin/break-glass', { ...proof, ...admin.proof() }).expect(500);
    expect((await admin.get('/api/admin/break-glass').expect(200)).body).toHaveLength(1);
    // The trigger, and the function that it runs.
    expect(await problems()).toEqual(Array(2).fill({ kind: 'foreign_rule', id: undefined }));
    await owner.query('drop function hide cascade');
    expect(await problems()).toEqual([]);
  });

  it('one whose entry is taken away again, by whatever trigger, opens and shows nothing, and what would do that is named', async () => {
    const first = await openRecord();
    await read(first).expect(200);
    const proof = { client: 'jo@example.org', reason: 'The therapist is in hospital since today.' };
    await book(test, victim, { client_email: proof.client, appointment_time: '15:00' }).expect(201);
    const hide = (action: string) => owner.query(`create or replace function hide() returns trigger language plpgsql security definer as $$ begin
      delete from activity_log where action = '${action}'; return null; end $$`);
    await hide('break_glass_open');
    await owner.query('create trigger hide after insert on activity_log for each row execute function hide()');
    await admin.post('/api/admin/break-glass', { ...proof, ...admin.proof() }).expect(500);
    expect((await admin.get('/api/admin/break-glass').expect(200)).body.map(({ id }: { id: string }) => id)).toEqual([first]);
    await read(first).expect(500);
    await read(first).expect(403);
    await owner.query('drop trigger hide on activity_log');
    const second = String((await admin.post('/api/admin/break-glass', { ...proof, ...admin.proof() }).expect(201)).body.id);
    await hide('break_glass_read');
    await owner.query('create constraint trigger hide after update on sessions deferrable initially deferred for each row execute function hide()');
    await owner.query('create trigger hide after insert on activity_log for each statement execute function hide()');
    await read(second).expect(500);
    await read(second).expect(403);
    await owner.query('drop trigger hide on activity_log');
    const rules = async () => (await auditProblems(test)).filter(({ kind }) => kind === 'foreign_rule');
    expect(await rules()).toHaveLength(2);
    await owner.query('drop function hide cascade');
    await owner.query('create or replace function count_booking() returns trigger language plpgsql security definer as $$ begin delete from activity_log; return null; end $$');
    await owner.query('alter table session_notes disable trigger session_notes_signed');
    await owner.query('create policy hide on outbox using (false)');
    expect(await rules()).toHaveLength(3);
  });

  it('one is sealed before it is answered: its entry taken out of the log is named, and so it is with all that tells of it', async () => {
    const id = await openRecord();
    await owner.query(`delete from activity_log where action = 'break_glass_open'`);
    expect(await problems()).toContainEqual({ kind: 'missing_entry', id });
    for (const what of [`activity_log where action like 'break_glass%'`, 'break_glass_therapists', 'break_glass_grants']) await owner.query(`delete from ${what}`);
    expect((await problems()).map(({ kind }) => kind)).toContain('missing_entries');
  });

  it('one whose notice is said to be done, or never comes to its turn, is named', async () => {
    const id = await openRecord();
    await owner.query(`update outbox set available_at = 'infinity' where job = 'send-break-glass-notice'`);
    expect(await problems()).toEqual([]);
    test.clock.advance(13 * 3_600_000);
    expect(await problems()).toEqual([{ kind: 'missing_notice', id }]);
    test.clock.advance(-13 * 3_600_000);
    await owner.query(`update outbox set state = 'done', finished_at = now() where job = 'send-break-glass-notice'`);
    expect(await problems()).toEqual([{ kind: 'missing_notice', id }]);
  });
});
