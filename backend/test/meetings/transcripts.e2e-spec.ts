import { newId } from '../../src/common/database/database';
import { DOMAINS } from '../../src/domains';
import { TranscriptsService } from '../../src/modules/meetings/transcripts/transcripts.service';
import { TranscriptRepository } from '../../src/modules/meetings/transcripts/transcript.repository';
import { agreedConsent, MEETINGS, recordedSession } from '../harness/meetings';
import { secondsOf, startTranscriptTest } from '../harness/meetings-transcripts';
import { eventually, startTestWorker } from '../harness/outbox-worker';
import { signInAdmin } from '../harness/signed-in-admin';
import { HeardSound, TranscriptionAnswer } from '../harness/transcription-stand-in';

const RATE = 16_000;

const set = startTranscriptTest();
const { at, checked, status, transcriptOf, transcribe } = set;
const silence = (seconds: number): Buffer => Buffer.alloc(seconds * RATE * 2);
/** Five minutes, with one breath of a second after 200 seconds. */
const LONG = Buffer.concat([secondsOf(200), silence(1), secondsOf(99)]);

/** One sentence for every minute of what was heard. */
function said(sound: HeardSound): TranscriptionAnswer {
  const segments = Array.from({ length: Math.ceil(sound.seconds / 60) }, (_, minute) => ({ start: minute * 60 + 1, end: minute * 60 + 3, text: ` Sentence ${minute} of ${Math.round(sound.seconds)} seconds.` }));
  return { text: segments.map(({ text }) => text).join(''), segments };
}
const jobs = () => set.test.database.query<{ job: string; payload: unknown }>(`select job, payload from outbox where job in ('transcribe-meeting', 'analyse-meeting') order by created_at`);

it('the worker makes text of the sound, cut where nobody speaks: every frame is heard once, and lines tell when they were said', async () => {
  set.endpoint.answer(said);
  const session = await recordedSession(set.test, set.practice.therapist, LONG, { chunkSeconds: 50 });
  const worker = await startTestWorker(set.test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-record,meeting-sound,meeting-transcribe', DATA_DIR: set.test.config.dataDir, ...set.endpoint.environment });
  try {
    await eventually(async () => expect(await transcriptOf(session)).toMatchObject({ state: 'done' }), 45_000);
  } finally {
    await worker.stop();
  }
  expect(set.endpoint.heard.map(({ format, rate }) => [format, rate])).toEqual([
    ['verbose_json', RATE],
    ['verbose_json', RATE],
  ]);
  expect(set.endpoint.heard[0]!.seconds).toBeCloseTo(200.5, 0);
  expect(Buffer.concat(set.endpoint.heard.map(({ pcm }) => pcm)).equals(LONG)).toBe(true);
  const { lines, ...made } = await transcriptOf(session);
  expect(made).toMatchObject({ state: 'done', failure_code: null, done_seconds: 300, accepted_at: null });
  expect(lines.map(({ start_seconds, stretch }) => [Math.round(start_seconds), stretch])).toEqual([[1, 1], [61, 1], [121, 1], [181, 1], [201, 2], [261, 2]]);
  expect(lines[0]?.text).toBe(`Sentence 0 of ${Math.round(set.endpoint.heard[0]!.seconds)} seconds.`);
  expect(await status(session)).toMatchObject({ status: 'completed', has_transcript: true, transcript_state: 'done', sound_is_destroyed: false });
  const log = await set.test.database.query<{ action: string }>('select action from activity_log where subject_id = $1', [session.session_id]);
  expect(log.map(({ action }) => action)).toEqual(expect.arrayContaining(['send_recording_to_model', 'make_transcript', 'read_transcript']));
});

it('a worker that was killed goes on with the stretch that lacks; nothing is there twice, and nothing is heard twice that was kept', async () => {
  set.endpoint.answer(said);
  const session = await checked(LONG, { chunkSeconds: 50 });
  const repository = set.test.app.get(TranscriptRepository);
  const keep = repository.keepStretch.bind(repository);
  let kept = 0;
  jest.spyOn(repository, 'keepStretch').mockImplementation((...stretch) => ((kept += 1) > 1 ? Promise.reject(new Error('killed')) : keep(...stretch)));
  await expect(transcribe(session)).rejects.toThrow('killed');
  expect(await transcriptOf(session)).toMatchObject({ state: 'running', lines: [{}, {}, {}, {}] });
  jest.restoreAllMocks();
  await transcribe(session);
  const { state, lines } = await transcriptOf(session);
  expect([state, lines.length, new Set(lines.map(({ start_seconds }) => start_seconds)).size]).toEqual(['done', 6, 6]);
  expect(set.endpoint.heard.map(({ seconds }) => Math.round(seconds / 100))).toEqual([2, 1, 1]);
});

it('of two workers on one session only the later one writes', async () => {
  const session = await checked(secondsOf(4));
  let second: Promise<void> | undefined;
  set.endpoint.answer(async () => {
    second = transcribe(session);
    await second;
    return { text: 'of the first', segments: [{ start: 0, end: 2, text: 'of the first' }] };
  }, { text: 'of the second', segments: [{ start: 0, end: 2, text: 'of the second' }] });
  await transcribe(session);
  expect(await transcriptOf(session)).toMatchObject({ state: 'done', lines: [{ text: 'of the second' }] });
});

describe('a withdrawal', () => {
  it('while sound is being heard destroys what there is of the transcript at once; the run writes nothing more', async () => {
    const consentId = await agreedConsent(set.practice.therapist);
    const session = await checked(LONG, { consentId, chunkSeconds: 50 });
    set.endpoint.answer(said, async (sound) => {
      expect(await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).toHaveLength(4);
      await set.practice.therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
      expect(await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id])).toEqual([]);
      expect(await set.test.database.query('select from meeting_session_keys where id = $1', [session.session_id])).toEqual([]);
      return said(sound);
    });
    await transcribe(session);
    expect(await transcriptOf(session)).toMatchObject({ state: 'destroyed', lines: [] });
    expect(await status(session)).toMatchObject({ transcript_state: 'destroyed', has_transcript: false, sound_is_destroyed: true });
    await transcribe(session);
    expect(set.endpoint.heard).toHaveLength(2);
    await set.practice.therapist.post(`${at(session)}/transcript`).expect(422);
  });

  it('before and after it was made leaves no word either; what was accepted stays for its term', async () => {
    set.endpoint.answer(said);
    for (const when of ['waiting', 'done', 'accepted']) {
      const consentId = await agreedConsent(set.practice.therapist);
      const session = await checked(secondsOf(4), { consentId });
      if (when !== 'waiting') await transcribe(session);
      if (when === 'accepted') await set.practice.therapist.post(`${at(session)}/transcript/accept`).expect(200);
      await set.practice.therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
      await transcribe(session);
      const lines = await set.test.database.query('select from meeting_transcript_lines where session_id = $1', [session.session_id]);
      expect([when, lines.length, (await transcriptOf(session)).state]).toEqual([when, when === 'accepted' ? 1 : 0, when === 'accepted' ? 'done' : 'destroyed']);
    }
  });
});

describe('an endpoint', () => {
  it('that tells no times is sent a minute at a time, and each line is one of them', async () => {
    set.endpoint.answer((sound) => (sound.format === 'verbose_json' ? { status: 400 } : { text: 'Everything that was said.' }));
    const session = await checked(Buffer.concat([secondsOf(50), silence(1), secondsOf(39)]), { chunkSeconds: 30 });
    await transcribe(session);
    const { state, has_times, lines } = await transcriptOf(session);
    expect([state, has_times]).toEqual(['done', false]);
    expect(lines.map(({ start_seconds, end_seconds, text }) => [Math.round(start_seconds), Math.round(end_seconds), text])).toEqual([
      [0, 50, 'Everything that was said.'],
      [50, 90, 'Everything that was said.'],
    ]);
  });

  it('that has too much to do is asked again later, a few times; then the transcript has failed, and can be asked for again', async () => {
    const session = await checked(secondsOf(4));
    set.endpoint.answer({ status: 429 });
    for (let round = 1; round < 6; round += 1) {
      await set.test.database.query('delete from outbox');
      await transcribe(session);
      expect([round, (await transcriptOf(session)).state, (await jobs()).length]).toEqual([round, 'running', 1]);
    }
    await transcribe(session);
    expect(await transcriptOf(session)).toMatchObject({ state: 'failed', failure_code: 'transcription_failed', failure: 'The endpoint has too much to do.', lines: [] });
    expect(await status(session)).toMatchObject({ failure_code: 'transcription_failed', sound_is_destroyed: false });
    set.endpoint.answer({ status: 500 }, said);
    expect((await set.practice.therapist.post(`${at(session)}/transcript`).expect(202)).body).toMatchObject({ state: 'waiting', failure_code: null });
    await transcribe(session);
    expect(await transcriptOf(session)).toMatchObject({ state: 'done', lines: [{}] });
    await set.practice.therapist.post(`${at(session)}/transcript`).expect(422);
  });

  it.each<[string, TranscriptionAnswer, string]>([
    ['does not take the key', { status: 401 }, 'unauthorised'],
    ['sends the sound elsewhere', { status: 307, location: 'http://127.0.0.1:9/v1/audio/transcriptions' }, 'unreachable'],
    ['answers no JSON', { raw: '<html>' }, 'bad_answer'],
    ['answers something else', { segments: [{ start: 'a', end: 1, text: 'x' }] }, 'bad_answer'],
    ['makes up more than anybody can say', { text: 'word '.repeat(20_000), segments: [] }, 'bad_answer'],
    ['answers without end', 'an answer without end', 'bad_answer'],
  ])('that %s ends it with a reason, and nothing of its answer is kept', async (_, answer, reason) => {
    const session = await checked(secondsOf(4));
    set.endpoint.answer(answer);
    await set.test.database.query('update meeting_transcripts set tries = 5 where id = $1', [session.session_id]);
    await expect(transcribe(session)).rejects.toThrow();
    const [row] = await set.test.database.query<{ failure: string }>('select failure from meeting_transcripts where id = $1', [session.session_id]);
    expect(await transcriptOf(session)).toMatchObject({ state: 'failed', lines: [] });
    if (answer !== 'an answer without end') expect(row?.failure).toBe(reason);
  });

  it('is not asked about silence, and what it makes up over silence is not kept', async () => {
    const quiet = await checked(silence(4));
    await transcribe(quiet);
    expect(set.endpoint.heard).toEqual([]);
    expect(await transcriptOf(quiet)).toMatchObject({ state: 'done', lines: [] });
    const session = await checked(Buffer.concat([secondsOf(2), silence(4)]));
    set.endpoint.answer({ text: 'x', segments: [{ start: 0, end: 1, text: 'Said.', speaker: 'spk_7 told me' }, { start: 3, end: 5, text: 'Thanks for watching!' }, { start: 0.5, end: 1, text: 'Hm.', no_speech_prob: 0.9, avg_logprob: -2 }] });
    await transcribe(session);
    expect((await transcriptOf(session)).lines).toMatchObject([{ text: 'Said.', speaker: 'A' }]);
  });
});

it('sound that was changed in the storage is not heard', async () => {
  const session = await checked(secondsOf(4));
  await set.test.database.query(`update meeting_chunks set storage_key = $2 where session_id = $1 and seq = 1`, [session.session_id, 'e'.repeat(64)]);
  await expect(transcribe(session)).rejects.toThrow('changed or is missing');
  expect(set.endpoint.heard).toEqual([]);
  expect(await transcriptOf(session)).toMatchObject({ state: 'failed', failure_code: 'transcription_failed' });
});

it('when all practices together have sent as much as is allowed on one day, a transcript waits, says so, and goes on the next day with nothing lost; the status says so, too', async () => {
  const spent = newId();
  await set.test.database.query(`insert into ai_runs (id, therapist_id, purpose, engine, model, state, begun_at, weight) values ($1, $2, 'transcription', 'transcription', 'm', 'done', $3, 5000)`, [spent, set.other.therapist.id, set.test.clock.now()]);
  const session = await checked(secondsOf(4));
  const admin = await signInAdmin(set.test);
  try {
    await transcribe(session);
    expect(set.endpoint.heard).toEqual([]);
    expect(await transcriptOf(session)).toMatchObject({ state: 'waiting', failure: null, sentence: 'The transcript waits for its turn. Today’s speech minutes are used up for everybody here. It goes on tomorrow, by itself, and nothing is lost.' });
    const [later] = await set.test.database.query<{ at: Date }>(`select available_at as at from outbox where job = 'transcribe-meeting' and payload ->> 'session_id' = $1 order by available_at desc limit 1`, [session.session_id]);
    expect([later!.at.getUTCHours(), later!.at > set.test.clock.now()]).toEqual([0, true]);
    await set.test.database.query(`insert into worker_heartbeats values ('w', now(), 'ok', 'redis', '{"queues": [], "queue_server": null}')`);
    const { body } = await admin.get('/api/admin/dashboard').expect(200);
    expect((body.integrations as { part: string }[]).find(({ part }) => part === 'transcription')).toMatchObject({ state: 'degraded', note: expect.stringContaining('as is allowed in all on one day') as string });
    // Nobody takes it for one that was left.
    await set.test.app.get(TranscriptsService).failLeft();
    await set.test.database.query(`update ai_runs set begun_at = begun_at - interval '1 day' where id = $1`, [spent]);
    set.endpoint.answer({ text: 'Said.', segments: [{ start: 0, end: 2, text: 'Said.' }] });
    await transcribe(session);
    expect(await transcriptOf(session)).toMatchObject({ state: 'done', lines: [{ text: 'Said.' }] });
  } finally {
    await set.test.database.query('delete from ai_runs where id = $1', [spent]);
  }
});
