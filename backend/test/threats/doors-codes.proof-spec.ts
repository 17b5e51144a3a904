import { randomUUID } from 'node:crypto';
import { OutboxRepository } from '../../src/common/jobs/outbox.repository';
import { ActivityTallies } from '../../src/modules/activity-log/activity-tallies.service';
import { SignInCodesService } from '../../src/modules/clients/sign-in/sign-in-codes.service';
import { NOT_NOTED, print } from '../harness/before-and-now';
import { ClientBrowser, mailedCode, mailedSecret, newAddress, wrongCode } from '../harness/client-browser';
import { openPractice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a thief did with codes, with a browser that was trusted once, and with the log they are written in. */
const HOUR_MS = 3_600_000;

jest.setTimeout(240_000);

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
// Every proof begins an hour of its own.
beforeEach(async () => {
  test.clock.set(new Date(Math.ceil(test.clock.now().getTime() / HOUR_MS + 1) * HOUR_MS).toISOString());
  await test.app.get(ActivityTallies).closeHours();
});

const newEmail = (): string => `${randomUUID()}@example.org`;
const at = (address = newAddress()): Promise<ClientBrowser> => ClientBrowser.open(test, { address });
const countOf = (statuses: readonly number[], status: number): number => statuses.filter((each) => each === status).length;
const rows = async (table: string, where = 'true'): Promise<number> => (await test.database.query<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`))[0]?.n ?? 0;

it('wrong codes over many accounts are counted for the network they come from', async () => {
  const statuses: number[] = [];
  for (let host = 1; host <= 11; host += 1) {
    const { email } = await signInClient(test);
    for (let code = 0; code < 2; code += 1) {
      const browser = await at(`192.0.2.${host}`);
      await browser.login(email).expect(202);
      for (let guess = 0; guess < 5; guess += 1) statuses.push((await browser.verify({ email, code: wrongCode('271828', guess) })).status);
    }
  }
  print('110 wrong codes over 11 accounts from 11 addresses of one network, refused', 0, countOf(statuses, 429));
  expect([countOf(statuses, 401), countOf(statuses, 429)]).toEqual([100, 10]);
});

it('codes asked are counted per connection and network', async () => {
  const one = newAddress();
  const alone: number[] = [];
  for (let nth = 0; nth < 40; nth += 1) alone.push((await (await at(one)).login(newEmail())).status);
  const together: number[] = [];
  for (let nth = 0; nth < 160; nth += 1) together.push((await (await at(`198.51.100.${(nth % 8) + 1}`)).login(newEmail())).status);
  print('40 codes asked from one connection, refused', 'not counted', countOf(alone, 429));
  print('160 codes asked from eight connections of one network, refused', 'not counted', countOf(together, 429));
  expect([countOf(alone, 429), countOf(together, 429)]).toEqual([10, 10]);
});

it('a stranger who asks for an owner’s codes from wherever uses up none of theirs', async () => {
  const owner = await signInClient(test, { trusted: true });
  test.clock.advance(HOUR_MS);
  for (let network = 0; network < 40; network += 1) await (await at()).login(owner.email).expect(202);
  await owner.browser.login(owner.email).expect(200);
  await owner.post('/api/auth/client/code').expect(202);
  const { status } = await owner.browser.verify({ email: owner.email, code: (await mailedSecret(test, owner.email))?.code ?? '' });
  print('an owner’s own code after 40 codes that strangers asked for', 'used up by them', status);
  expect(status).toBe(200);
});

/** The thief has the secret of a trusted browser, and a session on it. */
describe('what stands on trust ends with it', () => {
  it.each([
    ['its owner proves themselves in another browser', NOT_NOTED, async (email: string) => {
      const other = await at();
      await other.login(email).expect(202);
      await other.verify({ email, code: await mailedCode(test, email) }).expect(200);
    }],
    ['its owner changes the address', NOT_NOTED, async (_: string, owner: ClientBrowser) => {
      const next = newEmail();
      await owner.post('/api/client/account/email', { email: next }).expect(202);
      await owner.post('/api/client/account/email/confirm', { code: await mailedCode(test, next) }).expect(200);
    }],
    ['its owner closes the account', NOT_NOTED, (_: string, owner: ClientBrowser) => owner.post('/api/client/account/close', { confirm: true }).expect(200)],
    ['its owner takes the trust away', 'the whole record', async (_: string, owner: ClientBrowser) => {
      const [listed] = (await owner.get('/api/client/trusted-browsers').expect(200)).body as { id: string }[];
      await owner.delete(`/api/client/trusted-browsers/${listed?.id}`).expect(200);
    }],
  ])('%s', async (what, before, end) => {
    const { email, browser } = await signInClient(test, { trusted: true });
    const thief = await at();
    thief.plant('browser', browser.has('browser') ?? '');
    await thief.login(email).expect(200);
    await thief.get('/api/client/export').expect(200);
    await end(email, browser);
    const [exported, again] = [(await thief.get('/api/client/export')).status, (await thief.login(email)).status];
    print(`a copied browser’s export of the whole record, and its next sign-in, once ${what}`, before, `${exported}, ${again}`);
    expect(exported).toBe(401);
    expect([202, 404]).toContain(again);
  });
});

describe('the log is no bin', () => {
  const failures = (clientId: string | null) => rows('activity_log', `action = 'client_verify_failed' and at > '${new Date(test.clock.now().getTime() - HOUR_MS / 2).toISOString()}' and ${clientId === null ? 'client_ids is null' : `'${clientId}' = any(client_ids)`}`);

  it('220 junk codes of 110 networks leave about a hundred entries, and one total when the hour closes', async () => {
    const email = newEmail();
    for (let network = 0; network < 110; network += 1) {
      for (let guess = 0; guess < 2; guess += 1) await (await at(`100.${network}.1.1`)).verify({ email, code: '271828' }).expect(401);
    }
    const atOnce = await failures(null);
    test.clock.advance(HOUR_MS);
    await test.app.get(ActivityTallies).closeHours();
    const total = await failures(null);
    print('220 junk codes of 110 networks, entries at once and when the hour closes', 'one for each', `${atOnce}, ${total}`);
    expect(atOnce).toBeLessThanOrEqual(101);
    expect(total).toBe(1);
  });

  it('60 wrong codes hide nobody who read a client’s record', async () => {
    const [practice, kim] = [await openPractice(test), await signInClient(test)];
    const { body } = await kim.post('/api/bookings', { service_id: practice.serviceId, client_name: kim.name, client_email: kim.email, appointment_date: workday(test, 4), appointment_time: '10:00' }).expect(201);
    const note = await practice.therapist.post('/api/therapist/enhanced-session-notes', { title: 'x', content: 'y', booking_id: (body as { id: string }).id }).expect(201);
    await practice.therapist.get(`/api/therapist/enhanced-session-notes/${(note.body as { id: string }).id}`).expect(200);
    for (let nth = 0; nth < 12; nth += 1) {
      const browser = await at();
      await browser.login(kim.email).expect(202);
      for (let guess = 0; guess < 5; guess += 1) await browser.verify({ email: kim.email, code: wrongCode('271828', guess) }).expect(401);
    }
    const list = async (query: string): Promise<string[]> => ((await kim.get(`/api/client/activity?${query}`).expect(200)).body as { entries: { action: string }[] }).entries.map(({ action }) => action);
    const [readers, signIns] = [await list('by=others'), await list('about=sign_in')];
    const isSignIn = (action: string): boolean => /verify|code|login/.test(action);
    print('“Who opened my record” after 60 wrong codes: lines of codes, and the reading of a note', '60, below them', `${readers.filter(isSignIn).length}, ${readers.includes('read_note') ? 'there' : 'not there'}`);
    const [entries, lines] = [await failures(kim.id), signIns.filter((action) => action === 'client_verify_failed').length];
    print('the wrong codes in the log, an entry for each code that went out, and their lines of that day in a list of their own', 60, `${entries}, ${lines}`);
    expect(readers.filter(isSignIn)).toEqual([]);
    expect(readers).toContain('read_note');
    expect([entries, lines]).toEqual([12, 1]);
  });

  it('the rows that 120 anonymous sign-ins leave beside it are few, and gone with the upkeep of a day', async () => {
    await test.app.get(SignInCodesService).deleteExpired();
    const waiting = `job = 'send-sign-in-code'`;
    const before = { codes: await rows('sign_in_codes'), jobs: await rows('outbox', waiting) };
    const address = newAddress();
    for (let nth = 0; nth < 120; nth += 1) await (await at(address)).login(newEmail());
    const left = { codes: (await rows('sign_in_codes')) - before.codes, jobs: (await rows('outbox', waiting)) - before.jobs };
    test.clock.advance(25 * HOUR_MS);
    await test.database.query(`update outbox set state = 'done', finished_at = now() - interval '2 hours' where ${waiting}`);
    await test.app.get(SignInCodesService).deleteExpired();
    await new OutboxRepository(test.database).removeFinished();
    const kept = { codes: (await rows('sign_in_codes')) - before.codes, jobs: await rows('outbox', waiting) };
    print('120 anonymous sign-ins, rows of codes and of jobs', 'no bound', `${left.codes}, ${left.jobs}`);
    print('of those a day later', NOT_NOTED, `${Math.max(kept.codes, 0)}, ${kept.jobs}`);
    expect(left).toEqual({ codes: 30, jobs: 30 });
    expect([kept.codes <= 0, kept.jobs]).toEqual([true, 0]);
  });
});
