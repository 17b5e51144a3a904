import { DOMAINS } from '../../src/domains';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { growingSession, MEETINGS, MeetingPractice, openMeetingPractice, recordedSession, speechOf as speech, TestSession, toneOf } from '../harness/meetings';
import { eventually, startTestWorker } from '../harness/outbox-worker';
import { startTestApp, TestApp } from '../harness/test-app';
import { sentences as said, startTranscription, TranscriptionStandIn } from '../harness/transcription-stand-in';

const RATE = 16_000;

let endpoint: TranscriptionStandIn;
let test: TestApp;
let practice: MeetingPractice;
let other: MeetingPractice;

beforeAll(async () => {
  endpoint = await startTranscription();
  test = await startTestApp(endpoint.environment);
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
});
afterEach(() => jest.restoreAllMocks());

const at = ({ session_id }: TestSession): string => `${MEETINGS}/session/${session_id}`;
const live = async (session: TestSession) => (await practice.therapist.get(`${at(session)}/transcript/live`).expect(200)).body as { lines: object[] };

it('a session that is recorded waits for no transcript of an hour, and holds none up', async () => {
  const hour = await recordedSession(test, other.therapist, speech(2), { chunkSeconds: 21 });
  await test.app.get(SessionsService).finish({ session_id: hour.session_id });
  const { session, store } = await growingSession(test, practice.therapist);
  await store(speech(3));
  let answerHour: (() => void) | undefined;
  endpoint.answer((sound) => {
    if (sound.seconds === 21 && !answerHour) return new Promise((resolve) => (answerHour = () => resolve(said(sound))));
    return said(sound);
  });
  const environment = { ...endpoint.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '60' };
  const worker = await startTestWorker(test.testDatabase.url, { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-live,meeting-sound,meeting-transcribe', DATA_DIR: test.config.dataDir, ...environment });
  try {
    await eventually(() => expect(answerHour).toBeDefined(), 30_000);
    await eventually(async () => expect((await live(session)).lines.length).toBeGreaterThan(0), 30_000);
    // A file that was read is checked meanwhile, too.
    const checked = await recordedSession(test, other.therapist, speech(1));
    const phase = async (): Promise<unknown> => (await other.therapist.get(`${at(checked)}/status`).expect(200)).body as unknown;
    await eventually(async () => expect(await phase()).toMatchObject({ phase: 'completed' }), 30_000);
    answerHour?.();
    await eventually(async () => expect((await other.therapist.get(`${at(hour)}/transcript`).expect(200)).body).toMatchObject({ state: 'done' }), 30_000);
  } finally {
    await worker.stop();
  }
});

it('sound is checked and read in turns: what is long goes on at the end of the line, and nothing is missing', async () => {
  const session = await recordedSession(test, practice.therapist, toneOf(8 * RATE));
  // Every chunk takes a turn.
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 11_000));
  for (let turns = 0; ; turns += 1) {
    const [job] = await test.database.query<{ payload: { session_id: string; from_frame?: number } }>(`delete from outbox where job = 'finish-recording' returning payload`);
    if (!job) {
      expect(turns).toBe(4);
      break;
    }
    expect(job.payload.from_frame ?? 0).toBe(turns * 2 * RATE);
    await test.app.get(SessionsService).finish(job.payload);
  }
  expect((await practice.therapist.get(`${at(session)}/status`).expect(200)).body).toMatchObject({ phase: 'completed' });
});
