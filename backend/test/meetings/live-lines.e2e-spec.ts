import { NotYet } from '../../src/common/jobs/job';
import { DOMAINS } from '../../src/domains';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { TranscribingService } from '../../src/modules/meetings/transcripts/transcribing.service';
import { TranscriptRepository } from '../../src/modules/meetings/transcripts/transcript.repository';
import { agreedConsent, beginOnDevice, growingSession, GrowingSession, MEETINGS, MeetingPractice, openMeetingPractice, speechOf as speech, TestSession, toneOf } from '../harness/meetings';
import { eventually, startTestWorker } from '../harness/outbox-worker';
import { signInAnew } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { sentences as said, startTranscription, TranscriptionAnswer, TranscriptionStandIn } from '../harness/transcription-stand-in';

const RATE = 16_000;

let endpoint: TranscriptionStandIn;
let test: TestApp;
let practice: MeetingPractice;
let other: MeetingPractice;

beforeAll(async () => {
  endpoint = await startTranscription();
  // Longer than it takes to notice a withdrawal.
  test = await startTestApp({ ...endpoint.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '4' });
  [practice, other] = [await openMeetingPractice(test), await openMeetingPractice(test)];
});
afterAll(async () => {
  await test.close();
  await endpoint.close();
  expect(endpoint.problems).toEqual([]);
});
beforeEach(async () => {
  await test.database.query('delete from limit_hits');
  await test.database.query('delete from outbox');
  endpoint.heard.splice(0);
});
afterEach(() => jest.restoreAllMocks());

interface Lines {
  state: string;
  sentence: string;
  is_whole: boolean;
  cursor: string;
  lines: { seq: number; start_seconds: number; text: string }[];
}

const at = ({ session_id }: TestSession): string => `${MEETINGS}/session/${session_id}`;
const live = async (session: TestSession, after?: string): Promise<Lines> => (await practice.therapist.get(`${at(session)}/transcript/live`).query(after === undefined ? {} : { after }).expect(200)).body as Lines;
const transcriptOf = async (session: TestSession) => (await practice.therapist.get(`${at(session)}/transcript`).expect(200)).body as { state: string; version: string; lines: { text: string; start_seconds: number; seq: number }[] };
const follow = ({ session_id }: TestSession): Promise<void> => test.app.get(TranscribingService).follow({ session_id });
const transcribe = ({ session_id }: TestSession): Promise<void> => test.app.get(TranscribingService).transcribe({ session_id });
const finish = ({ session_id }: TestSession): Promise<void> => test.app.get(SessionsService).finish({ session_id });
const complete = (session: TestSession) => practice.therapist.post(`${at(session)}/complete`).expect(200);
const waiting = () => test.database.query<{ payload: unknown }>(`select payload from outbox where job = 'follow-session'`);
const tone = (seconds: number): Buffer => toneOf(seconds * RATE, RATE);
const recording = (settings?: object): Promise<GrowingSession> => growingSession(test, practice.therapist, settings);

it('lines appear while a session is recorded, only new ones are sent, and the transcript goes on behind them: no sound is heard twice', async () => {
  endpoint.answer(said);
  const { session, store } = await recording();
  expect(await live(session)).toMatchObject({ state: 'on', is_whole: true, lines: [] });
  const worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-live,meeting-sound,meeting-transcribe', DATA_DIR: test.config.dataDir, ...endpoint.environment });
  const sound = speech(6);
  try {
    await store(sound.subarray(0, 42 * RATE * 2));
    await eventually(async () => expect((await live(session)).lines.length).toBeGreaterThanOrEqual(2), 30_000);
    await eventually(async () => expect(await test.database.query(`select from outbox where job = 'follow-session' and state in ('pending', 'queued')`)).toEqual([]), 30_000);
    const first = await live(session);
    expect([first.state, first.lines[0]?.start_seconds, await live(session, first.cursor)]).toEqual(['on', 1, { ...first, is_whole: false, lines: [] }]);
    const made = await transcriptOf(session);
    expect(made).toMatchObject({ state: 'live', lines_are_known: false });
    // Whoever asks again and again is sent what is new.
    expect((await practice.therapist.get(`${at(session)}/transcript`).query({ known: made.version }).expect(200)).body).toMatchObject({ lines_are_known: true, lines: [] });
    expect((await practice.therapist.get(`${at(session)}/transcript`).query({ known: '0.0' }).expect(200)).body).toMatchObject({ lines: made.lines });
    await practice.therapist.post(`${at(session)}/transcript`).expect(422);
    await store(sound.subarray(42 * RATE * 2));
    await eventually(async () => expect((await live(session, first.cursor)).lines.length).toBeGreaterThan(0), 30_000);
    const next = await live(session, first.cursor);
    expect(next).toMatchObject({ is_whole: false });
    expect(next.lines[0]!.seq).toBe(first.lines.length + 1);
    await complete(session);
    await eventually(async () => expect(await transcriptOf(session)).toMatchObject({ state: 'done' }), 45_000);
  } finally {
    await worker.stop();
  }
  expect(Buffer.concat(endpoint.heard.map(({ pcm }) => pcm)).equals(sound)).toBe(true);
  let cut = 0;
  for (const { seconds } of endpoint.heard.slice(0, -1)) expect(Math.abs(((cut += seconds) % 10.5) - 10.25)).toBeLessThan(0.26);
  const { lines } = await transcriptOf(session);
  expect(lines.map(({ start_seconds }) => Math.round(start_seconds / 10.5))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await live(session)).toMatchObject({ state: 'over', lines: [] });
  const weights = await test.database.query<{ sum: number }>(`select sum(weight) from ai_runs where therapist_id = $1`, [practice.therapist.id]);
  expect(weights[0]!.sum).toBeLessThan(2);
});

it('are asked for with every ten seconds of sound, once, and not where the setting is off or nothing is set up', async () => {
  const { session, store } = await recording();
  await store(tone(9));
  expect(await waiting()).toEqual([]);
  await store(tone(30));
  expect(await waiting()).toEqual([{ payload: { session_id: session.session_id } }]);
  await test.database.query('delete from outbox');
  const off = await recording({ enable_real_time_notes: false });
  await off.store(tone(30));
  await follow(off.session);
  expect([await waiting(), endpoint.heard, await live(off.session)]).toEqual([[], [], expect.objectContaining({ state: 'off', lines: [] })]);
  expect(await transcriptOf(off.session)).toMatchObject({ state: 'none' });
  const without = await startTestApp({ ...endpoint.environment, TRANSCRIPTION_MODEL: undefined });
  try {
    const { therapist } = await openMeetingPractice(without);
    const begun = await beginOnDevice(therapist, await agreedConsent(therapist));
    const { body } = await therapist.get(`${at(begun)}/transcript/live`).expect(200);
    expect(body).toMatchObject({ state: 'not_configured', sentence: expect.stringContaining('no model is named') as string });
  } finally {
    await without.close();
  }
});

it('belong to their therapist alone, and a place that is none is refused', async () => {
  const { session } = await recording();
  await other.therapist.get(`${at(session)}/transcript/live`).expect(404);
  for (const after of ['x', '1', '1.2.3', '-1.2']) await practice.therapist.get(`${at(session)}/transcript/live`).query({ after }).expect(400);
  await practice.therapist.get(`${at(session)}/transcript`).query({ known: 'x' }).expect(400);
});

describe('a withdrawal', () => {
  it('while a part is being heard ends the request, and no word of it or of earlier ones is left', async () => {
    const { session, consentId, store } = await recording();
    await store(speech(6));
    endpoint.answer(said, async (sound) => {
      expect(await test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).not.toEqual([]);
      await practice.therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
      return said(sound);
    });
    await follow(session);
    await follow(session);
    expect(endpoint.heard).toHaveLength(2);
    expect(await test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).toEqual([]);
    expect(await live(session, '0.1')).toMatchObject({ state: 'over', is_whole: true, lines: [] });
    await follow(session);
    await finish(session);
    await transcribe(session);
    expect([endpoint.heard.length, (await transcriptOf(session)).state]).toEqual([2, 'destroyed']);
  });

  it('ends a request that is not answered at all', async () => {
    const { session, consentId, store } = await recording();
    await store(speech(3));
    endpoint.answer(async () => {
      await practice.therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
      return 'no answer' as const;
    });
    await follow(session);
    const runs = await test.database.query<{ failure: string }>(`select failure from ai_runs where therapist_id = $1 order by begun_at desc limit 1`, [practice.therapist.id]);
    expect([runs[0]?.failure, endpoint.heard.length]).toEqual(['interrupted', 1]);
    expect(await transcriptOf(session)).toMatchObject({ state: 'destroyed', lines: [] });
  });
});

it('a worker that was killed leaves the part to the next one; each line is there once', async () => {
  endpoint.answer(said);
  const { session, store } = await recording();
  await store(speech(3));
  jest.spyOn(test.app.get(TranscriptRepository), 'keepStretch').mockRejectedValueOnce(new Error('killed'));
  jest.spyOn(test.app.get(TranscriptRepository), 'release').mockRejectedValueOnce(new Error('killed'));
  await expect(follow(session)).rejects.toThrow('killed');
  // Its part may be on its way still.
  await expect(follow(session)).rejects.toThrow(NotYet);
  expect([endpoint.heard.length, (await live(session)).lines]).toEqual([1, []]);
  test.clock.advance(20_000);
  await follow(session);
  await follow(session);
  const { lines } = await live(session);
  expect([endpoint.heard.length, new Set(lines.map(({ start_seconds }) => start_seconds)).size]).toEqual([2, lines.length]);
  expect(lines.length).toBeGreaterThan(0);
});

it('a clock that jumped ahead and back keeps nothing waiting', async () => {
  endpoint.answer(said);
  const { session, store } = await recording();
  await store(speech(3));
  await test.database.query(`insert into meeting_transcripts (id, therapist_id, state, fence, tries, worked_at, held_until, created_at) values ($1, $2, 'live', 1, 1, $3::timestamptz + interval '1 day', $3::timestamptz + interval '1 day', $3)`, [session.session_id, practice.therapist.id, test.clock.now()]);
  await follow(session);
  expect((await live(session)).lines.length).toBeGreaterThan(0);
  await complete(session);
  await finish(session);
  await test.database.query(`update meeting_transcripts set held_until = $2::timestamptz + interval '1 day' where id = $1`, [session.session_id, test.clock.now()]);
  await transcribe(session);
  expect(await transcriptOf(session)).toMatchObject({ state: 'done' });
});

it('a part that is on its way when the session ends is kept, and the transcript waits for it', async () => {
  const { session, store } = await recording();
  await store(speech(3));
  endpoint.answer(async (sound) => {
    await complete(session);
    await finish(session);
    await expect(transcribe(session)).rejects.toThrow(NotYet);
    return said(sound);
  }, said);
  await follow(session);
  expect(await live(session)).toMatchObject({ state: 'over' });
  await transcribe(session);
  expect(Buffer.concat(endpoint.heard.map(({ pcm }) => pcm)).equals(speech(3))).toBe(true);
  expect((await transcriptOf(session)).lines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('sound that comes late is heard in its place, and lines behind it anew: there are never two of one moment', async () => {
  endpoint.answer(said);
  const { session, store } = await recording();
  const sound = speech(6);
  const missing = [20 * RATE * 2, 24 * RATE * 2] as const;
  await store(sound.subarray(0, missing[0]));
  await store(sound.subarray(missing[1]), 1, 12);
  await follow(session);
  await follow(session);
  const before = await live(session);
  expect(before.lines.length).toBeGreaterThanOrEqual(3);
  await store(sound.subarray(...missing), 1, 10);
  const after = await live(session, before.cursor);
  expect(after.is_whole).toBe(true);
  expect(after.lines.length).toBeLessThan(before.lines.length);
  await complete(session);
  await finish(session);
  endpoint.heard.splice(0);
  await transcribe(session);
  const { lines } = await transcriptOf(session);
  expect(lines.map(({ start_seconds }) => start_seconds)).toEqual([...lines.map(({ start_seconds }) => start_seconds)].sort((one, next) => one - next));
  expect(Buffer.concat(endpoint.heard.map(({ pcm }) => pcm)).equals(sound.subarray(sound.length - Buffer.concat(endpoint.heard.map(({ pcm }) => pcm)).length))).toBe(true);
});

it('sound that comes late while the part around it is heard is not left out', async () => {
  const { session, store } = await recording();
  const sound = speech(6);
  const missing = [20 * RATE * 2, 24 * RATE * 2] as const;
  await store(sound.subarray(0, missing[0]));
  await store(sound.subarray(missing[1]), 1, 12);
  endpoint.answer(async (heard) => {
    await store(sound.subarray(...missing), 1, 10);
    return said(heard);
  }, said);
  await follow(session);
  expect((await live(session)).lines).toEqual([]);
  endpoint.heard.splice(0);
  await complete(session);
  await finish(session);
  await transcribe(session);
  expect(Buffer.concat(endpoint.heard.map(({ pcm }) => pcm)).equals(sound)).toBe(true);
});

it('lines of sound that turns out to be changed in the storage go with it', async () => {
  endpoint.answer(said);
  const { session, store } = await recording();
  await store(speech(3));
  await follow(session);
  expect((await live(session)).lines.length).toBeGreaterThan(0);
  await test.database.query(`update meeting_chunks set storage_key = $2 where session_id = $1 and seq = 1`, [session.session_id, 'e'.repeat(64)]);
  await complete(session);
  await finish(session);
  expect(await live(session)).toMatchObject({ state: 'over', lines: [] });
  expect(await test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).toEqual([]);
});

describe('an endpoint', () => {
  it.each<[string, TranscriptionAnswer, string]>([
    ['that has too much to do', { status: 429 }, 'too much to do'],
    ['that is slow', 'no answer', 'took too long'],
    ['that is broken', { raw: '<html>' }, 'cannot be used'],
    ['that does not take the key', { status: 401 }, 'does not take the key'],
  ])('%s: lines come later, the recording goes on, and waits grow; then they come', async (_, answer, words) => {
    endpoint.answer(answer);
    const { session, store } = await recording();
    await store(speech(3));
    await follow(session);
    const heard = endpoint.heard.length;
    expect(await live(session)).toMatchObject({ state: 'late', sentence: expect.stringMatching(`^Lines come later.*${words}`) as string, lines: [] });
    await store(speech(1), 1, 16);
    expect((await practice.therapist.get(`${at(session)}/status`).expect(200)).body).toMatchObject({ status: 'recording' });
    await follow(session);
    expect(endpoint.heard).toHaveLength(heard);
    // It is tried again by itself, and by nothing that comes sooner.
    expect(await waiting()).toHaveLength(1);
    endpoint.answer(said);
    test.clock.advance(16_000);
    await follow(session);
    expect(await live(session)).toMatchObject({ state: 'on' });
    expect((await live(session)).lines.length).toBeGreaterThan(0);
    practice = { ...practice, therapist: await signInAnew(test, practice.therapist) };
  });

  it('that fails until the end leaves all to the transcript', async () => {
    endpoint.answer({ status: 401 });
    const { session, store } = await recording();
    await store(speech(3));
    await follow(session);
    endpoint.answer(said);
    await complete(session);
    await finish(session);
    await transcribe(session);
    expect(await transcriptOf(session)).toMatchObject({ state: 'done', lines: [{}, {}, {}] });
  });
});
