import { DOMAINS } from '../../src/domains';
import { MeetingAnalysingService } from '../../src/modules/meetings/results/meeting-analysing.service';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { agreedConsent, MEETINGS, recordedSession, TestSession, toneOf } from '../harness/meetings';
import { OpenAiStandIn, startOpenAi } from '../harness/openai-stand-in';
import { eventually, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { DEEDS, NotePractice, openNotePractice } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';
import { startTranscription, TranscriptionStandIn } from '../harness/transcription-stand-in';

const SAID = ['How was your week?', 'Ottilie slept better this week, and PHQ-9 is 14.', "Sometimes I don't want to be here anymore.", 'Please keep a thought record until Tuesday.'];
const NOTHING = { summary: [], themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [] };
const ANSWER = {
  ...NOTHING,
  summary: [
    { text: '[CLIENT] slept better.', quotes: ['[CLIENT] slept better this week'] },
    { text: 'She was cured.', quotes: ['I am cured'] },
    { text: 'PHQ-9 is 27.', quotes: ['PHQ-9 is 14'] },
  ],
  homework: [{ text: 'A thought record.', quotes: ['Please keep a thought record until Tuesday.'] }],
};

let sounds: TranscriptionStandIn;
let model: OpenAiStandIn;
let test: TestApp;
let worker: TestWorker;
let practice: NotePractice;

beforeAll(async () => {
  [sounds, model] = [await startTranscription(), await startOpenAi()];
  model.forbidden.push('Ottilie', 'Quandt', 'kim@');
  const environment = { ...sounds.environment, ...model.environment };
  test = await startTestApp(environment);
  worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-record,meeting-sound,meeting-transcribe,meeting-analyse', DATA_DIR: test.config.dataDir, ...environment });
  practice = await openNotePractice(test);
  await test.database.query('update bookings set client_name = $2 where id = $1', [practice.bookingId, 'Ottilie Quandt']);
  await practice.therapist.put(`${MEETINGS}/settings`, { ask_client_own_click: false }).expect(200);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
  await Promise.all([sounds.close(), model.close()]);
  expect([...sounds.problems, ...model.problems]).toEqual([]);
});
beforeEach(async () => {
  await test.database.query('delete from limit_hits');
  sounds.answer({ text: SAID.join(' '), segments: SAID.map((text, index) => ({ start: index * 2, end: index * 2 + 2, text })) });
});

interface Moment {
  line_id: string;
  start_seconds: number;
  quote: string;
  start: number;
  end: number;
}
interface Analysis {
  state: string;
  engine: string;
  dropped: number;
  is_stale: boolean;
  note_id: string | null;
  failure_code: string | null;
  refused: string | null;
  result: (Record<'summary' | 'homework', { text: string; moments: Moment[] }[]> & { risk_cues: { kind: string; quote: string; moments: Moment[] }[] }) | null;
}
const at = ({ session_id }: TestSession): string => `${MEETINGS}/session/${session_id}`;
const analysisOf = async (session: TestSession): Promise<Analysis> => (await practice.therapist.get(`${at(session)}/analysis`).expect(200)).body as Analysis;
async function settled(session: TestSession): Promise<Analysis> {
  let analysis: Analysis | undefined;
  await eventually(async () => {
    analysis = await analysisOf(session);
    if (analysis.state !== 'done' && analysis.state !== 'failed') throw new Error(`it is ${analysis.state}`);
  }, 45_000);
  return analysis!;
}
const record = async (): Promise<TestSession & { consentId: string }> => {
  const consentId = await agreedConsent(practice.therapist, { client_id: practice.clientId });
  return { ...(await recordedSession(test, practice.therapist, toneOf(8 * 16_000, 16_000), { consentId })), consentId };
};

it('from the sound to a note: each sentence rests on a moment, what rests on none is dropped, names do not leave, and the note is nobody’s but the therapist’s', async () => {
  model.answer({ value: ANSWER });
  const session = await record();
  const analysis = await settled(session);
  expect(analysis).toMatchObject({ state: 'done', engine: 'openai', dropped: 2, is_stale: false, note_id: null, failure_code: null });
  expect(JSON.parse(model.requests.at(-1)!.text)).toEqual({ transcript: SAID.join('\n').replace('Ottilie', '[CLIENT]') });
  const { lines } = (await practice.therapist.get(`${at(session)}/transcript`).expect(200)).body as { lines: { id: string }[] };
  expect(analysis.result?.summary).toEqual([{ text: 'Ottilie slept better.', moments: [{ line_id: lines[1]!.id, start_seconds: 2, end_seconds: 4, quote: 'Ottilie slept better this week', start: 0, end: 30 }] }]);
  // The rules' cue, though the model left it out.
  expect(analysis.result?.risk_cues).toMatchObject([{ quote: SAID[2], moments: [{ line_id: lines[2]!.id, start_seconds: 4 }] }]);
  expect((await practice.therapist.get(`${at(session)}/status`).expect(200)).body).toMatchObject({ has_transcript: true, has_analysis: true, analysis_state: 'done' });

  const made = await Promise.all([1, 2, 3].map(async () => (await practice.therapist.post(`${at(session)}/note`).expect(200)).body as { note_id: string }));
  expect(new Set(made.map(({ note_id }) => note_id)).size).toBe(1);
  const note = (await practice.therapist.get(`${DEEDS.replace('session-notes', 'enhanced-session-notes')}/${made[0]!.note_id}`).expect(200)).body as { session_note: { content: string; is_client_visible: boolean; client_id: string } };
  expect(note.session_note).toMatchObject({ is_client_visible: false, client_id: practice.clientId, tags: ['from a recording'] });
  expect(note.session_note.content).toContain('- Ottilie slept better. [00:02]');
  expect(note.session_note.content).toContain(`- “${SAID[2]}” [00:04]`);
  // Once it was deleted, there can be another one.
  await practice.therapist.delete(`${DEEDS}/${made[0]!.note_id}`).expect(200);
  const again = (await practice.therapist.post(`${at(session)}/note`).expect(200)).body as { note_id: string };
  expect(again.note_id).not.toBe(made[0]!.note_id);
});

it('a model that fails leaves the rules’ analysis; a corrected line makes it stale, and another one is of what stands there now', async () => {
  model.answer({ status: 500 });
  const session = await record();
  expect(await settled(session)).toMatchObject({ state: 'done', engine: 'rules', is_stale: false });
  const { lines } = (await practice.therapist.get(`${at(session)}/transcript`).expect(200)).body as { lines: { id: string }[] };
  await practice.therapist.put(`${at(session)}/transcript/lines/${lines[3]!.id}`, { text: 'Please keep a sleep diary until Tuesday.', version: 1 }).expect(200);
  expect((await analysisOf(session)).is_stale).toBe(true);
  await practice.therapist.post(`${at(session)}/analysis`).expect(202);
  const fresh = await settled(session);
  expect([fresh.is_stale, JSON.stringify(fresh.result)]).toEqual([false, expect.stringContaining('sleep diary')]);
});

it.each([
  ['nobody has touched goes with them', false],
  ['its therapist has saved is theirs', true],
])('before the transcript is accepted a withdrawal destroys it and what was made of it; a note that %s', async (_, isSaved) => {
  model.answer({ value: ANSWER });
  const session = await record();
  await settled(session);
  const { note_id } = (await practice.therapist.post(`${at(session)}/note`).expect(200)).body as { note_id: string };
  const note = `${DEEDS.replace('session-notes', 'enhanced-session-notes')}/${note_id}`;
  if (isSaved) await practice.therapist.put(note, { title: 'My own', content: 'In my own words.', is_client_visible: false }).expect(200);
  await practice.therapist.post(`${MEETINGS}/consents/${session.consentId}/withdraw`).expect(200);
  await practice.therapist.get(note).expect(isSaved ? 200 : 404);
  for (const table of ['meeting_analyses', 'meeting_transcript_lines']) expect(await test.database.query(`select from ${table} where ${table === 'meeting_analyses' ? 'id' : 'session_id'} = $1`, [session.session_id])).toEqual([]);
  if (!isSaved) expect(await test.database.query('select from session_note_versions where note_id = $1', [note_id])).toEqual([]);
  const log = await test.database.query<{ details: object }>(`select details from activity_log where subject_id = $1 and action = 'destroy_transcript'`, [session.session_id]);
  expect(log).toEqual([{ details: { note: isSaved ? 'kept' : 'destroyed' } }]);
  await test.app.get(SessionsService).destroy({ session_id: session.session_id });
});

it('a withdrawal while it is analysed leaves nothing of it; before there is a transcript nothing is analysed', async () => {
  model.answer({ value: ANSWER });
  const session = await record();
  await settled(session);
  await test.database.query(`update meeting_analyses set state = 'waiting', result = null, engine = null where id = $1`, [session.session_id]);
  model.requests.splice(0);
  model.answer({ value: ANSWER, afterMs: 500 });
  const run = test.app.get(MeetingAnalysingService).analyse({ session_id: session.session_id });
  await eventually(() => expect(model.requests.length).toBeGreaterThan(0), 30_000);
  await practice.therapist.post(`${MEETINGS}/consents/${session.consentId}/withdraw`).expect(200);
  await run;
  expect(await analysisOf(session)).toMatchObject({ state: 'none', result: null, refused: 'There is no finished transcript of this session yet.' });
  expect(await test.database.query('select from meeting_analyses where id = $1', [session.session_id])).toEqual([]);
  await practice.therapist.post(`${at(session)}/analysis`).expect(422);
  await practice.therapist.post(`${at(session)}/note`).expect(422);
  await test.app.get(SessionsService).destroy({ session_id: session.session_id });
});
