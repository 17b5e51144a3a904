import { tooManyMailsToUnconfirmed } from '../../src/modules/bookings/messages';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { addNote, addPlan, personOf } from '../harness/client-record';
import { mailedCode } from '../harness/client-browser';
import { book, bookingOf, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { NOTES } from '../harness/session-notes';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Anybody with a Google account is a practice, and can write for anybody's address. */
let test: TestApp;
let practice: Practice;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '100' });
  practice = await openPractice(test);
});
afterAll(() => test.close());

const email = 'pat@example.org';
const SENTENCE =
  'This client has not confirmed yet that they come to you, and has been shown a lot already. Nothing is lost: please show it later, or once they have confirmed it in their portal.';

it('whoever has not confirmed a practice is shown twelve notes and plans of it in an hour, and forty in a day', async () => {
  const { therapist } = practice;
  const { body: booking } = await book(test, practice, { client_email: email }).expect(201);
  await therapist.put(`/api/therapist/bookings/${(booking as { id: string }).id}/status`, { status: 'completed' }).expect(200);
  const client_id = await personOf(test, email);
  const note = { title: 'Session', content: 'So it was.', client_id };
  const share = (fields: object = {}) => therapist.post(NOTES, { ...note, is_client_visible: true, ...fields });
  const hidden = (await therapist.post(NOTES, note).expect(201)).body as { id: string };
  const plan = (await therapist.post('/api/therapist/care-plans', { client_id, title: 'Evenings', actions: [{ text: 'Walk' }] }).expect(201)).body as { id: string };
  for (let nth = 0; nth < 11; nth += 1) await share().expect(201);
  const last = (await share({ client_id: null, booking_id: (booking as { id: string }).id }).expect(201)).body as { id: string };
  const { body: refused, headers } = await share().expect(429);
  expect([(refused as { detail: string }).detail, Number(headers['retry-after']) > 0]).toEqual([SENTENCE, true]);
  await therapist.put(`${NOTES}/${hidden.id}`, { title: 'Session', content: 'So it was.', is_client_visible: true }).expect(429);
  await therapist.post(`/api/therapist/care-plans/${plan.id}/publish`, {}).expect(429);
  // What they see already can be set right, and what nobody else sees is nobody else's concern.
  await therapist.put(`${NOTES}/${last.id}`, { title: 'Session', content: 'So it really was.', is_client_visible: true }).expect(200);
  await therapist.post(NOTES, note).expect(201);
  const anHourLater = () => test.database.query(`delete from limit_hits where scope in ('shared-unconfirmed', 'session-note-saves')`);
  for (const count of [12, 12, 4]) {
    await anHourLater();
    for (let nth = 0; nth < count; nth += 1) await share().expect(201);
  }
  await anHourLater();
  await share().expect(429);

  const client = await signInClient(test, { email });
  await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
  for (let nth = 0; nth < 13; nth += 1) await share({ client_id: client.id }).expect(201);
  await therapist.post(`/api/therapist/care-plans/${plan.id}/publish`, {}).expect(200);
});

it('whoever has not confirmed a practice gets twenty mails of it in a day, of whatever kind; who has confirmed it is not kept from any', async () => {
  const { therapist, serviceId } = practice;
  const known = 'mailed@example.org';
  await book(test, practice, { client_email: known, appointment_date: workday(test, 9) }).expect(201);
  const client_id = await personOf(test, known);
  const about = {
    recording: () => therapist.post('/api/ai-meeting/request-consent', { therapist_id: therapist.id, client_id, meeting_url: null }),
    appointment: (days: number) => therapist.post('/api/therapist/bookings', { service_id: serviceId, client_id, appointment_date: workday(test, days), appointment_time: '13:00' }),
  };
  for (let nth = 0; nth < 10; nth += 1) await about.recording().expect(201);
  for (let nth = 0; nth < 10; nth += 1) await about.appointment(10 + nth).expect(201);
  expect((await about.appointment(30).expect(429)).body).toMatchObject({ detail: tooManyMailsToUnconfirmed });
  await test.database.query(`delete from limit_hits where scope = 'meeting-consent-mails'`);
  await about.recording().expect(429);
  const client = await signInClient(test, { email: known });
  await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
  await therapist.post('/api/ai-meeting/request-consent', { therapist_id: therapist.id, client_id: client.id, meeting_url: null }).expect(201);
});

it('a long record is shown to whoever says that they go there at once, and moved by the worker: nobody waits for it, nor for the place that it would hold', async () => {
  const { therapist } = practice;
  const known = 'long@example.org';
  const { body } = await book(test, practice, { client_email: known, appointment_date: workday(test, 12) }).expect(201);
  const { id } = body as { id: string };
  const record = await personOf(test, known);
  await addNote(test, { therapistId: therapist.id, clientId: record, content: 'The shelter.' });
  for (let nth = 0; nth < 40; nth += 1) await addPlan(test, { therapistId: therapist.id, clientId: record });
  const client = await signInClient(test, { email: known });
  await client.post('/api/bookings', bookingOf(test, practice, { client_email: known, appointment_date: workday(test, 13) })).expect(201);
  const whose = async (): Promise<unknown> => (await test.database.query('select client_id from bookings where id = $1', [id]))[0];
  expect([await whose(), (await client.get('/api/client/dashboard').expect(200)).text]).toEqual([{ client_id: record }, expect.stringContaining(id)]);
  expect(await test.database.query(`select job, payload from outbox where job = 'take-records'`)).toEqual([{ job: 'take-records', payload: {} }]);
  await test.app.get(ClientsService).takeLong();
  expect([await whose(), (await client.get('/api/client/dashboard').expect(200)).text]).toEqual([{ client_id: client.id }, expect.stringContaining('The shelter.')]);
});

it('a long record of a practice that its person goes to follows them, also where they change their address before it was moved', async () => {
  const { therapist } = practice;
  const [known, moved] = ['waits@example.org', 'waited@example.org'];
  const { body } = await book(test, practice, { client_email: known, appointment_date: workday(test, 18) }).expect(201);
  const { id } = body as { id: string };
  const record = await personOf(test, known);
  for (let nth = 0; nth < 41; nth += 1) await addPlan(test, { therapistId: therapist.id, clientId: record });
  const client = await signInClient(test, { email: known });
  await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
  const whose = async (): Promise<unknown> => (await test.database.query('select client_id, client_email from bookings where id = $1', [id]))[0];
  expect(await whose()).toMatchObject({ client_id: record });
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email: moved }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, moved) }).expect(200);
  await test.app.get(ClientsService).takeLong();
  expect(await whose()).toEqual({ client_id: client.id, client_email: moved });
});

it('a long record that its person fetches from an address of before is theirs a while after they said so once, and holds up nobody meanwhile', async () => {
  const { therapist, serviceId } = practice;
  const [known, moved] = ['fetched@example.org', 'fetcher@example.org'];
  const { body } = await therapist.post('/api/therapist/bookings', { service_id: serviceId, client_name: 'Kim', client_email: known, appointment_date: workday(test, 20), appointment_time: '09:00' }).expect(201);
  const { id, client_id: record } = body as { id: string; client_id: string };
  for (let nth = 0; nth < 41; nth += 1) await addPlan(test, { therapistId: therapist.id, clientId: record });
  const elsewhere = await openPractice(test);
  const client = await signInClient(test, { email: known });
  const { body: kept } = await client.post('/api/bookings', bookingOf(test, elsewhere, { client_email: known, appointment_date: workday(test, 21) })).expect(201);
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email: moved }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, moved) }).expect(200);
  const linkOf = async (booking: string): Promise<string> => manageToken(test, booking);
  const links = [await linkOf(id), await linkOf((kept as { id: string }).id)];
  await test.database.query(`delete from outbox where job = 'take-records'`);
  for (let nth = 0; nth < 2; nth += 1) await client.post(`/api/client/practices/${therapist.id}/confirm`).expect(200);
  const state = async (): Promise<unknown> => (await test.database.query('select client_id, client_email from bookings where id = $1', [id]))[0];
  expect(await state()).toEqual({ client_id: record, client_email: known });
  expect(await test.database.query(`select payload from outbox where job = 'take-records'`)).toEqual([{ payload: {} }]);
  await test.app.get(ClientsService).takeLong();
  expect(await state()).toEqual({ client_id: client.id, client_email: moved });
  expect((await client.get('/api/client/dashboard').expect(200)).text).toContain(id);
  // Its links are new, and of no other practice, which would learn of it.
  expect([await linkOf(id) === links[0], await linkOf((kept as { id: string }).id) === links[1]]).toEqual([false, true]);
  expect(await test.database.query(`select count(*)::int as told from activity_log where action = 'confirm_practice' and $1 = any(client_ids)`, [client.id])).toEqual([{ told: 1 }]);
});

it('a practice that booked for a client stands before all at which anybody booked in their name, among those that stay with an address', async () => {
  const known = 'listed@example.org';
  const client = await signInClient(test, { email: known });
  await practice.therapist.post('/api/therapist/bookings', { service_id: practice.serviceId, client_name: 'Kim', client_email: known, appointment_date: workday(test, 16), appointment_time: '09:00' }).expect(201);
  const others = [await openPractice(test), await openPractice(test)];
  for (const other of others) {
    test.clock.advance(1_000);
    await book(test, other, { client_email: known, appointment_date: workday(test, 16) }).expect(201);
  }
  const { body } = await client.get('/api/client/account/practices').expect(200);
  const listed = (body as { therapist_id: string }[]).map(({ therapist_id }) => therapist_id);
  expect([listed[0], new Set(listed)]).toEqual([practice.therapist.id, new Set([practice, ...others].map(({ therapist }) => therapist.id))]);
});
