import * as supertest from 'supertest';
import { ClientBrowser } from '../harness/client-browser';
import { addForm, bookingTokens, formCode, question } from '../harness/intake-forms';
import { book, openPractice, Practice } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const CANARY = 'CANARY-I-take-lithium';

let test: TestApp;
let practice: Practice;
let token: string;
let email: string;
let mailbox = 0;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPractice(test);
  await addForm(test, practice.therapist.id, [question('q_a')], { serviceId: practice.serviceId });
  email = `door-${(mailbox += 1)}@example.org`;
  const { body } = await book(test, practice, { client_email: email }).expect(201);
  [token = ''] = await bookingTokens(test, (body as { id: string }).id);
});

type Sender = Pick<SignedInClient, 'post' | 'put'>;
const answer = (by: Sender, value: string): supertest.Test => by.put('/api/forms/answer', { token, version: 1, question_id: 'q_a', value });
const open = async (by: Sender): Promise<object> => (await by.post('/api/forms/open', { token }).expect(200)).body as object;

it('a logout leaves nothing open behind it: the browser that answered signed in is asked for a code', async () => {
  const client = await signInClient(test, { email });
  await answer(client, CANARY).expect(200);
  test.clock.advance(20 * 60_000);
  // The session goes on with what it began, also when its proof is not of a moment ago.
  expect(await open(client)).toMatchObject({ status: 'open', form: { answers: [{ value: CANARY }] } });
  await client.post('/api/auth/logout').expect(200);
  expect(await open(client.browser)).toMatchObject({ status: 'code_needed', form: null });
  await answer(client.browser, 'Another').expect(403);
});

it('whoever sits at the computer next finds no answers behind the link: half an hour after the last one, and at once when its owner stops', async () => {
  const browser = await ClientBrowser.open(test);
  await answer(browser, CANARY).expect(200);
  test.clock.advance(25 * 60_000);
  await answer(browser, CANARY).expect(200);
  test.clock.advance(25 * 60_000);
  expect(await open(browser)).toMatchObject({ status: 'open', form: { answers: [{ value: CANARY }] } });
  test.clock.advance(5 * 60_000);
  expect(await open(browser)).toMatchObject({ status: 'code_needed', form: null });
  await answer(browser, 'Another').expect(403);
  await browser.post('/api/forms/code', { token }).expect(202);
  expect((await browser.post('/api/forms/verify', { token, code: await formCode(test) }).expect(200)).body).toMatchObject({ form: { answers: [{ value: CANARY }] } });
  expect((await browser.post('/api/forms/leave', { token }).expect(200)).body).toMatchObject({ status: 'code_needed', form: null });
  expect(await open(browser)).toMatchObject({ status: 'code_needed', form: null });
});

it('a trusted browser that signed in without a proof opens no answers that were given elsewhere', async () => {
  const client = await signInClient(test, { email, trusted: true });
  const phone = await ClientBrowser.open(test);
  await answer(phone, CANARY).expect(200);
  await client.post('/api/auth/logout').expect(200);
  // The first one of a day counts as a proof, the second does not.
  await client.browser.login(email).expect(200);
  await client.post('/api/auth/logout').expect(200);
  await client.browser.login(email).expect(200);
  expect(await open(client)).toMatchObject({ status: 'code_needed', form: null });
  await client.post('/api/forms/complete', { token, version: 1, signed_name: 'Not me' }).expect(403);
  expect(await open(phone)).toMatchObject({ status: 'open' });
});

it('nobody answers to a therapist who cannot read it', async () => {
  const browser = await ClientBrowser.open(test);
  await test.database.query('update users set is_active = false where id = $1', [practice.therapist.id]);
  expect(await open(browser)).toMatchObject({ status: 'withdrawn', form: null });
  await answer(browser, CANARY).expect(409);
});

it('a link is opened 120 times an hour, wherever that is done', async () => {
  const browsers = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
  const statuses: number[] = [];
  for (let n = 0; n < 121; n += 1) statuses.push((await (browsers[n % 2] as ClientBrowser).post('/api/forms/open', { token })).status);
  expect(statuses).toEqual([...Array<number>(120).fill(200), 429]);
});

it('is signed off sixty times an hour, refused ones among them: each reads all of its answers', async () => {
  const browser = await ClientBrowser.open(test);
  await answer(browser, CANARY).expect(200);
  const sign = (version: number): supertest.Test => browser.post('/api/forms/complete', { token, version, signed_name: 'Kim Doe' });
  for (let nth = 0; nth < 60; nth += 1) await sign(2).expect(409);
  await sign(1).expect(429);
});

it('whoever has the link uses up nobody else’s codes', async () => {
  await answer(await ClientBrowser.open(test), CANARY).expect(200);
  const asked: number[] = [];
  for (let n = 0; n < 5; n += 1) asked.push((await (await ClientBrowser.open(test, { address: '203.0.113.9' })).post('/api/forms/code', { token })).status);
  expect(asked).toEqual([202, 202, 202, 429, 429]);
  await (await ClientBrowser.open(test, { address: '198.51.100.9' })).post('/api/forms/code', { token }).expect(202);
});

it('whoever has the link and guesses without a code of theirs keeps the person’s own code from nobody', async () => {
  await answer(await ClientBrowser.open(test), CANARY).expect(200);
  const browser = await ClientBrowser.open(test, { address: '198.51.100.19' });
  await browser.post('/api/forms/code', { token }).expect(202);
  const code = await formCode(test);
  for (const address of ['203.0.113.21', '192.0.2.21', '198.18.0.21', '198.19.0.21']) {
    const thief = await ClientBrowser.open(test, { address });
    for (let n = 0; n < 16; n += 1) await thief.post('/api/forms/verify', { token, code: '000000' }).expect(401);
  }
  await browser.post('/api/forms/verify', { token, code }).expect(200);
});
