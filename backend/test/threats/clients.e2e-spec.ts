import { randomUUID } from 'node:crypto';
import * as supertest from 'supertest';
import { stranger } from '../harness/booking-holds';
import { ClientBrowser, mailedCode, mailedSecret, wrongCode } from '../harness/client-browser';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_WAVE_LIMIT: '4' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const newEmail = (): string => `${randomUUID()}@example.org`;
const open = (): Promise<ClientBrowser> => ClientBrowser.open(test);

describe('threat 1: signing in with nothing but an address', () => {
  it('threat 1: a known address alone opens nothing; its code works once, in the browser that asked, and five guesses are all', async () => {
    const { email } = await signInClient(test);
    const [thief, owner] = [await open(), await open()];
    await thief.login(email).expect(202);
    await thief.get('/api/auth/me').expect(401);
    const code = await mailedCode(test, email);
    await owner.verify({ email, code }).expect(401);
    for (let guess = 1; guess <= 5; guess += 1) await thief.verify({ email, code: wrongCode(code, guess) }).expect(401);
    await thief.verify({ email, code }).expect(401);
    await thief.get('/api/auth/me').expect(401);
  });

  it('threat 1: a mail scanner that opens the link uses nothing up, since only the press of a button sends the token', async () => {
    const { email } = await signInClient(test);
    const asking = await open();
    await asking.login(email).expect(202);
    const token = (await mailedSecret(test, email))?.token ?? '';
    for (const path of [`/client/login?token=${token}`, `/api/auth/client/verify?token=${token}`]) await (await open()).get(path);
    const phone = await open();
    await phone.verify({ token, email }).expect(200);
    await (await open()).verify({ token, email }).expect(401);
  });
});

describe('threat 2: asking who is a client', () => {
  it('threat 2: past the limit a known and an unknown address get the same answer, and registering tells nothing', async () => {
    const { email } = await signInClient(test);
    const asker = await open();
    for (let asked = 0; asked < 5; asked += 1) await asker.login(newEmail()).expect(404);
    await asker.login(newEmail()).expect(202);
    const [known, unknown] = [await asker.login(email), await asker.login(newEmail())];
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(known.body).toEqual(unknown.body);
    expect(Object.keys(known.headers).sort()).toEqual(Object.keys(unknown.headers).sort());

    const registrar = await open();
    for (let tried = 0; tried < 5; tried += 1) await registrar.register(newEmail());
    const [taken, free] = [await registrar.register(email), await registrar.register(newEmail())];
    expect([taken.status, free.status]).toEqual([202, 202]);
    expect(taken.body).toEqual(free.body);
    expect(Object.keys(taken.headers).sort()).toEqual(Object.keys(free.headers).sort());
  });
});

describe('threat 3: registering somebody else’s address', () => {
  it('threat 3: shows no booking made with it, and is over once the owner proves the address', async () => {
    const email = newEmail();
    await stranger(test, practice, { client_email: email, appointment_time: '09:00' }).expect(201);
    const attacker = await signInClient(test, { email, name: 'Not Me', verified: false });
    const { body } = await attacker.get('/api/client/dashboard').expect(200);
    expect(body).toMatchObject({ verified: false, counts: { upcoming: 0 }, upcoming_bookings: [] });
    for (const path of ['/api/client/activity', '/api/client/export', '/api/auth/sessions']) await attacker.get(path).expect(403);

    const owner = await open();
    await owner.login(email).expect(202);
    const { body: me } = await owner.verify({ email, code: await mailedCode(test, email) }).expect(200);
    expect(me.name).not.toBe('Not Me');
    await attacker.get('/api/auth/me').expect(401);
    await attacker.browser.login(email).expect(202);
  });
});

describe('threat 4: booking with anybody’s address', () => {
  it('threat 4: makes no account and keeps nobody from booking, and stops at five bookings of a connection', async () => {
    const other = await openPractice(test);
    const email = newEmail();
    const at = (day: number, appointment_time: string, client_email = email) => book(test, other, { client_email, appointment_date: workday(test, day), appointment_time });
    for (const hour of ['09:00', '10:00', '11:00']) await at(3, hour).expect(201);
    await (await open()).login(email).expect(404);
    await stranger(test, other, { client_email: email, appointment_date: workday(test, 3), appointment_time: '12:00' }).expect(201);
    // The same connection, with another therapist.
    const next = await openPractice(test);
    for (const [hour, status] of [['09:00', 201], ['10:00', 201], ['11:00', 429]] as const) {
      await book(test, next, { client_email: newEmail(), appointment_date: workday(test, 4), appointment_time: hour }).expect(status);
    }
  });

  it('threat 4: a program that fills the hidden field books nothing', async () => {
    await stranger(test, practice, { website: 'https://spam.example', appointment_time: '13:00' }).expect(422);
  });
});

describe('threat 5: taking every time of a therapist', () => {
  it('threat 5: after a wave of strangers a time is held for a code, three at most for one connection', async () => {
    const flooded = await openPractice(test);
    const hours = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00'];
    const answers: supertest.Response[] = [];
    for (const appointment_time of hours) answers.push(await stranger(test, flooded, { appointment_date: workday(test, 6), appointment_time, client_email: newEmail() }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 202]);
    const script = (day: number) => book(test, flooded, { client_email: newEmail(), appointment_date: workday(test, day), appointment_time: '10:00' }).set('X-Forwarded-For', '203.0.113.9');
    for (const day of [7, 8, 9]) await script(day).expect(202);
    await script(10).expect(429);
  });
});
