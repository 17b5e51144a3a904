import { randomUUID } from 'node:crypto';
import { ClientBrowser, mailedCode } from '../harness/client-browser';
import { consentToken, MEETINGS, recordedSession, requestConsent, toneOf } from '../harness/meetings';
import { openPractice, Practice, workday } from '../harness/practice';
import { SignedInClient, signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const OWN = '/api/client/meeting-consents';
const newAddress = (): string => `${randomUUID().slice(0, 8)}@example.org`;

/** A client of an address that the therapist typed, signed in, with a consent that both gave and a session was recorded with, and one that waits. */
async function recordedClient(): Promise<{ practice: Practice; client: SignedInClient; given: string; waiting: string; tokens: string[]; session: string }> {
  const practice = await openPractice(test);
  const email = newAddress();
  const appointment = { service_id: practice.serviceId, appointment_date: workday(test, 3), appointment_time: '09:00', on_purpose: true };
  const { body } = await practice.therapist.post('/api/therapist/bookings', { ...appointment, client_name: 'Typed Name', client_email: email }).expect(201);
  const client = await signInClient(test, { email });
  const ids: string[] = [];
  for (let nth = 0; nth < 2; nth += 1) ids.push((await requestConsent(practice.therapist, { client_id: (body as { client_id: string }).client_id })).consent_id);
  const [given = '', waiting = ''] = ids;
  for (const consent_id of ids) await practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id, party: 'therapist', consent_given: true }).expect(200);
  const tokens = [await consentToken(test, given), await consentToken(test, waiting)];
  await client.post(`${OWN}/${given}/answer`, { consent_given: true }).expect(200);
  const { session_id } = await recordedSession(test, practice.therapist, toneOf(), { consentId: given });
  return { practice, client, given, waiting, tokens, session: session_id };
}

async function moveAway(client: SignedInClient): Promise<void> {
  const email = newAddress();
  test.clock.advance(61_000);
  await client.post('/api/client/account/email', { email }).expect(202);
  await client.post('/api/client/account/email/confirm', { code: await mailedCode(test, email) }).expect(200);
}

it('leaves with an address nothing by which its next reader answers for whoever had it', async () => {
  const { practice, client, waiting, tokens, session } = await recordedClient();
  await moveAway(client);
  const reader = await ClientBrowser.open(test);
  for (const token of tokens) {
    await reader.post('/api/meeting-consents/open', { token }).expect(404);
    for (const consent_given of [true, false]) await reader.post('/api/meeting-consents/answer', { token, consent_given }).expect(404);
  }
  expect((await practice.therapist.get(`${MEETINGS}/session/${session}/status`).expect(200)).body).not.toMatchObject({ sentence: expect.stringContaining('withdrawn') as string });
  expect((await practice.therapist.get(`${MEETINGS}/consents/${waiting}`).expect(200)).body).toMatchObject({ consent_id: waiting, status: 'waiting' });
});

it('lets whoever moved take back what they agreed to, and agree to nothing there; their practice is fetched as before', async () => {
  const { practice, client, given, waiting, session } = await recordedClient();
  await moveAway(client);
  expect((await client.get(OWN).expect(200)).body).toEqual([expect.objectContaining({ id: given, status: 'used', can_agree: false, can_decline: true })]);
  // What they never answered stays with the address.
  await client.post(`${OWN}/${waiting}/answer`, { consent_given: false }).expect(404);
  const refused = await client.post(`${OWN}/${given}/answer`, { consent_given: true }).expect(409);
  expect(refused.body).toMatchObject({ detail: expect.stringContaining('first say in your portal that you go to this practice') as string });
  await client.post(`${OWN}/${given}/answer`, { consent_given: false }).expect(200);
  expect((await practice.therapist.get(`${MEETINGS}/session/${session}/status`).expect(200)).body).toMatchObject({ sentence: expect.stringContaining('The consent was withdrawn') as string });
  // Nobody else did anything at the address since.
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
  expect((await client.get(OWN).expect(200)).body).toHaveLength(2);
});

it('shows it among a hundred newer ones: it can be taken back nowhere else', async () => {
  const { client, given, waiting } = await recordedClient();
  await moveAway(client);
  await test.database.query(
    `insert into meeting_consents select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'client_id', $2::uuid, 'token_hash', sha256(n::text::bytea), 'created_at', c.created_at + interval '1 minute'))).*
     from meeting_consents c, generate_series(1, 100) n where c.id = $1`,
    [waiting, client.id],
  );
  const { body } = await client.get(OWN).expect(200);
  expect((body as { id: string }[]).filter(({ id }) => id === given)).toHaveLength(1);
});

it('takes what a therapist notes for their client as no sign that somebody else has the mailbox', async () => {
  const { practice, client, waiting } = await recordedClient();
  await moveAway(client);
  test.clock.advance(61_000);
  await practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id: waiting, party: 'client', consent_given: false }).expect(200);
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(200);
});

it('knows of whoever answered at an address after somebody left it, also when the consent that nobody used is deleted', async () => {
  const practice = await openPractice(test);
  const email = newAddress();
  const appointment = { service_id: practice.serviceId, appointment_date: workday(test, 3), appointment_time: '10:00', on_purpose: true };
  const { client_id } = (await practice.therapist.post('/api/therapist/bookings', { ...appointment, client_name: 'Typed Name', client_email: email }).expect(201)).body as { client_id: string };
  const client = await signInClient(test, { email });
  await moveAway(client);
  const { consent_id } = await requestConsent(practice.therapist, { client_id });
  await practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id, party: 'therapist', consent_given: true }).expect(200);
  await (await ClientBrowser.open(test)).post('/api/meeting-consents/answer', { token: await consentToken(test, consent_id), consent_given: false }).expect(200);
  await test.database.query('delete from meeting_consents where id = $1', [consent_id]);
  await client.post(`/api/client/practices/${practice.therapist.id}/confirm`, {}).expect(409);
});
