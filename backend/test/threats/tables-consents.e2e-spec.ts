import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { ConsentMarks } from '../../src/modules/meetings/consent/consent-marks.service';
import { auditProblems } from '../harness/activity-log-tools';
import { ClientBrowser } from '../harness/client-browser';
import { agreedConsent, beginOnDevice, consentToken, MEETINGS, MeetingPractice, openMeetingPractice, requestConsent, SESSION_SETTINGS } from '../harness/meetings';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody can write the tables, and says yes to a recording for others. */
let test: TestApp;
let practice: MeetingPractice;

beforeAll(async () => {
  test = await startTestApp();
  jest.spyOn(Logger.prototype, 'error').mockImplementation();
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openMeetingPractice(test);
});

const sql = (text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => test.database.query(text, values);
const begin = (consent_id: string) => practice.therapist.post(`${MEETINGS}/device-sessions`, { ...SESSION_SETTINGS, consent_id });
const shown = async (id: string): Promise<Record<string, unknown>> => (await practice.therapist.get(`${MEETINGS}/consents/${id}`).expect(200)).body as Record<string, unknown>;
const record = (consent_id: string, party: string, consent_given: boolean) => practice.therapist.post(`${MEETINGS}/record-consent`, { consent_id, party, consent_given });

/** A client who is asked for a click of their own; the therapist has agreed. */
async function asked(of = practice): Promise<{ id: string; token: string; browser: ClientBrowser }> {
  const { consent_id: id } = await requestConsent(of.therapist, { client_id: of.clientId });
  await of.therapist.post(`${MEETINGS}/record-consent`, { consent_id: id, party: 'therapist', consent_given: true }).expect(200);
  return { id, token: await consentToken(test, id), browser: await ClientBrowser.open(test) };
}

/** Ids that the check names and did not before. */
async function named(before: readonly string[] = []): Promise<string[]> {
  return (await auditProblems(test)).flatMap(({ id }) => (id !== undefined && !before.includes(id) ? [id] : [])).sort();
}

it('a client’s yes that is written into the tables is nobody’s: nothing is recorded, nobody is shown it, and it is named; a no is heard all the same', async () => {
  const before = await named();
  const { id, token, browser } = await asked();
  const answer = newId();
  await sql(`update meeting_consents set client_agreed = true, client_answered_by = 'client' where id = $1`, [id]);
  await sql(
    `insert into meeting_consent_answers (id, consent_id, party, answer, recorded_by, way, network_hash, text_version, text_hash, answered_at)
       select $2, consent_id, 'client', 'agreed', 'client', 'link', network_hash, text_version, text_hash, now() from meeting_consent_answers where consent_id = $1`,
    [id, answer],
  );
  await begin(id).expect(403);
  expect(await shown(id)).toMatchObject({ both_consents_complete: false, client_consented: null, marks: [{ party: 'therapist', answer: 'agreed' }] });
  expect(await named(before)).toEqual([id, answer].sort());
  expect((await browser.post('/api/meeting-consents/open', { token }).expect(200)).body).toMatchObject({ consented: null, can_agree: false, can_decline: true });
  await browser.post('/api/meeting-consents/answer', { token, consent_given: true }).expect(409);
  for (let tap = 0; tap < 2; tap += 1) expect((await browser.post('/api/meeting-consents/answer', { token, consent_given: false }).expect(200)).body).toMatchObject({ status: 'withdrawn' });
  expect((await sql(`select from meeting_consent_answers where consent_id = $1 and answer = 'withdrawn'`, [id])).length).toBe(1);
  await sql('delete from meeting_consents where id = $1', [id]);
});

it.each([
  ['it needs no click of theirs', `update meeting_consents set needs_own_click = false where id = $1`],
  ['it is about nobody here', `update meeting_consents set client_id = null, token = null, token_hash = null, needs_own_click = false where id = $1`],
])('nothing is recorded with a consent of which the table says otherwise than the product: %s', async (_what, change) => {
  const { id } = await asked();
  await record(id, 'client', true).expect(200);
  await sql(change, [id]);
  await begin(id).expect(403);
  await sql('delete from meeting_consents where id = $1', [id]);
});

it('a row put back as it was before a no, mark and all, records nothing, and is named', async () => {
  const before = await named();
  const id = await agreedConsent(practice.therapist);
  const [row] = await sql('select to_jsonb(c) as row from meeting_consents c where id = $1', [id]);
  const putBack = () => sql('update meeting_consents c set (therapist_agreed, client_agreed, client_answered_by, withdrawn_at, withdrawn_by, mark) = (select r.therapist_agreed, r.client_agreed, r.client_answered_by, r.withdrawn_at, r.withdrawn_by, r.mark from jsonb_populate_record(null::meeting_consents, $2) r) where id = $1', [id, JSON.stringify(row?.['row'])]);
  await record(id, 'client', false).expect(200);
  await putBack();
  await begin(id).expect(403);
  expect(await named(before)).toEqual([id]);
  await record(id, 'client', false).expect(200);
  await record(id, 'client', true).expect(200);
  expect(await named(before)).toEqual([]);
  await practice.therapist.post(`${MEETINGS}/consents/${id}/withdraw`).expect(200);
  await putBack();
  await sql(`delete from meeting_consent_answers where consent_id = $1 and answer = 'withdrawn'`, [id]);
  await begin(id).expect(403);
  expect(await named(before)).toEqual([id]);
  await sql('delete from meeting_consents where id = $1', [id]);
});

it('a withdrawal written into the table keeps no client from stopping a recording', async () => {
  const { id, token, browser } = await asked();
  await browser.post('/api/meeting-consents/answer', { token, consent_given: true }).expect(200);
  const { session_id } = await beginOnDevice(practice.therapist, id);
  await sql(`update meeting_consents set withdrawn_at = now(), withdrawn_by = 'client' where id = $1`, [id]);
  await browser.post('/api/meeting-consents/answer', { token, consent_given: false }).expect(200);
  expect(await sql('select end_reason from meeting_sessions where id = $1', [session_id])).toEqual([{ end_reason: 'consent_withdrawn' }]);
});

it('one’s own link, laid to another’s consent, opens nothing', async () => {
  const [hers, own] = [await asked(), await asked(await openMeetingPractice(test))];
  const [mine] = await sql('select token_hash from meeting_consents where id = $1', [own.id]);
  await sql(`update meeting_consents set token_hash = '\\x00' where id = $1`, [own.id]);
  await sql('update meeting_consents set token_hash = $2 where id = $1', [hers.id, mine?.['token_hash']]);
  for (const path of ['open', 'answer']) await own.browser.post(`/api/meeting-consents/${path}`, { token: own.token, ...(path === 'answer' && { consent_given: true }) }).expect(404);
});

it('a session given to another account is named', async () => {
  const other = await openMeetingPractice(test);
  const before = await named();
  const { session_id } = await beginOnDevice(practice.therapist, await agreedConsent(practice.therapist));
  await sql('update meeting_sessions set therapist_id = $2 where id = $1', [session_id, other.therapist.id]);
  expect(await named(before)).toEqual([session_id]);
});

it('consents of before there were marks are taken over once; one of two persons who are one stays good', async () => {
  const { id, token, browser } = await asked();
  await browser.post('/api/meeting-consents/answer', { token, consent_given: true }).expect(200);
  const other = await agreedConsent(practice.therapist);
  const owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
  try {
    await owner.query(`alter table activity_log disable trigger all; delete from activity_log where action = 'adopt_meeting_consents'; alter table activity_log enable trigger all;
      update meeting_consents set mark = null; update meeting_consent_answers set mark = null`);
  } finally {
    await owner.end();
  }
  await begin(id).expect(403);
  const marks = test.app.get(ConsentMarks, { strict: false });
  await marks.adopt();
  const into = (await openMeetingPractice(test)).clientId;
  await test.app.get(Works).begin(SYSTEM_ACTOR, ({ publish }) => publish(new RecordsMoved(practice.clientId, into)));
  expect(await shown(id)).toMatchObject({ client_id: into, both_consents_complete: true, marks: [{ party: 'therapist' }, { party: 'client', recorded_by: 'client' }] });
  await begin(id).expect(201);
  await sql('update meeting_consents set mark = null where id = $1', [other]);
  await marks.adopt();
  await begin(other).expect(403);
});
