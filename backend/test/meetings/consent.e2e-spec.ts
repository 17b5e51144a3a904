import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { ClientAddressChanged } from '../../src/modules/clients/persons/person.events';
import { ConsentService } from '../../src/modules/meetings/consent/consent.service';
import { CURRENT_TEXTS, textHash } from '../../src/modules/meetings/consent/consent-texts';
import { ClientBrowser } from '../harness/client-browser';
import { agreedConsent, beginOnDevice, consentToken, MEETINGS, MeetingPractice, MEET_LINK, newMeeting, openMeetingPractice, requestConsent, sendChunk } from '../harness/meetings';
import { signInClient } from '../harness/signed-in-client';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const ABSENT = '0192d3a4-0000-7000-8000-000000000000';
const HOUR_MS = 3_600_000;

let test: TestApp;
let practice: MeetingPractice;
let other: MeetingPractice;

beforeAll(async () => {
  test = await startTestApp();
  [practice, other] = [await openMeetingPractice(test), await openMeetingPractice(test)];
});
afterAll(() => test.close());

const record = (consent_id: string, party: string, consent_given: boolean) => practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id, party, consent_given });
const answersOf = (id: string) =>
  test.database.query<{ party: string; answer: string; recorded_by: string; way: string; text_version: string; text_hash: Buffer; network_hash: Buffer }>(
    'select party, answer, recorded_by, way, text_version, text_hash, network_hash from meeting_consent_answers where consent_id = $1 order by answered_at, id',
    [id],
  );

it('brings both texts; for somebody who is no client here the therapist records both, marked so', async () => {
  const { body } = await practice.therapist.post(`${MEETINGS}/request-consent`, { therapist_id: practice.therapist.id, client_id: null, meeting_url: MEET_LINK }).expect(201);
  expect(body).toMatchObject({ therapist_consent_text: CURRENT_TEXTS.therapist, client_consent_text: CURRENT_TEXTS.client, status: 'waiting', client_was_mailed: false, client_own_click_needed: false });
  const id = body.consent_id as string;
  expect((await record(id, 'therapist', true).expect(200)).body).toMatchObject({ both_consents_complete: false });
  expect((await record(id, 'client', true).expect(200)).body).toMatchObject({ both_consents_complete: true, status: 'complete', client_recorded_by: 'therapist' });
  const answers = await answersOf(id);
  expect(answers.map(({ party, answer, recorded_by, way, text_version }) => [party, answer, recorded_by, way, text_version])).toEqual([
    ['therapist', 'agreed', 'therapist', 'screen', CURRENT_TEXTS.version],
    ['client', 'agreed', 'therapist', 'screen', CURRENT_TEXTS.version],
  ]);
  expect(answers.map(({ text_hash }) => text_hash)).toEqual([textHash(CURRENT_TEXTS, 'therapist'), textHash(CURRENT_TEXTS, 'client')]);
  expect(answers[0]?.network_hash.toString('latin1')).not.toContain('127.0.0.1');
  expect((await record(id, 'client', false).expect(200)).body).toMatchObject({ both_consents_complete: false, status: 'declined', client_consented: false });
});

it('that stand are found again on another device, with whom and which meeting; used, withdrawn and old ones are not', async () => {
  const { therapist, clientId } = await openMeetingPractice(test);
  const open = async (): Promise<unknown[]> => (await therapist.get(`${MEETINGS}/consents`).expect(200)).body as unknown[];
  const meeting_url = newMeeting();
  const { consent_id: asked } = await requestConsent(therapist, { client_id: clientId, meeting_url });
  const agreed = await agreedConsent(therapist);
  const withdrawn = await agreedConsent(therapist);
  await therapist.post(`${MEETINGS}/consents/${withdrawn}/withdraw`).expect(200);
  await beginOnDevice(therapist, await agreedConsent(therapist));
  expect(await open()).toEqual([
    expect.objectContaining({ consent_id: agreed, status: 'complete', client_name: null, meeting_url: null }),
    expect.objectContaining({ consent_id: asked, status: 'waiting', client_id: clientId, client_name: expect.stringMatching(/./) as string, meeting_url }),
  ]);
  expect(JSON.stringify((await practice.therapist.get(`${MEETINGS}/consents`).expect(200)).body)).not.toContain(asked);
  await test.database.query(`update meeting_consents set expires_at = now() - interval '1 second' where id = $1`, [agreed]);
  expect(await open()).toHaveLength(1);
});

it('a client with an address is asked for a click of their own: by mail, and by default nothing is complete without it', async () => {
  const { consent_id: id, ...asked } = await requestConsent(practice.therapist, { client_id: practice.clientId, meeting_url: MEET_LINK });
  expect(asked).toMatchObject({ client_own_click_needed: true, client_was_mailed: true });
  await record(id, 'therapist', true).expect(200);
  expect((await record(id, 'client', true).expect(200)).body).toMatchObject({ both_consents_complete: false, client_consented: true, client_recorded_by: 'therapist', client_own_click_needed: true });
  const [mail] = await test.database.query<{ payload: object }>(`select payload from outbox where job = 'send-meeting-consent-mail' and payload->>'consent_id' = $1`, [id]);
  expect(Object.keys(mail?.payload ?? {}).sort()).toEqual(['consent_id', 'mail_id']);

  const token = await consentToken(test, id);
  const browser = await ClientBrowser.open(test);
  const opened = (await browser.post('/api/meeting-consents/open', { token }).expect(200)).body as object;
  expect(opened).toMatchObject({ consent_text: CURRENT_TEXTS.client, status: 'waiting', consented: true, recorded_by: 'therapist', needs_own_click: true, can_agree: true, can_decline: true });
  expect(JSON.stringify(opened)).not.toContain('meet.google.com');
  expect((await browser.post('/api/meeting-consents/answer', { token, consent_given: true }).expect(200)).body).toMatchObject({ status: 'complete', recorded_by: 'client' });
  expect((await practice.therapist.get(`${MEETINGS}/consents/${id}`).expect(200)).body).toMatchObject({ both_consents_complete: true, client_own_click_needed: false });
  // What the client said themselves, nobody says otherwise for them.
  await record(id, 'client', false).expect(409);
  // Their own yes taken back before any session is a withdrawal, and no no that was ever said.
  const withdrawn = { status: 'withdrawn', marks: ['agreed', 'agreed', 'agreed', 'withdrawn'].map((answer) => expect.objectContaining({ answer, text_version: CURRENT_TEXTS.version }) as object) };
  expect((await browser.post('/api/meeting-consents/answer', { token, consent_given: false }).expect(200)).body).toMatchObject({ ...withdrawn, can_agree: false });
  const { body: seen } = await practice.therapist.get(`${MEETINGS}/consents/${id}`).expect(200);
  expect(seen).toMatchObject({ ...withdrawn, both_consents_complete: false, withdrawn_by: 'client' });
  expect((seen.marks as Record<string, string>[]).map(({ party, recorded_by, way }) => [party, recorded_by, way])).toEqual([
    ['therapist', 'therapist', 'screen'], ['client', 'therapist', 'screen'], ['client', 'client', 'link'], ['client', 'client', 'link'],
  ]);
  expect((await answersOf(id)).map(({ answer, recorded_by, way }) => [answer, recorded_by, way])).toEqual([
    ['agreed', 'therapist', 'screen'], ['agreed', 'therapist', 'screen'], ['agreed', 'client', 'link'], ['withdrawn', 'client', 'link'],
  ]);
});

it('a therapist can do without the client’s own click; the link goes out all the same', async () => {
  expect((await practice.therapist.get(`${MEETINGS}/settings`).expect(200)).body).toEqual({ ask_client_own_click: true, transcript_kept_days: 30 });
  await practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: false }).expect(200);
  const { consent_id } = await requestConsent(practice.therapist, { client_id: practice.clientId });
  await record(consent_id, 'therapist', true).expect(200);
  expect((await record(consent_id, 'client', true).expect(200)).body).toMatchObject({ both_consents_complete: true, client_recorded_by: 'therapist', client_was_mailed: true });
  const browser = await ClientBrowser.open(test);
  const token = await consentToken(test, consent_id);
  expect((await browser.post('/api/meeting-consents/open', { token }).expect(200)).body).toMatchObject({ status: 'complete', recorded_by: 'therapist', needs_own_click: false });
  // What the mail and the page promise: a no holds.
  await browser.post('/api/meeting-consents/answer', { token, consent_given: false }).expect(200);
  await record(consent_id, 'client', true).expect(409);
  await practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: true }).expect(200);
  await practice.therapist.put(`${MEETINGS}/settings`, {}).expect(400);
});

it('in the portal a client sees, answers and withdraws what is theirs, and nothing of others', async () => {
  const client = await signInClient(test, { name: 'Kim Portal' });
  await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2) on conflict do nothing', [practice.therapist.id, client.id]);
  const { consent_id: id } = await requestConsent(practice.therapist, { client_id: client.id });
  const stranger = await requestConsent(other.therapist, { client_id: other.clientId });
  expect((await client.get('/api/client/meeting-consents').expect(200)).body).toMatchObject([{ id, status: 'waiting', can_agree: true }]);
  await client.post(`/api/client/meeting-consents/${stranger.consent_id}/answer`, { consent_given: true }).expect(404);
  await client.post(`/api/client/meeting-consents/${id}/answer`, {}).expect(400);
  await record(id, 'therapist', true).expect(200);
  expect((await client.post(`/api/client/meeting-consents/${id}/answer`, { consent_given: true }).expect(200)).body).toMatchObject({ status: 'complete', recorded_by: 'client' });
  const [last] = (await answersOf(id)).slice(-1);
  expect(last).toMatchObject({ party: 'client', recorded_by: 'client', way: 'portal' });
  // Nor whether there is an account is a practice told before its client goes there by a deed of their own.
  expect((await practice.therapist.get(`${MEETINGS}/consents/${id}`).expect(200)).body.marks.at(-1)).toMatchObject({ recorded_by: 'client', way: null });
  expect((await practice.therapist.get(`/api/therapist/clients/${client.id}/export`).expect(200)).text).not.toContain('in the client portal');
});

it('nothing of another therapist’s is found, and nobody asks in another’s name or for another’s client', async () => {
  const id = await agreedConsent(practice.therapist);
  await other.therapist.get(`${MEETINGS}/consents/${id}`).expect(404);
  await other.therapist.post(`${MEETINGS}/consents/${id}/withdraw`).expect(404);
  await other.therapist.post(`${MEETINGS}/record-consent`, { consent_id: id, party: 'client', consent_given: true }).expect(404);
  await other.therapist.post(`${MEETINGS}/request-consent`, { therapist_id: practice.therapist.id, client_id: null, meeting_url: null }).expect(404);
  await other.therapist.post(`${MEETINGS}/request-consent`, { therapist_id: other.therapist.id, client_id: practice.clientId, meeting_url: null }).expect(404);
  await (await ClientBrowser.open(test)).post('/api/meeting-consents/open', { token: 'x'.repeat(43) }).expect(404);
  expect((await practice.therapist.get(`${MEETINGS}/consents/${id}`).expect(200)).body).toMatchObject({ status: 'complete' });
});

it.each([
  ['no therapist', { client_id: null, meeting_url: null }],
  ['a link that is none', { therapist_id: ABSENT, meeting_url: 7 }],
  ['an id that is none', { therapist_id: 'me' }],
  ['an unknown field', { therapist_id: ABSENT, audio: true }],
])('refuses %s', async (_, body) => {
  await practice.therapist.post(`${MEETINGS}/request-consent`, body).expect(400);
});

it('only links to meetings are taken', async () => {
  const therapist_id = practice.therapist.id;
  for (const meeting_url of ['https://evil.example/j/123456789', 'http://zoom.us/j/123456789', 'nonsense']) {
    const { body } = await practice.therapist.post(`${MEETINGS}/request-consent`, { therapist_id, client_id: null, meeting_url }).expect(400);
    expect(body.errors).toMatchObject([{ field: 'meeting_url' }]);
  }
});

it('is final when it was withdrawn, and over after a day; the log keeps both without a word of content', async () => {
  const id = await agreedConsent(practice.therapist, { meeting_url: MEET_LINK });
  expect((await practice.therapist.post(`${MEETINGS}/consents/${id}/withdraw`).expect(200)).body).toMatchObject({ status: 'withdrawn', withdrawn_by: 'therapist', both_consents_complete: false });
  await practice.therapist.post(`${MEETINGS}/consents/${id}/withdraw`).expect(200);
  await record(id, 'client', true).expect(409);
  const log = await test.database.query<{ action: string; details: object }>(`select action, details from activity_log where subject_id = $1 order by seq`, [id]);
  expect(log.map(({ action }) => action)).toEqual(['request_recording_consent', 'agree_to_recording', 'agree_to_recording', 'withdraw_recording_consent']);
  expect(JSON.stringify(log)).not.toContain('meet.google.com');

  const late = await agreedConsent(practice.therapist);
  test.clock.advance(24 * HOUR_MS);
  practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
  expect((await practice.therapist.get(`${MEETINGS}/consents/${late}`).expect(200)).body).toMatchObject({ status: 'expired' });
  await record(late, 'client', true).expect(409);
  test.clock.advance(30 * 24 * HOUR_MS);
  await test.app.get(ConsentService).deleteUnused();
  expect(await test.database.query('select from meeting_consents where id = any($1)', [[id, late]])).toEqual([]);
  practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
});

it('a client’s new address gets a link of its own; the one in the old mailbox opens nothing', async () => {
  const { consent_id: id } = await requestConsent(practice.therapist, { client_id: practice.clientId });
  const before = await consentToken(test, id);
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new ClientAddressChanged(practice.clientId, 'old@example.org', 'new@example.org')));
  const browser = await ClientBrowser.open(test);
  await browser.post('/api/meeting-consents/open', { token: before }).expect(404);
  await browser.post('/api/meeting-consents/open', { token: await consentToken(test, id) }).expect(200);
  // Its row handed to another client in the table opens nothing either.
  await test.database.query('update meeting_consents set client_id = $2 where id = $1', [id, other.clientId]);
  await browser.post('/api/meeting-consents/open', { token: before }).expect(404);
});

it('a new address is mailed no more links at once than a practice may send in an hour, and none to what is over', async () => {
  const { therapist, clientId: client_id } = await openMeetingPractice(test);
  const ids: string[] = [];
  for (let at = 0; at < 13; at += 1) {
    if (at === 6) await test.database.query('delete from limit_hits');
    ids.push((await requestConsent(therapist, { client_id })).consent_id);
  }
  await therapist.post(`${MEETINGS}/consents/${ids[12]}/withdraw`).expect(200);
  await test.database.query(`delete from outbox where job = 'send-meeting-consent-mail'`);
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new ClientAddressChanged(client_id, 'old@example.org', 'new@example.org')));
  const mailed = await test.database.query<{ id: string }>(`select payload ->> 'consent_id' as id from outbox where job = 'send-meeting-consent-mail'`);
  expect(mailed.map(({ id }) => id).sort()).toEqual(ids.slice(2, 12).sort());
});

it('what is secret of it stands nowhere in the clear', async () => {
  const { consent_id: id } = await requestConsent(practice.therapist, { client_id: practice.clientId, meeting_url: `${MEET_LINK}?pwd=canaryword` });
  const token = await consentToken(test, id);
  for (const table of ['meeting_consents', 'meeting_consent_answers', 'outbox', 'activity_log']) {
    const rows = await test.database.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
    const text = rows.map(({ row }) => row.replace(/\\\\x((?:[0-9a-f]{2})+)/g, (whole, hex: string) => `${whole} ${Buffer.from(hex, 'hex').toString('latin1')}`)).join('\n');
    expect([table, text.includes('canaryword'), text.includes(token)]).toEqual([table, false, false]);
  }
});

it('whoever holds the link says no, and takes back, whatever else comes from their connection; answers back and forth do not fill the log', async () => {
  const { therapist, clientId } = await openMeetingPractice(test);
  const { consent_id: id } = await requestConsent(therapist, { client_id: clientId });
  const token = await consentToken(test, id);
  const stranger = await ClientBrowser.open(test);
  const guess = async (): Promise<number> => (await stranger.post('/api/meeting-consents/open', { token: 'x'.repeat(43) })).status;
  let last = await guess();
  while (last === 404) last = await guess();
  expect(last).toBe(429);
  const browser = await ClientBrowser.open(test);
  await browser.post('/api/meeting-consents/open', { token }).expect(200);
  const answer = (consent_given: boolean) => browser.post('/api/meeting-consents/answer', { token, consent_given });
  await answer(true).expect(200);
  for (let again = 0; again < 3; again += 1) await answer(false).expect(200);
  expect((await answer(true).expect(409)).body).toMatchObject({ detail: 'This consent was withdrawn. Please ask for it again.' });
  expect(await answersOf(id)).toHaveLength(2);

  const { consent_id: other } = await requestConsent(therapist, {});
  const click = (consent_given: boolean) => therapist.post(`${MEETINGS}/record-consent`, { consent_id: other, party: 'client', consent_given });
  let yes = await click(true);
  for (; yes.status === 200; yes = await click(true)) await click(false).expect(200);
  expect(yes.body).toMatchObject({ detail: 'This was answered very often within the hour. Please try again later; saying no is always possible.' });
  for (let again = 0; again < 3; again += 1) await click(false).expect(200);
  expect(await answersOf(other)).toHaveLength(60);
  await test.database.query('delete from limit_hits');
});

it('whoever has changed so much that nothing more is taken still ends what is recorded', async () => {
  const { therapist } = await openMeetingPractice(test);
  const consents = [await agreedConsent(therapist), await agreedConsent(therapist)];
  const sessions = [await beginOnDevice(therapist, consents[0] ?? ''), await beginOnDevice(therapist, consents[1] ?? '')];
  for (const session of sessions) await sendChunk(therapist, session, 0).expect(200);
  const change = async (): Promise<number> => (await therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: true })).status;
  let answers: number[] = [200];
  while (answers.includes(200)) answers = await Promise.all(Array.from({ length: 20 }, change));
  expect(answers).toEqual(Array<number>(20).fill(429));
  await therapist.post(`${MEETINGS}/session/${sessions[0]?.session_id}/complete`).expect(200);
  await therapist.post(`${MEETINGS}/consents/${consents[1]}/withdraw`).expect(200);
  expect((await therapist.get(`${MEETINGS}/session/${sessions[1]?.session_id}/status`).expect(200)).body).toMatchObject({ status: 'cancelled', sound_is_destroyed: true });
});
