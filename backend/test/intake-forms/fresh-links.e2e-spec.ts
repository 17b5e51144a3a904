import { randomUUID } from 'node:crypto';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { IntakeRequestsService } from '../../src/modules/intake-forms/sending/requests.service';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { addForm, newestToken, question } from '../harness/intake-forms';
import { MailCatcher } from '../harness/mail-catcher';
import { bookingOf, openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let mails: MailCatcher;
let practice: Practice;
let client: SignedInClient;
let formId: string;
let earlier: string;
let visitor: ClientBrowser;

beforeAll(async () => {
  mails = await MailCatcher.start();
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', SMTP_URL: mails.url });
});
afterAll(async () => {
  await test.close();
  await mails.close();
});

beforeEach(async () => {
  practice = await openPractice(test);
  formId = await addForm(test, practice.therapist.id, [question('q_a')]);
  client = await signInClient(test);
  const booked = await client.post('/api/bookings', bookingOf(test, practice, { client_email: client.email })).expect(201);
  await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id: booked.body.id }).expect(201);
  earlier = await newestToken(test);
  visitor = await ClientBrowser.open(test);
  await visitor.post('/api/forms/open', { token: earlier }).expect(200);
});

async function changeAddress(): Promise<string> {
  const email = `${randomUUID()}@example.org`;
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
  return email;
}

/** Hands over what waits to be mailed about forms. @returns the links of it that went to an address */
async function linksMailedTo(email: string): Promise<string[]> {
  mails.mails.length = 0;
  const jobs = await test.database.query<{ payload: Parameters<IntakeRequestsService['deliver']>[0] }>(`select payload from outbox where job = 'send-intake-mail' order by id`);
  for (const { payload } of jobs) await test.app.get(IntakeRequestsService).deliver(payload);
  await test.database.query(`delete from outbox where job = 'send-intake-mail'`);
  const theirs = mails.mails.filter(({ to }) => !Array.isArray(to) && to?.text === email);
  return theirs.flatMap(({ text = '' }) => [...text.matchAll(/\/forms#([\w-]+)/g)].map(([, token = '']) => token));
}

it('a form that waits gets a fresh link when its client’s address changes, mailed to the new address; the old mailbox’s link opens nothing any more', async () => {
  await linksMailedTo(client.email);
  const email = await changeAddress();
  const [fresh = '', ...more] = await linksMailedTo(email);
  expect(more).toEqual([]);
  expect(fresh).not.toBe(earlier);
  await visitor.post('/api/forms/open', { token: earlier }).expect(404);
  expect((await visitor.post('/api/forms/open', { token: fresh }).expect(200)).body).toMatchObject({ status: 'open' });
});

it('several forms that wait get their fresh links in one mail', async () => {
  const { body: booked } = await client.post('/api/bookings', bookingOf(test, practice, { client_email: client.email, appointment_time: '14:00' })).expect(201);
  await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id: booked.id }).expect(201);
  await linksMailedTo(client.email);
  const email = await changeAddress();
  const links = await linksMailedTo(email);
  expect([mails.mails.length, new Set(links).size]).toEqual([1, 2]);
  for (const token of links) expect((await visitor.post('/api/forms/open', { token }).expect(200)).body).toMatchObject({ status: 'open' });
});

it('a practice that closes before the mail goes out takes no other one’s fresh links with it', async () => {
  const other = await openPractice(test);
  const { body: booked } = await client.post('/api/bookings', bookingOf(test, other, { client_email: client.email, appointment_time: '14:00' })).expect(201);
  await other.therapist.post('/api/therapist/intake-requests', { form_id: await addForm(test, other.therapist.id, [question('q_a')]), booking_id: booked.id }).expect(201);
  await linksMailedTo(client.email);
  const email = await changeAddress();
  // The newest one, which the mail is about.
  await test.database.query('update users set is_active = false where id = $1', [other.therapist.id]);
  const links = await linksMailedTo(email);
  expect([mails.mails.length, links.length]).toEqual([1, 1]);
  await visitor.post('/api/forms/open', { token: links[0] }).expect(200);
});

it('when the old address puts itself back, the link that the other one got is over, and it has a fresh one itself', async () => {
  await changeAddress();
  const other = await newestToken(test);
  const [row] = await test.database.query<{ id: string; object_token: Buffer }>('select id, object_token from address_changes where old_email = $1', [client.email]);
  await test.database.query(`delete from outbox where job = 'send-intake-mail'`);
  const token = test.app.get(ColumnCipher).decrypt(row?.object_token as Buffer, { table: 'address_changes', column: 'object_token', rowId: row?.id ?? '' });
  await visitor.post('/api/auth/client/address-objection', { token }).expect(200);
  const [fresh = ''] = await linksMailedTo(client.email);
  expect([earlier, other]).not.toContain(fresh);
  for (const over of [earlier, other]) await visitor.post('/api/forms/open', { token: over }).expect(404);
  await visitor.post('/api/forms/open', { token: fresh }).expect(200);
});

it('what was completed keeps its link, and brings no mail', async () => {
  await visitor.put('/api/forms/answer', { token: earlier, version: 1, question_id: 'q_a', value: 'x' }).expect(200);
  await visitor.post('/api/forms/complete', { token: earlier, version: 1, signed_name: 'Nadia' }).expect(200);
  await linksMailedTo(client.email);
  expect(await linksMailedTo(await changeAddress())).toEqual([]);
});

it('what somebody began for a practice that they never went to is not gone on with from the mailbox that they left, and is theirs again once they say that they go there', async () => {
  const [stranger, own, partner] = [await openPractice(test), await signInClient(test), await ClientBrowser.open(test)];
  const { body: booked } = await stranger.therapist.post('/api/therapist/bookings', { service_id: stranger.serviceId, client_name: 'Kim', client_email: own.email, appointment_date: workday(test), appointment_time: '09:00' }).expect(201);
  await stranger.therapist.post('/api/therapist/intake-requests', { form_id: await addForm(test, stranger.therapist.id, [question('q_a')]), booking_id: (booked as { id: string }).id }).expect(201);
  const [token] = await linksMailedTo(own.email);
  await visitor.post('/api/forms/open', { token }).expect(200);
  await visitor.put('/api/forms/answer', { token, version: 1, question_id: 'q_a', value: 'He hits me.' }).expect(200);
  await partner.post('/api/forms/code', { token }).expect(202);
  const email = `${randomUUID()}@example.org`;
  await own.post('/api/client/account/email', { email }).expect(202);
  await own.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);

  test.clock.advance(61_000);
  await partner.post('/api/forms/code', { token }).expect(409);
  for (const browser of [visitor, partner]) expect((await browser.post('/api/forms/open', { token }).expect(200)).body).toMatchObject({ status: 'withdrawn', form: null });
  await visitor.put('/api/forms/answer', { token, version: 1, question_id: 'q_a', value: 'Something else.' }).expect(409);

  await linksMailedTo(own.email);
  await own.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(200);
  const [fresh] = await linksMailedTo(email);
  await partner.post('/api/forms/open', { token }).expect(404);
  expect((await own.post('/api/forms/open', { token: fresh }).expect(200)).body).toMatchObject({ status: 'open', form: { answers: [{ value: 'He hits me.' }] } });
});
