import { randomUUID } from 'node:crypto';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { stranger } from '../harness/booking-holds';
import { book, openPractice, Practice } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openPractice(test);
});
afterAll(() => test.close());

const newEmail = (): string => `${randomUUID()}@example.org`;
const open = (): Promise<ClientBrowser> => ClientBrowser.open(test);
const personOf = async (email: string): Promise<string | undefined> => (await test.database.query<{ id: string }>('select id from clients where email = $1 order by by_address desc', [email]))[0]?.id;

describe('an account whose address nobody has proved', () => {
  it('has an id of its own, in every answer and in the log; whoever registers is not told the person’s', async () => {
    const email = newEmail();
    await stranger(test, practice, { client_email: email, appointment_time: '09:00' }).expect(201);
    const person = (await personOf(email)) ?? '';
    const attacker = await open();
    const { body: registered } = await attacker.register(email).expect(201);
    const answers = [registered, (await attacker.login(email).expect(200)).body];
    for (const path of ['/api/auth/me', '/api/client/dashboard', '/api/client/account']) answers.push((await attacker.get(path).expect(200)).body);
    const booked = await book(test, practice, { client_email: newEmail(), appointment_time: '11:00' })
      .set({ Cookie: attacker.cookie, 'X-XSRF-TOKEN': attacker.csrf, Origin: TEST_ORIGIN });
    expect(booked.status).toBe(201);
    answers.push(booked.body);
    expect(JSON.stringify(answers)).not.toContain(person);
    const logged = await test.database.query(`select from activity_log where $1 = any(client_ids) and action in ('register', 'login', 'view_account')`, [person]);
    expect(logged).toEqual([]);
  });

  it('is opened by the browser that registered it, and by no copy of what that one had before', async () => {
    const shared = await open();
    await shared.register(newEmail()).expect(201);
    const copy = await open();
    copy.plant('browser', shared.has('browser') ?? '');
    const email = newEmail();
    await shared.register(email).expect(201);
    await copy.login(email).expect(202);
    await shared.login(email).expect(200);
  });

  it('makes no person of the address', async () => {
    const { email } = await signInClient(test, { verified: false });
    expect(await personOf(email)).toBeUndefined();
  });

  it('has an id that nobody knew with the proof; who registered it first is out, and what they did is no part of the person’s log', async () => {
    const email = newEmail();
    await stranger(test, practice, { client_email: email, appointment_time: '13:00' }).expect(201);
    const [squatter, owner] = [await open(), await open()];
    const { body: registered } = await squatter.register(email).expect(201);
    await squatter.login(email).expect(200);
    await owner.login(email).expect(202);
    const { body: me } = await owner.verify({ email, code: await mailedCode(test, email), trust: true }).expect(200);
    expect([await personOf(email), registered.id]).not.toContain(me.id);
    await squatter.get('/api/auth/me').expect(401);
    expect(await test.database.query('select from sessions where user_id = $1', [registered.id])).toEqual([]);
    expect((await owner.get('/api/client/dashboard').expect(200)).body).toMatchObject({ counts: { upcoming: 1 } });
    const { body: activity } = await owner.get('/api/client/activity').expect(200);
    expect((activity as { entries: { action: string }[] }).entries.map(({ action }) => action)).not.toContain('register');
    await owner.login(email).expect(200);
  });

  it('is the person’s own doing in the log when one browser registered and proved it', async () => {
    const client = await signInClient(test);
    const { body } = await client.get('/api/client/activity?about=sign_in').expect(200);
    const entries = (body as { entries: { action: string; is_you: boolean }[] }).entries;
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['register', 'request_code', 'client_verify']));
    expect(entries.filter(({ action }) => action !== 'register').every(({ is_you }) => is_you)).toBe(true);
  });

  it('gives way to a client who moves to its address, with the bookings made there', async () => {
    const [client, email] = [await signInClient(test), newEmail()];
    await stranger(test, practice, { client_email: email, appointment_time: '14:00' }).expect(201);
    const squatter = await signInClient(test, { email, verified: false });
    await client.post('/api/client/account/email', { email }).expect(202);
    await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
    await squatter.get('/api/auth/me').expect(401);
    expect((await client.get('/api/client/dashboard').expect(200)).body).toMatchObject({ client: { id: client.id, email }, counts: { upcoming: 1 } });
  });
});
