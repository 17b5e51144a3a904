import { DOMAINS } from '../../src/domains';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { growingSession, recordedSession, speechOf as speech, toneOf } from '../harness/meetings';
import { startTranscriptTest } from '../harness/meetings-transcripts';
import { eventually, startTestWorker } from '../harness/outbox-worker';
import { sentences as said } from '../harness/transcription-stand-in';

const RATE = 16_000;

const set = startTranscriptTest();
const { at, live, status, finish } = set;

it('a session that is recorded waits for no transcript of an hour, and holds none up', async () => {
  const hour = await recordedSession(set.test, set.other.therapist, speech(2), { chunkSeconds: 21 });
  await finish(hour);
  const { session, store } = await growingSession(set.test, set.practice.therapist);
  await store(speech(3));
  let answerHour: (() => void) | undefined;
  set.endpoint.answer((sound) => {
    if (sound.seconds === 21 && !answerHour) return new Promise((resolve) => (answerHour = () => resolve(said(sound))));
    return said(sound);
  });
  const environment = { ...set.endpoint.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '60' };
  const worker = await startTestWorker(set.test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-live,meeting-sound,meeting-transcribe', DATA_DIR: set.test.config.dataDir, ...environment });
  try {
    await eventually(() => expect(answerHour).toBeDefined(), 30_000);
    await eventually(async () => expect((await live(session)).lines.length).toBeGreaterThan(0), 30_000);
    // A file that was read is checked meanwhile, too.
    const checked = await recordedSession(set.test, set.other.therapist, speech(1));
    const phase = async (): Promise<unknown> => (await set.other.therapist.get(`${at(checked)}/status`).expect(200)).body as unknown;
    await eventually(async () => expect(await phase()).toMatchObject({ phase: 'completed' }), 30_000);
    answerHour?.();
    await eventually(async () => expect((await set.other.therapist.get(`${at(hour)}/transcript`).expect(200)).body).toMatchObject({ state: 'done' }), 30_000);
  } finally {
    await worker.stop();
  }
});

it('sound is checked and read in turns: what is long goes on at the end of the line, and nothing is missing', async () => {
  const session = await recordedSession(set.test, set.practice.therapist, toneOf(8 * RATE));
  // Every chunk takes a turn.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 11_000));
  for (let turns = 0; ; turns += 1) {
    const [job] = await set.test.database.query<{ payload: { session_id: string; from_frame?: number } }>(`delete from outbox where job = 'finish-recording' returning payload`);
    if (!job) {
      expect(turns).toBe(4);
      break;
    }
    expect(job.payload.from_frame ?? 0).toBe(turns * 2 * RATE);
    await set.test.app.get(SessionsService).finish(job.payload);
  }
  expect(await status(session)).toMatchObject({ phase: 'completed' });
});
