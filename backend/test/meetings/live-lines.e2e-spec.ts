import { NotYet } from '../../src/common/jobs/job';
import { DOMAINS } from '../../src/domains';
import { TranscriptRepository } from '../../src/modules/meetings/transcripts/transcript.repository';
import { agreedConsent, beginOnDevice, growingSession, GrowingSession, MEETINGS, openMeetingPractice, speechOf as speech } from '../harness/meetings';
import { secondsOf, startTranscriptTest } from '../harness/meetings-transcripts';
import { eventually, startTestWorker } from '../harness/outbox-worker';
import { signInAnew } from '../harness/signed-in';
import { startTestApp } from '../harness/test-app';
import { sentences as said, TranscriptionAnswer } from '../harness/transcription-stand-in';

const RATE = 16_000;

// Longer than it takes to notice a withdrawal.
const set = startTranscriptTest({ TRANSCRIPTION_TIMEOUT_SECONDS: '4' });
const { at, live, status, transcriptOf, follow, transcribe, finish, complete } = set;
const waiting = () => set.test.database.query<{ payload: unknown }>(`select payload from outbox where job = 'follow-session'`);
const recording = (settings?: object): Promise<GrowingSession> => growingSession(set.test, set.practice.therapist, settings);

it('lines appear while a session is recorded, only new ones are sent, and the transcript goes on behind them: no sound is heard twice', async () => {
  set.endpoint.answer(said);
  const { session, store } = await recording();
  expect(await live(session)).toMatchObject({ state: 'on', is_whole: true, lines: [] });
  const worker = await startTestWorker(set.test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-live,meeting-sound,meeting-transcribe', DATA_DIR: set.test.config.dataDir, ...set.endpoint.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '60' });
  // So long that ten seconds are full once more when enough is there for a stretch: a quick worker looks before the last chunks came.
  const sound = speech(7);
  try {
    await store(sound.subarray(0, 42 * RATE * 2));
    await eventually(async () => expect((await live(session)).lines.length).toBeGreaterThanOrEqual(2), 60_000);
    await eventually(async () => expect(await set.test.database.query(`select from outbox where job = 'follow-session' and state in ('pending', 'queued')`)).toEqual([]), 60_000);
    const first = await live(session);
    expect([first.state, first.lines[0]?.start_seconds, await live(session, first.cursor)]).toEqual(['on', 1, { ...first, is_whole: false, lines: [] }]);
    const made = await transcriptOf(session);
    expect(made).toMatchObject({ state: 'live', lines_are_known: false });
    // Whoever asks again and again is sent what is new.
    expect((await set.practice.therapist.get(`${at(session)}/transcript`).query({ known: made.version }).expect(200)).body).toMatchObject({ lines_are_known: true, lines: [] });
    expect((await set.practice.therapist.get(`${at(session)}/transcript`).query({ known: '0.0' }).expect(200)).body).toMatchObject({ lines: made.lines });
    await set.practice.therapist.post(`${at(session)}/transcript`).expect(422);
    await store(sound.subarray(42 * RATE * 2));
    await eventually(async () => expect((await live(session, first.cursor)).lines.length).toBeGreaterThan(0), 60_000);
    const next = await live(session, first.cursor);
    expect(next).toMatchObject({ is_whole: false });
    expect(next.lines[0]!.seq).toBe(first.lines.length + 1);
    await complete(session);
    await eventually(async () => expect(await transcriptOf(session)).toMatchObject({ state: 'done' }), 45_000);
  } finally {
    await worker.stop();
  }
  const heard = Buffer.concat(set.endpoint.heard.map(({ pcm }) => pcm));
  expect(heard.equals(sound.subarray(0, heard.length))).toBe(true);
  // Where the last cut lies in the pause at the end, nothing but silence is left, which is sent to nobody.
  expect(sound.subarray(heard.length).every((byte) => byte === 0)).toBe(true);
  expect(sound.length - heard.length).toBeLessThanOrEqual(RATE);
  let cut = 0;
  for (const { seconds } of set.endpoint.heard.slice(0, -1)) expect(Math.abs(((cut += seconds) % 10.5) - 10.25)).toBeLessThan(0.26);
  const { lines } = await transcriptOf(session);
  expect(lines.map(({ start_seconds }) => Math.round(start_seconds / 10.5))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(await live(session)).toMatchObject({ state: 'over', lines: [] });
  const weights = await set.test.database.query<{ sum: number }>(`select sum(weight) from ai_runs where therapist_id = $1`, [set.practice.therapist.id]);
  expect(weights[0]!.sum).toBeLessThan(2);
}, 240_000);

it('are asked for with every ten seconds of sound, once, and not where the setting is off or nothing is set up', async () => {
  const { session, store } = await recording();
  await store(secondsOf(9));
  expect(await waiting()).toEqual([]);
  await store(secondsOf(30));
  expect(await waiting()).toEqual([{ payload: { session_id: session.session_id } }]);
  await set.test.database.query('delete from outbox');
  const off = await recording({ enable_real_time_notes: false });
  await off.store(secondsOf(30));
  await follow(off.session);
  expect([await waiting(), set.endpoint.heard, await live(off.session)]).toEqual([[], [], expect.objectContaining({ state: 'off', lines: [] })]);
  expect(await transcriptOf(off.session)).toMatchObject({ state: 'none' });
  const without = await startTestApp({ ...set.endpoint.environment, TRANSCRIPTION_MODEL: undefined });
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
  await set.other.therapist.get(`${at(session)}/transcript/live`).expect(404);
  for (const after of ['x', '1', '1.2.3', '-1.2']) await set.practice.therapist.get(`${at(session)}/transcript/live`).query({ after }).expect(400);
  await set.practice.therapist.get(`${at(session)}/transcript`).query({ known: 'x' }).expect(400);
});

describe('a withdrawal', () => {
  it('while a part is being heard ends the request, and no word of it or of earlier ones is left', async () => {
    const { session, consentId, store } = await recording();
    await store(speech(6));
    set.endpoint.answer(said, async (sound) => {
      expect(await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).not.toEqual([]);
      await set.practice.therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
      return said(sound);
    });
    await follow(session);
    await follow(session);
    expect(set.endpoint.heard).toHaveLength(2);
    expect(await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).toEqual([]);
    expect(await live(session, '0.1')).toMatchObject({ state: 'over', is_whole: true, lines: [] });
    await follow(session);
    await finish(session);
    await transcribe(session);
    expect([set.endpoint.heard.length, (await transcriptOf(session)).state]).toEqual([2, 'destroyed']);
  });

  it('ends a request that is not answered at all', async () => {
    const { session, consentId, store } = await recording();
    await store(speech(3));
    set.endpoint.answer(async () => {
      await set.practice.therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
      return 'no answer' as const;
    });
    await follow(session);
    const runs = await set.test.database.query<{ failure: string }>(`select failure from ai_runs where therapist_id = $1 order by begun_at desc limit 1`, [set.practice.therapist.id]);
    expect([runs[0]?.failure, set.endpoint.heard.length]).toEqual(['interrupted', 1]);
    expect(await transcriptOf(session)).toMatchObject({ state: 'destroyed', lines: [] });
  });
});

it('a worker that was killed leaves the part to the next one; each line is there once', async () => {
  set.endpoint.answer(said);
  const { session, store } = await recording();
  await store(speech(3));
  jest.spyOn(set.test.app.get(TranscriptRepository), 'keepStretch').mockRejectedValueOnce(new Error('killed'));
  jest.spyOn(set.test.app.get(TranscriptRepository), 'release').mockRejectedValueOnce(new Error('killed'));
  await expect(follow(session)).rejects.toThrow('killed');
  // Its part may be on its way still.
  await expect(follow(session)).rejects.toThrow(NotYet);
  expect([set.endpoint.heard.length, (await live(session)).lines]).toEqual([1, []]);
  set.test.clock.advance(20_000);
  await follow(session);
  await follow(session);
  const { lines } = await live(session);
  expect([set.endpoint.heard.length, new Set(lines.map(({ start_seconds }) => start_seconds)).size]).toEqual([2, lines.length]);
  expect(lines.length).toBeGreaterThan(0);
});

it('a clock that jumped ahead and back keeps nothing waiting', async () => {
  set.endpoint.answer(said);
  const { session, store } = await recording();
  await store(speech(3));
  await set.test.database.query(`insert into meeting_transcripts (id, therapist_id, state, fence, tries, worked_at, held_until, created_at) values ($1, $2, 'live', 1, 1, $3::timestamptz + interval '1 day', $3::timestamptz + interval '1 day', $3)`, [session.session_id, set.practice.therapist.id, set.test.clock.now()]);
  await follow(session);
  expect((await live(session)).lines.length).toBeGreaterThan(0);
  await complete(session);
  await finish(session);
  await set.test.database.query(`update meeting_transcripts set held_until = $2::timestamptz + interval '1 day' where id = $1`, [session.session_id, set.test.clock.now()]);
  await transcribe(session);
  expect(await transcriptOf(session)).toMatchObject({ state: 'done' });
});

it('a part that is on its way when the session ends is kept, and the transcript waits for it', async () => {
  const { session, store } = await recording();
  await store(speech(3));
  set.endpoint.answer(async (sound) => {
    await complete(session);
    await finish(session);
    await expect(transcribe(session)).rejects.toThrow(NotYet);
    return said(sound);
  }, said);
  await follow(session);
  expect(await live(session)).toMatchObject({ state: 'over' });
  await transcribe(session);
  expect(Buffer.concat(set.endpoint.heard.map(({ pcm }) => pcm)).equals(speech(3))).toBe(true);
  expect((await transcriptOf(session)).lines.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('sound that comes late is heard in its place, and lines behind it anew: there are never two of one moment', async () => {
  set.endpoint.answer(said);
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
  set.endpoint.heard.splice(0);
  await transcribe(session);
  const { lines } = await transcriptOf(session);
  expect(lines.map(({ start_seconds }) => start_seconds)).toEqual([...lines.map(({ start_seconds }) => start_seconds)].sort((one, next) => one - next));
  expect(Buffer.concat(set.endpoint.heard.map(({ pcm }) => pcm)).equals(sound.subarray(sound.length - Buffer.concat(set.endpoint.heard.map(({ pcm }) => pcm)).length))).toBe(true);
});

it('sound that comes late while the part around it is heard is not left out', async () => {
  const { session, store } = await recording();
  const sound = speech(6);
  const missing = [20 * RATE * 2, 24 * RATE * 2] as const;
  await store(sound.subarray(0, missing[0]));
  await store(sound.subarray(missing[1]), 1, 12);
  set.endpoint.answer(async (heard) => {
    await store(sound.subarray(...missing), 1, 10);
    return said(heard);
  }, said);
  await follow(session);
  expect((await live(session)).lines).toEqual([]);
  set.endpoint.heard.splice(0);
  await complete(session);
  await finish(session);
  await transcribe(session);
  expect(Buffer.concat(set.endpoint.heard.map(({ pcm }) => pcm)).equals(sound)).toBe(true);
});

it('lines of sound that turns out to be changed in the storage go with it', async () => {
  set.endpoint.answer(said);
  const { session, store } = await recording();
  await store(speech(3));
  await follow(session);
  expect((await live(session)).lines.length).toBeGreaterThan(0);
  await set.test.database.query(`update meeting_chunks set storage_key = $2 where session_id = $1 and seq = 1`, [session.session_id, 'e'.repeat(64)]);
  await complete(session);
  await finish(session);
  expect(await live(session)).toMatchObject({ state: 'over', lines: [] });
  expect(await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).toEqual([]);
});

describe('an endpoint', () => {
  it.each<[string, TranscriptionAnswer, string]>([
    ['that has too much to do', { status: 429 }, 'too much to do'],
    ['that is slow', 'no answer', 'took too long'],
    ['that is broken', { raw: '<html>' }, 'cannot be used'],
    ['that does not take the key', { status: 401 }, 'does not take the key'],
  ])('%s: lines come later, the recording goes on, and waits grow; then they come', async (_, answer, words) => {
    set.endpoint.answer(answer);
    const { session, store } = await recording();
    await store(speech(3));
    await follow(session);
    const heard = set.endpoint.heard.length;
    expect(await live(session)).toMatchObject({ state: 'late', sentence: expect.stringMatching(`^Lines come later.*${words}`) as string, lines: [] });
    await store(speech(1), 1, 16);
    expect(await status(session)).toMatchObject({ status: 'recording' });
    await follow(session);
    expect(set.endpoint.heard).toHaveLength(heard);
    // It is tried again by itself, and by nothing that comes sooner.
    expect(await waiting()).toHaveLength(1);
    set.endpoint.answer(said);
    set.test.clock.advance(16_000);
    await follow(session);
    expect(await live(session)).toMatchObject({ state: 'on' });
    expect((await live(session)).lines.length).toBeGreaterThan(0);
    set.practice = { ...set.practice, therapist: await signInAnew(set.test, set.practice.therapist) };
  });

  it('that fails until the end leaves all to the transcript', async () => {
    set.endpoint.answer({ status: 401 });
    const { session, store } = await recording();
    await store(speech(3));
    await follow(session);
    set.endpoint.answer(said);
    await complete(session);
    await finish(session);
    await transcribe(session);
    expect(await transcriptOf(session)).toMatchObject({ state: 'done', lines: [{}, {}, {}] });
  });
});
