import { DataSource } from 'typeorm';
import { newId } from '../../src/common/database/database';
import { ClientsService } from '../../src/modules/clients/persons/persons.service';
import { eventually } from '../harness/outbox-worker';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { notePeople } from '../harness/noted-people';
import { book, manageToken, openPractice, Practice, workday } from '../harness/practice';
import { addNote } from '../harness/client-record';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a practice that the person never went to learns of them: anybody can be one, and books for anybody's address. */
let test: TestApp;
let stranger: Practice;
let nth = 0;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '10000', BOOKING_WAVE_LIMIT: '100000' });
});
beforeEach(async () => {
  stranger = await openPractice(test);
});
afterAll(() => test.close());

interface Booked { id: string; client_id: string }

const address = (kind: string): string => `${kind}-${(nth += 1)}@example.org`;

async function bookFor(client_email: string, at: Practice = stranger): Promise<Booked> {
  nth += 1;
  const { body } = await at.therapist.post('/api/therapist/bookings', { service_id: at.serviceId, client_name: 'Typed Name', client_email, appointment_date: workday(test, 1 + nth), appointment_time: '09:00' }).expect(201);
  return body as Booked;
}

async function move(client: SignedInClient, email: string): Promise<void> {
  // A code goes to an address once a minute.
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
}

/** Everything that the practice is shown of these appointments and their clients. */
async function seen(booked: readonly Booked[]): Promise<unknown> {
  const get = async (path: string) => stranger.therapist.get(path).then(({ status, body }) => ({ status, body: body as unknown }));
  const paths = booked.flatMap(({ client_id }) => [`/api/therapist/clients/${client_id}`, `/api/therapist/bookings?client_id=${client_id}`, `/api/therapist/enhanced-session-notes?client_id=${client_id}`, `/api/therapist/care-plans?client_id=${client_id}`, `/api/therapist/intake-requests?client_id=${client_id}`]);
  return Promise.all([...paths, '/api/therapist/bookings?limit=100', '/api/therapist/bookings/summary', '/api/therapist/care-plans/clients'].map(get));
}

it('the practice knows the new address alone: it sees the same', async () => {
  const known = address('known');
  const client = await signInClient(test, { email: address('private') });
  const booked = await bookFor(known);
  const before = await seen([booked]);
  await move(client, known);
  expect(await seen([booked])).toEqual(before);
  expect((await bookFor(known)).client_id).toBe(booked.client_id);
  // The person sees the appointment, and does with it as they like.
  const { body } = await client.get('/api/client/dashboard').expect(200);
  expect(JSON.stringify(body)).toContain(booked.id);
  await client.post(`/api/client/bookings/${booked.id}/cancel`).expect(200);
});

it('the practice knows both addresses: they stay two clients', async () => {
  const [old, known] = [address('old'), address('new')];
  const booked = [await bookFor(old), await bookFor(known)];
  const client = await signInClient(test, { email: old });
  const before = await seen(booked);
  await move(client, known);
  expect(await seen(booked)).toEqual(before);
});

it('the practice books for the new address after the change: it is no client whom it knows by the old one', async () => {
  const [old, other] = [address('old'), address('new')];
  const before = await bookFor(old);
  const client = await signInClient(test, { email: old });
  await move(client, other);
  expect((await bookFor(other)).client_id).not.toBe(before.client_id);
});

it('two practices of one stranger, of which each books for one address after the change, know two clients', async () => {
  const [old, other] = [address('old'), address('new')];
  const client = await signInClient(test, { email: old });
  const before = await bookFor(old);
  await move(client, other);
  expect((await bookFor(other, await openPractice(test))).client_id).not.toBe(before.client_id);
});

it('whoever booked for an address has the link of it, and the practice the same client, also once the person left the address, stopped reminders and closed the account', async () => {
  const known = address('known');
  const client = await signInClient(test, { email: known });
  const planted = await book(test, stranger, { client_email: known, appointment_date: workday(test, 30), appointment_time: '15:00' }).expect(201);
  const { manage_token: token } = planted.body as { manage_token: string };
  const booked = await bookFor(known);
  const before = await seen([booked]);
  await client.put('/api/client/reminders', { wanted: false }).expect(200);
  await move(client, address('new'));
  await test.http.post('/api/bookings/manage').send({ token }).expect(200);
  expect((await bookFor(known)).client_id).toBe(booked.client_id);
  expect((await test.database.query('select client_id from stopped_reminders')).map((row) => (row as { client_id: string }).client_id)).not.toContain(booked.client_id);
  await test.database.query('delete from address_changes');
  await client.post('/api/client/account/close', { confirm: true }).expect(200);
  expect(await seen([booked])).not.toEqual([]);
  expect(before).not.toEqual([]);
  await test.http.post('/api/bookings/manage').send({ token: await manageToken(test, (planted.body as { id: string }).id) }).expect(200);
});

it('reminders that a person has turned on again are not stopped by what a practice keeps of their address, once they go there', async () => {
  const known = address('known');
  const client = await signInClient(test, { email: known });
  const booked = await bookFor(known);
  await test.database.query('insert into stopped_reminders (client_id, stopped_at) values ($1, $2)', [booked.client_id, test.clock.now()]);
  await client.put('/api/client/reminders', { wanted: false }).expect(200);
  await client.put('/api/client/reminders', { wanted: true }).expect(200);
  await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`, {}).expect(200);
  expect((await client.get('/api/client/reminders').expect(200)).body).toMatchObject({ wanted: true });
});

it('a remark that does not open is no less there once the person goes to the practice', async () => {
  const known = address('known');
  const client = await signInClient(test, { email: known });
  const booked = await bookFor(known);
  const damaged = Buffer.from('0102030405060708', 'hex');
  await test.database.query('insert into client_records (id, therapist_id, client_id, remark, version, updated_at) values ($1, $2, $3, $4, 1, $5)', [newId(), stranger.therapist.id, booked.client_id, damaged, test.clock.now()]);
  await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`, {}).expect(200);
  expect(await test.database.query('select client_id, remark from client_records where therapist_id = $1', [stranger.therapist.id])).toEqual([{ client_id: client.id, remark: damaged }]);
});

it('whoever booked for an address hears nothing by their link when the person says that they go there, unless the person wants it to end', async () => {
  for (const [end_links, status] of [[false, 200], [true, 404]] as const) {
    const known = address('known');
    const client = await signInClient(test, { email: known });
    const planted = await book(test, stranger, { client_email: known, appointment_date: workday(test, end_links ? 31 : 32), appointment_time: '15:00' }).expect(201);
    const { manage_token: token } = planted.body as { manage_token: string };
    const shown = await test.http.post('/api/bookings/manage').send({ token }).expect(200);
    await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`, { end_links }).expect(200);
    const after = await test.http.post('/api/bookings/manage').send({ token }).expect(status);
    if (!end_links) expect(after.body).toEqual(shown.body);
    await test.http.post('/api/bookings/manage').send({ token: await manageToken(test, (planted.body as { id: string }).id) }).expect(200);
    // Wanted later, it ends as well.
    await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`, { end_links: true }).expect(200);
    await test.http.post('/api/bookings/manage').send({ token }).expect(404);
  }
});

it('who says that they go to a practice makes way for what the practice is changing just then: both are done', async () => {
  const known = address('known');
  const client = await signInClient(test, { email: known });
  const { id, client_id } = await bookFor(known);
  const runner = test.app.get(DataSource).createQueryRunner();
  await runner.startTransaction();
  await runner.query('select from bookings where id = $1 for update', [id]);
  const confirmed = client.post(`/api/client/practices/${stranger.therapist.id}/confirm`, {}).expect(200).then();
  await eventually(async () => expect(await test.database.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).not.toEqual([]));
  await runner.query('select from clients where id = $1 for update', [client_id]);
  await runner.commitTransaction();
  await runner.release();
  await confirmed;
  expect(await test.database.query('select client_id from bookings where id = $1', [id])).toEqual([{ client_id: client.id }]);
});

it('what a practice keeps of an address is the person’s once they say that they go there, and follows them', async () => {
  const [old, other] = [address('old'), address('new')];
  const client = await signInClient(test, { email: old });
  const booked = await bookFor(old);
  await addNote(test, { therapistId: stranger.therapist.id, clientId: booked.client_id, content: 'Sleep was better.' });
  const texts = async (): Promise<string> => (await client.get('/api/client/dashboard').expect(200)).text;
  expect(await texts()).toContain('Sleep was better.');
  await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(200);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [booked.id]);
  expect(row?.client_id).toBe(client.id);
  await move(client, other);
  expect(await texts()).toContain('Sleep was better.');
  expect((await stranger.therapist.get(`/api/therapist/clients/${client.id}`).expect(200)).body).toMatchObject({ email: other, has_account: true });
  // Whoever books for the new address as the practice does now books for its client.
  expect((await bookFor(other)).client_id).toBe(client.id);
});

it('what a practice keeps of an address that its person left is shown to nobody who has it later, and to the person once they say that they go there', async () => {
  const [old, other] = [address('old'), address('new')];
  const client = await signInClient(test, { email: old });
  const booked = await bookFor(old);
  await addNote(test, { therapistId: stranger.therapist.id, clientId: booked.client_id, content: 'The key of the shelter.' });
  const practices = async (): Promise<unknown> => (await client.get('/api/client/account/practices').expect(200)).body as unknown;
  expect(await practices()).toMatchObject([{ therapist_id: stranger.therapist.id, email: old, left: false }]);
  const texts = async (by: Pick<SignedInClient, 'get'> = client): Promise<string> => (await by.get('/api/client/dashboard').expect(200)).text;
  await move(client, other);
  expect([await texts(), await practices()]).toEqual([expect.not.stringContaining('shelter'), [expect.objectContaining({ therapist_id: stranger.therapist.id, email: old, left: true })]]);
  const partner = await signInClient(test, { email: old });
  expect((await partner.get('/api/client/account/practices').expect(200)).body).toEqual([]);
  await partner.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(404);
  // Nor by what is booked there since, which the practice has with the same client.
  expect([(await bookFor(old)).client_id, await texts(partner)]).toEqual([booked.client_id, expect.not.stringContaining('shelter')]);
  // It may be the partner's by now: it follows nobody. Once it was never anybody else's, it does.
  await partner.post('/api/client/account/close', { confirm: true }).expect(200);
  await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(409);
  await move(client, old);
  expect(await texts()).not.toContain('shelter');
  await move(client, other);
  await test.database.query('update clients set others_since = null where id = $1', [booked.client_id]);
  const inOldMailbox = await manageToken(test, booked.id);
  await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(200);
  expect([await texts(), await practices()]).toEqual([expect.stringContaining('shelter'), []]);
  expect((await stranger.therapist.get(`/api/therapist/clients/${client.id}`).expect(200)).body).toMatchObject({ email: other, has_account: true });
  await test.http.post('/api/bookings/manage').send({ token: inOldMailbox }).expect(404);
  await test.http.post('/api/bookings/manage').send({ token: await manageToken(test, booked.id) }).expect(200);
});

it('a practice that names somebody as having left a record in the table gives it to nobody who never had its address', async () => {
  const client = await signInClient(test, { email: address('own') });
  const { client_id } = await bookFor(address('others'));
  await test.database.query('update clients set left_by = $2, left_at = now() where id = $1', [client_id, client.id]);
  expect((await client.get('/api/client/account/practices').expect(200)).body).toEqual([]);
  await client.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(404);
});

it('a booking of somebody who is signed in makes theirs what the practice kept of their address', async () => {
  const client = await signInClient(test, { email: address('own') });
  const kept = await bookFor(client.email);
  await client.post('/api/bookings', { service_id: stranger.serviceId, client_name: 'Kim', client_email: client.email, appointment_date: workday(test, 31), appointment_time: '15:00' }).expect(201);
  const rows = await test.database.query<{ client_id: string }>('select distinct client_id from bookings where therapist_id = $1', [stranger.therapist.id]);
  expect(rows).toEqual([{ client_id: client.id }]);
  await stranger.therapist.get(`/api/therapist/clients/${kept.client_id}`).expect(404);
});

it('a record that was given an address in the table is shown to nobody there', async () => {
  const victim = address('victim');
  const booked = await bookFor(victim);
  const thief = await signInClient(test, { email: address('thief') });
  const shown = async (): Promise<string> => (await thief.get('/api/client/dashboard').expect(200)).text;
  await test.database.query('update clients set email = $2 where id = $1', [booked.client_id, thief.email]);
  expect(await shown()).not.toContain(booked.id);
  await notePeople(test.app);
  expect(await shown()).not.toContain(booked.id);
  // Nor an account that says of itself that it is a record.
  await test.database.query('update clients set email = $2 where id = $1', [booked.client_id, victim]);
  const owner = await signInClient(test, { email: victim });
  await owner.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(200);
  await test.database.query('update clients set by_address = true, email = $2 where id = $1', [owner.id, thief.email]);
  expect(await shown()).not.toContain(booked.id);
});

/** Until so many statements wait for somebody else's. */
function untilWaiting(statements: number): Promise<void> {
  return eventually(async () => {
    expect(await test.database.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).toHaveLength(statements);
  });
}

it('what a therapist writes about a record at the very moment at which it becomes the person’s goes along, and to say so twice at once is no error', async () => {
  const client = await signInClient(test, { email: address('own') });
  const [booked, other] = [await bookFor(client.email), await bookFor(address('other'))];
  const confirm = () => client.post(`/api/client/practices/${stranger.therapist.id}/confirm`);
  const answers = await test.database.transaction(async (tx) => {
    await tx.query('insert into client_links (therapist_id, client_id, into_client_id, linked_at) values ($1, $2, $3, $4)', [stranger.therapist.id, other.client_id, booked.client_id, test.clock.now()]);
    const both = Promise.all([confirm(), confirm()]);
    await untilWaiting(2);
    return () => both;
  });
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200]);
  expect(await test.database.query('select client_id, into_client_id from client_links where therapist_id = $1', [stranger.therapist.id])).toEqual([{ client_id: other.client_id, into_client_id: client.id }]);
});

it('whoever writes about a record that becomes the person’s meanwhile is told in a sentence', async () => {
  const client = await signInClient(test, { email: address('own') });
  const booked = await bookFor(client.email);
  const path = `/api/therapist/clients/${booked.client_id}`;
  const written = await test.database.transaction(async (tx) => {
    await tx.query('select from clients where id = $1 for update', [booked.client_id]);
    const write = stranger.therapist.put(path, { remark: 'Prefers mornings.', discharged_on: null, version: 0 }).then((answer) => answer);
    await untilWaiting(1);
    await tx.query('delete from therapist_clients where client_id = $1', [booked.client_id]);
    await tx.query('update bookings set client_id = $2 where client_id = $1', [booked.client_id, client.id]);
    await tx.query('delete from clients where id = $1', [booked.client_id]);
    return () => write;
  });
  const { status, body } = await written();
  expect([status, (body as { detail: string }).detail]).toEqual([409, 'What this belongs to has moved or gone a moment ago. Please load the page again.']);
});

it('nothing is taken along from an address that was somebody’s for days alone; what stays longer becomes theirs by itself', async () => {
  const vera = address('vera');
  const booked = await bookFor(vera);
  const mallory = await signInClient(test, { email: address('mallory') });
  await move(mallory, vera);
  await mallory.post(`/api/client/practices/${stranger.therapist.id}/confirm`).expect(200);
  await move(mallory, mallory.email);
  expect((await mallory.get('/api/client/dashboard').expect(200)).body).toMatchObject({ counts: { upcoming: 0 } });
  expect((await stranger.therapist.get(`/api/therapist/clients/${booked.client_id}`).expect(200)).body).toMatchObject({ email: vera });
  await move(mallory, vera);
  await test.app.get(ClientsService).takeLeftApart();
  await stranger.therapist.get(`/api/therapist/clients/${booked.client_id}`).expect(200);
  test.clock.advance(8 * 86_400_000);
  expect(await test.app.get(ClientsService).takeLeftApart()).toBe(1);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [booked.id]);
  expect(row?.client_id).toBe(mallory.id);
});

it('what a therapist says of a change of the appointment reads for whose it is by then', async () => {
  const client = await signInClient(test, { email: address('own') });
  const booked = await bookFor(client.email);
  const both = await test.database.transaction(async (tx) => {
    await tx.query('select from bookings where id = $1 for update', [booked.id]);
    const confirmed = client.post(`/api/client/practices/${stranger.therapist.id}/confirm`).then(({ status }) => status);
    await untilWaiting(1);
    // It has read whose the appointment is before that is another one.
    const cancelled = stranger.therapist.put(`/api/therapist/bookings/${booked.id}/status`, { status: 'cancelled', word: 'I am ill, I am sorry.' }).then(({ status }) => status);
    await untilWaiting(2);
    return () => Promise.all([confirmed, cancelled]);
  });
  expect(await both()).toEqual([200, 200]);
  const { body } = await client.get('/api/client/dashboard').expect(200);
  expect((body as { past_bookings: { therapist_word: string }[] }).past_bookings.map(({ therapist_word }) => therapist_word)).toEqual(['I am ill, I am sorry.']);
});

it('who proves the address in another browser than the one that registered has a name at practices too', async () => {
  const email = address('phone');
  await bookFor(email);
  const [desk, phone] = [await ClientBrowser.open(test), await ClientBrowser.open(test)];
  await desk.register(email, { name: 'Somebody' }).expect(201);
  await phone.login(email).expect(202);
  const { body } = await phone.verify({ email, code: await mailedCode(test, email) }).expect(200);
  const [person] = await test.database.query<{ name: string }>('select name from clients where id = $1', [(body as { id: string }).id]);
  expect([(body as { name: string }).name, person?.name]).toEqual(['Typed Name', 'Typed Name']);
});

it('what the account before did at an address is not told to its next holder as theirs', async () => {
  const [kept, other] = [address('kept'), address('other')];
  const first = await signInClient(test, { email: kept });
  await first.post('/api/bookings', { service_id: stranger.serviceId, client_name: 'Kim', client_email: kept, appointment_date: workday(test, 20), appointment_time: '15:00' }).expect(201);
  await first.post('/api/client/account/close', { confirm: true }).expect(200);
  const since = test.clock.now();
  const next = await signInClient(test, { email: other });
  await move(next, kept);
  const { body: signIns } = await next.get('/api/client/activity?about=sign_in').expect(200);
  const { body: record } = await next.get('/api/client/activity').expect(200);
  const entries = (record as { entries: { action: string; is_you: boolean }[] }).entries;
  expect(entries.filter(({ action }) => ['close_account', 'book_session'].includes(action)).some(({ is_you }) => is_you)).toBe(false);
  expect((signIns as { entries: { at: string }[] }).entries.filter(({ at }) => new Date(at) < since)).toEqual([]);
});
