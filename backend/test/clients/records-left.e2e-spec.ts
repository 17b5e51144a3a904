import { DataSource } from 'typeorm';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { addNote, addPlan } from '../harness/client-record';
import { mailedCode } from '../harness/client-browser';
import { addForm, newestToken, question } from '../harness/intake-forms';
import { requestConsent } from '../harness/meetings';
import { objectionToken, objectTo, signInAt } from '../harness/address-changes';
import { book, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Whose it is what practices keep of an address that somebody left: theirs, its next holder's, or nobody's. */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', BOOKING_WAVE_LIMIT: '100000', SESSION_IDLE_MINUTES: '60000', SESSION_ABSOLUTE_HOURS: '1000' });
});
afterAll(() => test.close());

async function move(client: SignedInClient, email: string): Promise<void> {
  test.clock.advance(61_000);
  await test.database.query('delete from limit_hits');
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
}

const SAID = /Wrote the answer|Signed In Days|Told to nobody else/g;

async function shown(to: Pick<SignedInClient, 'get'>): Promise<string[]> {
  const texts = await Promise.all(['dashboard', 'session-notes', 'export'].map(async (path) => (await to.get(`/api/client/${path}`).expect(200)).text));
  return [...new Set(texts.join(' ').match(SAID) ?? [])].sort();
}

const ALL = ['Signed In Days', 'Told to nobody else', 'Wrote the answer'];

/** What a practice typed for an address, and what the client, signed in there, says and is told. @returns the practice's id of the client */
async function speakAt({ therapist, serviceId }: Practice, client: SignedInClient, email: string): Promise<string> {
  const typed = { service_id: serviceId, appointment_date: workday(test, 3), appointment_time: '09:00', client_name: 'Ivy Typed', client_email: email };
  const { client_id } = (await therapist.post('/api/therapist/bookings', typed).expect(201)).body as { client_id: string };
  await therapist.post('/api/therapist/intake-requests', { form_id: await addForm(test, therapist.id, [question('q')]), client_id }).expect(201);
  const token = await newestToken(test);
  await client.post('/api/forms/open', { token, knows_practice: true }).expect(200);
  await client.put('/api/forms/answer', { token, version: 1, question_id: 'q', value: 'Wrote the answer' }).expect(200);
  await client.post('/api/forms/complete', { token, version: 1, signed_name: 'Signed In Days' }).expect(200);
  await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
  await addNote(test, { therapistId: therapist.id, clientId: client_id, content: 'Told to nobody else.' });
  expect(await shown(client)).toEqual(ALL);
  return client_id;
}

it.each(['goes on', 'goes back'])('whoever has an address next is not shown what somebody who %s said and was told there, who has it again once they come back', async (how) => {
  const [first, between, last] = ['first', 'between', 'last'].map((kind) => `${kind}-${how.replace(' ', '-')}@example.org`) as [string, string, string];
  const practice = await openPractice(test);
  const { therapist } = practice;
  const client = await signInClient(test, { email: first, name: 'Ivy' });
  await move(client, between);
  const client_id = await speakAt(practice, client, between);

  await move(client, how === 'goes on' ? last : first);
  expect(await shown(client)).toEqual([]);
  const refused = await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(409);
  expect((refused.body as { detail: string }).detail).toContain('Please tell the practice your new address.');
  await test.app.get(ClientsService).takeLeftApart();
  // The practice has the same client as before.
  expect((await therapist.get(`/api/therapist/clients/${client_id}`).expect(200)).body).toMatchObject({ email: between });

  await move(client, between);
  expect(await shown(client)).toEqual(ALL);
  await move(client, how === 'goes on' ? last : first);
  const next = await signInClient(test, { email: between, name: 'Next' });
  expect([await shown(next), (await next.get('/api/client/account/practices').expect(200)).body]).toEqual([[], []]);
  await next.post(`/api/client/practices/${therapist.id}/confirm`).expect(404);
}, 60_000);

it('nor what somebody said there who takes the account back to the address that it had, by the link in the notice', async () => {
  const [first, between] = ['first-objects@example.org', 'between-objects@example.org'];
  const practice = await openPractice(test);
  const client = await signInClient(test, { email: first });
  await move(client, between);
  await speakAt(practice, client, between);
  expect((await objectTo(test, await objectionToken(test, first), client.browser)).body).toMatchObject({ status: 'restored' });
  const next = await signInClient(test, { email: between });
  expect(await shown(next)).toEqual([]);
  const { browser } = await signInAt(test, first);
  await browser.post(`/api/client/practices/${practice.therapist.id}/confirm`).expect(409);
}, 60_000);

it('nor what somebody said at an address that takes its account back from them', async () => {
  const [first, between, own] = ['first-again@example.org', 'between-again@example.org', 'guest-of-first@example.org'];
  const practice = await openPractice(test);
  const client = await signInClient(test, { email: first });
  const guest = await signInClient(test, { email: own });
  await move(client, between);
  const token = await objectionToken(test, first);
  await move(guest, first);
  await speakAt(practice, guest, first);
  expect((await objectTo(test, token)).body).toMatchObject({ status: 'restored' });
  const back = await signInAt(test, first);
  expect([back.id, await shown(back.browser)]).toEqual([client.id, []]);
}, 60_000);

it('nor what somebody who has it for days was told by a practice with which they did something, signed in; what they only read, its owner is shown', async () => {
  const [first, between] = ['first-deeds@example.org', 'between-deeds@example.org'];
  const client = await signInClient(test, { email: first });
  await move(client, between);
  interface Place { practice: Practice; booking: string; client_id: string }
  const visit = async ({ practice }: Place) => ((await book(test, practice, { client_email: between, client_name: 'Ivy Visits', appointment_date: workday(test, 4) }).expect(201)).body as { id: string }).id;
  let token = '';
  const deeds: Record<string, (place: Place) => Promise<unknown>> = {
    form: async ({ practice, client_id }) => {
      await practice.therapist.post('/api/therapist/intake-requests', { form_id: await addForm(test, practice.therapist.id, [question('q')]), client_id }).expect(201);
      token = await newestToken(test);
      await client.post('/api/forms/open', { token, knows_practice: true }).expect(200);
      await client.put('/api/forms/answer', { token, version: 1, question_id: 'q', value: 'Wrote the answer' }).expect(200);
    },
    own: async (place) => client.post(`/api/client/bookings/${await visit(place)}/own`).expect(200),
    cancel: ({ booking }) => client.post(`/api/client/bookings/${booking}/cancel`).expect(200),
    move: ({ booking }) => client.post(`/api/client/bookings/${booking}/move`, { new_date: workday(test, 5), new_time: '11:00' }).expect(200),
    plan: async ({ practice, client_id }) => {
      const id = await addPlan(test, { therapistId: practice.therapist.id, clientId: client_id });
      const { actions } = (await client.get(`/api/client/care-plans/${id}`).expect(200)).body as { actions: { id: string }[] };
      await client.put(`/api/client/care-plans/${id}/actions/${actions[0]?.id}`, { done: true }).expect(200);
    },
    consent: async ({ practice, client_id }) => client.post(`/api/client/meeting-consents/${(await requestConsent(practice.therapist, { client_id })).consent_id}/answer`, { consent_given: false }).expect(200),
    reading: () => client.get('/api/client/export').expect(200),
  };
  for (const [deed, act] of Object.entries(deeds)) {
    const practice = await openPractice(test);
    const typed = { service_id: practice.serviceId, appointment_date: workday(test, 3), appointment_time: '09:00', client_name: 'Ivy Typed', client_email: between };
    const { id: booking, client_id } = (await practice.therapist.post('/api/therapist/bookings', typed).expect(201)).body as { id: string; client_id: string };
    await act({ practice, booking, client_id });
    await addNote(test, { therapistId: practice.therapist.id, clientId: client_id, content: `Told after ${deed}.` });
  }
  await move(client, first);
  const next = await signInClient(test, { email: between });
  const { text } = await next.get('/api/client/export').expect(200);
  expect([...new Set(text.match(/Told after \w+|Wrote the answer|Ivy Visits/g))]).toEqual(['Told after reading']);
  expect((await next.post('/api/forms/open', { token, knows_practice: true }).expect(200)).body).toMatchObject({ status: 'other_person' });
}, 60_000);

it.each(['own', 'cancel', 'none: the practice cancels'])('whoever books at an address and acts by the link that came there (%s) does not give what they wrote to whoever had it before', async (deed) => {
  const [old, other] = [`old-${deed.slice(0, 3)}@example.org`, `other-${deed.slice(0, 3)}@example.org`];
  const practice = await openPractice(test);
  const { therapist } = practice;
  const client = await signInClient(test, { email: old });
  const typed = { service_id: practice.serviceId, appointment_date: workday(test, 3), appointment_time: '09:00', client_name: 'Typed', client_email: old };
  await therapist.post('/api/therapist/bookings', typed).expect(201);
  await move(client, other);
  const { body } = await book(test, practice, { client_email: old, client_name: 'Vera', appointment_date: workday(test, 4), notes: 'Panic since spring' }).expect(201);
  const { id } = body as { id: string };
  if (deed === 'none: the practice cancels') await therapist.put(`/api/therapist/bookings/${id}/status`, { status: 'cancelled' }).expect(200);
  else await test.http.post(`/api/bookings/manage/${deed}`).send({ token: await manageToken(test, id) }).expect(200);
  await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(409);
  expect((await client.get('/api/client/dashboard').expect(200)).text).not.toContain('Panic');
});

it('what somebody left does not follow them once the practice looks at it together with the record of somebody else, but with their own it does', async () => {
  const [old, other] = ['merged-old@example.org', 'merged-other@example.org'];
  const vera = await signInClient(test, { email: 'vera@example.org' });
  for (const [into, status] of [['hers', 409], ['own', 200]] as const) {
    const practice = await openPractice(test);
    const { therapist, serviceId } = practice;
    const typed = async (client_email: string, day: number) =>
      ((await therapist.post('/api/therapist/bookings', { service_id: serviceId, appointment_date: workday(test, day), appointment_time: '09:00', client_name: 'Typed', client_email }).expect(201)).body as { client_id: string }).client_id;
    const client = await signInClient(test, { email: `${into}-${old}` });
    const left = await typed(client.email, 3);
    await move(client, `${into}-${other}`);
    const kept = await typed(into === 'hers' ? vera.email : `${into}-${other}`, 4);
    if (into === 'hers') await vera.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
    await therapist.post(`/api/therapist/clients/${into === 'hers' ? vera.id : kept}/merged`, { client_id: left }).expect(200);
    await addNote(test, { therapistId: therapist.id, clientId: left, content: 'Told to nobody else.' });
    await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(status);
    expect(await shown(client)).toEqual(into === 'hers' ? [] : ['Told to nobody else']);
  }
}, 30_000);

it('whoever has an address next is not shown what was told there to somebody who left it once more', async () => {
  const [first, other, third] = ['first-twice@example.org', 'other-twice@example.org', 'third-twice@example.org'];
  const { therapist, serviceId } = await openPractice(test);
  const client = await signInClient(test, { email: first });
  await move(client, other);
  await move(client, first);
  const typed = { service_id: serviceId, appointment_date: workday(test, 3), appointment_time: '09:00', client_name: 'Ivy Typed', client_email: first };
  const { client_id } = (await therapist.post('/api/therapist/bookings', typed).expect(201)).body as { client_id: string };
  await addNote(test, { therapistId: therapist.id, clientId: client_id, content: 'Told to nobody else.' });
  await move(client, third);
  expect(await shown(await signInClient(test, { email: first }))).toEqual([]);
}, 30_000);

it('whoever came back to an address has what they left there, also after they begin a form and a visitor books with it', async () => {
  const [first, other] = ['first-back@example.org', 'other-back@example.org'];
  const practice = await openPractice(test);
  const { therapist, serviceId } = practice;
  const client = await signInClient(test, { email: first });
  const typed = { service_id: serviceId, appointment_date: workday(test, 3), appointment_time: '09:00', client_name: 'Ivy Typed', client_email: first };
  const { client_id } = (await therapist.post('/api/therapist/bookings', typed).expect(201)).body as { client_id: string };
  await addNote(test, { therapistId: therapist.id, clientId: client_id, content: 'Told to nobody else.' });
  await move(client, other);
  await move(client, first);
  await book(test, practice, { client_email: first, client_name: 'Stranger', appointment_date: workday(test, 4) }).expect(201);
  await therapist.post('/api/therapist/intake-requests', { form_id: await addForm(test, therapist.id, [question('q'), question('r')]), client_id }).expect(201);
  const token = await newestToken(test);
  await client.post('/api/forms/open', { token, knows_practice: true }).expect(200);
  for (const question_id of ['q', 'r']) await client.put('/api/forms/answer', { token, version: 1, question_id, value: 'Wrote the answer' }).expect(200);
  expect(await shown(client)).toEqual(['Told to nobody else']);
  await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
}, 30_000);

it('a change of address that is cut, because it takes too long, is not tried again and again with one code', async () => {
  const [old, other] = ['cut@example.org', 'cut-on@example.org'];
  const practice = await openPractice(test);
  const client = await signInClient(test, { email: old });
  const { body } = await client.post('/api/bookings', { service_id: practice.serviceId, appointment_date: workday(test, 5), appointment_time: '10:00', client_name: 'Cut', client_email: old }).expect(201);
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email: other }).expect(202);
  const code = await mailedCode(test, other);
  const runner = test.app.get(DataSource).createQueryRunner();
  await runner.startTransaction();
  await runner.query('select from bookings where id = $1 for update', [(body as { id: string }).id]);
  const confirm = () => client.post('/api/client/account/email/confirm', { code });
  await confirm().expect(503);
  await runner.rollbackTransaction();
  await runner.release();
  await confirm().expect(401);
  expect((await client.get('/api/client/account').expect(200)).body).toMatchObject({ email: old });
}, 30_000);
