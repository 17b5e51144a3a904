import type { ParsedMail } from 'mailparser';
import { Client } from 'pg';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { newId } from '../../src/common/database/database';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { Account, UserRepository } from '../../src/modules/auth/sign-in/user.repository';
import { BreakGlassService } from '../../src/modules/admin/break-glass/break-glass.service';
import { FactorNotices } from '../../src/modules/auth/second-factor/factor-notices.service';
import { aboutClient, ClientsService } from '../../src/modules/clients/persons/persons.service';
import { BookingNotifier } from '../../src/modules/notifications/booking-notifier';
import { auditProblems } from '../harness/activity-log-tools';
import { signInEmergencyAdmin } from '../harness/break-glass';
import { openBrowser, signInWithGoogle } from '../harness/browser';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { GoogleStandIn, startGoogleStandIn } from '../harness/google-stand-in';
import { MailCatcher } from '../harness/mail-catcher';
import { book, openPractice, Practice, proveBookings } from '../harness/practice';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables says whose an address is: with the application's role, and with the owner's. */
const MALLORY = 'mallory@example.org';

let google: GoogleStandIn;
let mails: MailCatcher;
let test: TestApp;
let owner: Client;

beforeAll(async () => {
  [google, mails] = [await startGoogleStandIn(), await MailCatcher.start()];
});
afterAll(async () => {
  await google.close();
  await mails.close();
});
beforeEach(async () => {
  mails.mails.length = 0;
  test = await startTestApp({ ...google.environment, SMTP_URL: mails.url });
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const named = async (): Promise<(string | undefined)[]> => [...new Set((await auditProblems(test)).map(({ id }) => id))].sort();
const recipients = (): string[] => mails.mails.map(({ to }: ParsedMail) => (Array.isArray(to) ? '' : (to?.text ?? '')));
const roles = ['the application', 'the owner'] as const;
/** A statement of whoever writes the tables. */
const write = (role: (typeof roles)[number], text: string, values: unknown[] = []): Promise<unknown> => (role === 'the owner' ? owner.query(text, values) : test.database.query(text, values));

describe('a therapist’s address', () => {
  let practice: Practice;
  beforeEach(async () => {
    practice = await openPractice(test);
  });
  const notice = async (): Promise<void> => {
    const admin = await signInEmergencyAdmin(test);
    const { body: booking } = await book(test, practice, { client_email: 'kim@example.org' }).expect(201);
    await proveBookings(test, 'kim@example.org');
    const { body } = await admin.post('/api/admin/break-glass', { client: (booking as { id: string }).id, reason: 'The therapist is in hospital since today.', ...admin.proof() }).expect(201);
    await test.app.get(BreakGlassService).sendNotice({ grant_id: (body as { id: string }).id, therapist_id: practice.therapist.id });
  };

  it.each(roles)('that %s writes gets no notice of an emergency: it goes to the one that Google proved, and the row is named', async (role) => {
    await write(role, 'update users set email = $2 where id = $1', [practice.therapist.id, MALLORY]);
    await notice();
    expect(recipients()).toEqual([practice.therapist.email]);
    expect(await named()).toEqual([practice.therapist.id]);
  });

  it('that somebody writes gets nothing else either: no word of two-step sign-in, and none of appointments', async () => {
    const { body: booking } = await book(test, practice).expect(201);
    await test.database.query('update users set email = $2 where id = $1', [practice.therapist.id, MALLORY]);
    await test.app.get(FactorNotices).send({ user_id: practice.therapist.id, change: 'second_factor_disabled', mail_id: newId() });
    const [event] = await test.database.query<{ id: string }>('select id from booking_events where booking_id = $1', [(booking as { id: string }).id]);
    await test.app.get(BookingNotifier).send({ booking_event_id: event?.id ?? '', recipient: 'therapist' });
    expect(recipients()).toEqual([practice.therapist.email, practice.therapist.email]);
  });

  it('without one that is proved the notice is not counted as sent', async () => {
    await owner.query('delete from person_addresses where person_id = $1', [practice.therapist.id]);
    await expect(notice()).rejects.toThrow('address');
    expect(recipients()).toEqual([]);
    expect(await named()).toEqual([practice.therapist.id]);
  });

  it('is not buried under rows of somebody else, nor under those of another therapist', async () => {
    await test.database.query(`insert into person_addresses (person_id, email_hash, at, mark, address) select $1, '', now() + n * interval '1 day', '', $2 from generate_series(1, 250) n`, [practice.therapist.id, MALLORY]);
    const other = await openPractice(test);
    await test.database.query(
      `insert into person_addresses (person_id, email_hash, at, mark, address) select $1, email_hash, at, mark, address from person_addresses where person_id = $2`,
      [practice.therapist.id, other.therapist.id],
    );
    await test.database.query('update users set email = $2 where id = $1', [practice.therapist.id, MALLORY]);
    await notice();
    expect(recipients()).toEqual([practice.therapist.email]);
    expect(await named()).toEqual([practice.therapist.id]);
  });

  it('follows Google: with the next sign-in mails go to the new one, and nothing is named', async () => {
    const amy = `${newId()}@example.org`;
    await signInWithGoogle(google, openBrowser(test), amy);
    const { rows: [user] } = await owner.query<{ id: string }>('select id from users where email = $1', [amy]);
    await owner.query('update users set email = $2 where id = $1', [user?.id, MALLORY]);
    expect(await named()).toEqual([user?.id]);
    await signInWithGoogle(google, openBrowser(test), amy);
    expect(await named()).toEqual([]);
    await test.app.get(FactorNotices).send({ user_id: user?.id ?? '', change: 'second_factor_enabled', mail_id: newId() });
    expect(recipients()).toEqual([amy]);
  });

  it('that was left gets nothing when the newer one is deleted, and that is named', async () => {
    const former = `${newId()}@example.org`;
    await signInWithGoogle(google, openBrowser(test), former);
    const { rows: [user] } = await owner.query<Account>('select * from users where email = $1', [former]);
    if (!user) throw new Error('nobody signed in');
    test.clock.advance(60_000);
    await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => test.app.get(UserRepository).takeOverAddress(user, `${newId()}@example.org`, work));
    expect(await named()).toEqual([]);
    await owner.query('delete from person_addresses where seq = (select max(seq) from person_addresses where person_id = $1)', [user.id]);
    await owner.query('update users set email = $2 where id = $1', [user.id, former]);
    await expect(test.app.get(FactorNotices).send({ user_id: user.id, change: 'second_factor_enabled', mail_id: newId() })).rejects.toThrow('address');
    expect(recipients()).toEqual([]);
    expect(await named()).toEqual([user.id]);
  });
});

describe('a client’s address', () => {
  const proveAs = async (browser: ClientBrowser, email: string): Promise<number> => {
    await browser.register(email);
    await browser.login(email);
    await browser.post('/api/auth/client/code');
    return (await browser.verify({ email, code: await mailedCode(test, email).catch(() => '000000') })).status;
  };

  it.each(roles)('that %s writes into either table is named', async (role) => {
    const [one, two] = [await signInClient(test), await signInClient(test)];
    await write(role, 'update users set email = $2 where id = $1', [one.id, MALLORY]);
    await write(role, 'update clients set email = $2 where id = $1', [two.id, 'other@example.org']);
    expect(await named()).toEqual([one.id, two.id].sort());
  });

  it.each(roles)('of another person, given their id by %s, makes the two no one person: nobody signs in so, and the rows are named', async (role) => {
    const practice = await openPractice(test);
    await book(test, practice, { client_email: 'kim@example.org' }).expect(201);
    const { rows: [kim] } = await owner.query<{ id: string }>(`select id from clients where email = 'kim@example.org'`);
    const mallory = await signInClient(test);
    // The row of one’s own address says that it is Kim’s.
    if (role === 'the owner') await owner.query('update person_addresses set person_id = $1 where person_id = $2', [kim?.id, mallory.id]);
    else await test.database.query('insert into person_addresses (person_id, email_hash, at, mark) select $1, email_hash, at + interval \'1 hour\', mark from person_addresses where person_id = $2', [kim?.id, mallory.id]);
    await write(role, 'update users set email = $2 where id = $1', [mallory.id, 'parked@example.org']);
    await write(role, 'update clients set email = $2 where id = $1', [mallory.id, 'parked@example.org']);
    await write(role, 'update clients set email = $2 where id = $1', [kim?.id, mallory.email]);
    const browser = await ClientBrowser.open(test);
    expect(await proveAs(browser, mallory.email)).toBe(200);
    expect((await browser.get('/api/client/dashboard').expect(200)).body).toMatchObject({ counts: { upcoming: 0 } });
    await book(test, practice, { client_email: mallory.email, appointment_time: '15:00' }).expect(409);
    expect((await owner.query('select from users where id = $1', [kim?.id])).rows).toEqual([]);
    expect(await named()).toEqual([kim?.id, mallory.id].sort());
  });

  it.each(roles)('stays theirs when %s gives one’s own account the id of another person', async (role) => {
    const practice = await openPractice(test);
    await book(test, practice, { client_email: 'kim@example.org', notes: 'I sleep badly' }).expect(201);
    const { rows: [kim] } = await owner.query<{ id: string }>(`select id from clients where email = 'kim@example.org'`);
    const mallory = await signInClient(test, { trusted: true });
    await write(role, 'update users set id = $1 where id = $2', [kim?.id, mallory.id]);
    await write(role, 'update client_accounts set client_id = $1 where client_id = $2', [kim?.id, mallory.id]).catch(() => undefined);
    const seen = async (): Promise<unknown> => ((await mallory.browser.get('/api/auth/me')).body as { id?: string }).id;
    expect(await seen()).not.toBe(kim?.id);
    await mallory.browser.login(mallory.email);
    expect(await seen()).not.toBe(kim?.id);
    const fresh = await ClientBrowser.open(test);
    await fresh.login(mallory.email);
    expect((await fresh.verify({ email: mallory.email, code: await mailedCode(test, mallory.email).catch(() => '000000') })).status).toBe(401);
    expect(await named()).toContain(kim?.id);
  });

  /** A client moves to another address. */
  async function move(client: SignedInClient, next = `${newId()}@example.org`): Promise<string> {
    test.clock.advance(60_000);
    await client.post('/api/client/account/email', { email: next }).expect(202);
    await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, next) }).expect(200);
    return next;
  }
  /** Whether somebody who asks for a code to this address gets one for an account. */
  const opens = async (email: string): Promise<boolean> => {
    await (await ClientBrowser.open(test)).login(email);
    const { rows: [asked] } = await owner.query<{ user_id: string | null }>('select user_id from sign_in_codes order by created_at desc, id desc limit 1');
    return typeof asked?.user_id === 'string';
  };

  it('that was left is not theirs again when the newer one is deleted: nobody gets a code, and that is named', async () => {
    const client = await signInClient(test);
    await move(client);
    expect(await named()).toEqual([]);
    await owner.query('delete from person_addresses where seq = (select max(seq) from person_addresses where person_id = $1)', [client.id]);
    for (const table of ['users', 'clients']) await owner.query(`update ${table} set email = $2 where id = $1`, [client.id, client.email]);
    expect(await opens(client.email)).toBe(false);
    expect(await test.app.get(ClientsService).hasAddress(client.id, client.email)).toBe(false);
    expect(await named()).toEqual([client.id]);
  });

  it('is theirs after every change, there and back, and after an objection that leads where they are; not after its row is deleted', async () => {
    const client = await signInClient(test);
    const next = await move(client);
    expect(await opens(next)).toBe(true);
    const { rows: [change] } = await owner.query<{ id: string; object_token: Buffer }>('select id, object_token from address_changes where user_id = $1', [client.id]);
    const token = test.app.get(ColumnCipher).decrypt(change?.object_token ?? Buffer.alloc(0), { table: 'address_changes', column: 'object_token', rowId: change?.id ?? '' });
    await move(client, client.email);
    expect(await opens(client.email)).toBe(true);
    test.clock.advance(60_000);
    await (await ClientBrowser.open(test)).post('/api/auth/client/address-objection', { token }).expect(200);
    expect(await named()).toEqual([]);
    expect(await opens(client.email)).toBe(true);
    await owner.query('delete from person_addresses where seq = (select max(seq) from person_addresses where person_id = $1)', [client.id]);
    expect(await opens(client.email)).toBe(false);
    expect(await named()).toEqual([client.id]);
  });

  it('stays theirs where the change is from before its entry had the change’s id and came after what was noted', async () => {
    const client = await signInClient(test);
    const next = await move(client);
    test.clock.advance(2_000);
    const [session] = await test.database.query<{ id: string }>('select id from sessions where user_id = $1', [client.id]);
    const itself = { type: 'client', id: client.id, sessionId: session?.id ?? null, address: null } as const;
    await test.app.get(Works).begin(itself, (work) => work.record({ action: 'change_address', ...aboutClient(client.id) }));
    expect(await test.app.get(ClientsService).hasAddress(client.id, next)).toBe(true);
    expect(await named()).toEqual([]);
  });

  it('is not buried under rows of somebody else', async () => {
    const client = await signInClient(test);
    await test.database.query(`insert into person_addresses (person_id, email_hash, at, mark) select $1, '', now() + n * interval '1 day', '' from generate_series(1, 250) n`, [client.id]);
    expect(await opens(client.email)).toBe(true);
    expect(await named()).toEqual([client.id]);
  });
});

describe('who somebody was before', () => {
  it.each(roles)('is not whom %s says: another’s part of the log is not one’s own, and the row is named', async (role) => {
    const practice = await openPractice(test);
    await book(test, practice, { client_email: 'kim@example.org' }).expect(201);
    const { rows: [kim] } = await owner.query<{ id: string }>(`select id from clients where email = 'kim@example.org'`);
    const mallory = await signInClient(test);
    const seen = async (): Promise<string> => (await mallory.get('/api/client/activity').expect(200)).text;
    const before = await seen();
    await write(role, 'insert into former_persons (former_id, person_id) values ($1, $2)', [kim?.id, mallory.id]);
    expect(await seen()).toBe(before);
    expect(await named()).toEqual([kim?.id]);
  });

  it('is known of those who registered before they proved it, and of those of before there were marks', async () => {
    const client = await signInClient(test);
    const actions = async (): Promise<string[]> => ((await client.get('/api/client/activity?about=sign_in').expect(200)).body as { entries: { action: string }[] }).entries.map(({ action }) => action);
    expect(await actions()).toContain('register');
    expect(await named()).toEqual([]);
    await owner.query('alter table activity_log disable trigger all');
    await owner.query(`delete from activity_log where action = 'adopt_former_persons'`);
    await owner.query('update former_persons set mark = null');
    await (await startTestApp({}, () => undefined, test.testDatabase)).close();
    expect(await actions()).toContain('register');
    const { rows } = await owner.query('select from former_persons where mark is null');
    expect(rows).toEqual([]);
  });
});
