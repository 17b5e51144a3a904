import { mailedCode } from '../harness/client-browser';
import { openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** What a practice that the person never went to learns of an address that changed: anybody can be one, and books for anybody's address. */
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
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
}

/** Everything that the practice is shown of these appointments and their clients. */
async function seen(booked: readonly Booked[]): Promise<unknown> {
  const get = async (path: string) => {
    const { status, body } = await stranger.therapist.get(path);
    return { status, body: body as unknown };
  };
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
