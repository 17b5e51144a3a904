import { NotYet } from '../../src/common/jobs/job';
import { MeetingAnalysingService } from '../../src/modules/meetings/results/meeting-analysing.service';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { UploadsService } from '../../src/modules/meetings/upload/uploads.service';
import { agreedConsent, growingSession, MEETINGS, MeetingPractice, recordedSession, speechOf, toneOf } from '../harness/meetings';
import { startTranscriptTest } from '../harness/meetings-transcripts';
import { sentences } from '../harness/transcription-stand-in';

const set = startTranscriptTest();
const MANY = 6;

beforeEach(() => set.endpoint.answer(sentences));

/** A WAV file of five seconds. */
function wav(): Buffer {
  const [data, rate] = [toneOf(5 * 8_000, 8_000), 8_000];
  const head = Buffer.from(`RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0........\x02\0\x10\0data....`, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * 2, 28);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

async function sendFile({ therapist }: MeetingPractice): Promise<void> {
  const file = wav();
  const { body } = await therapist.post(`${MEETINGS}/uploads`, { consent_id: await agreedConsent(therapist), file_size: file.length, enable_post_meeting_analysis: false }).expect(201);
  const at = `${MEETINGS}/session/${(body as { session_id: string }).session_id}/blocks`;
  await therapist.put(`${at}/0`).set('Content-Type', 'application/octet-stream').send(file).expect(200);
  await therapist.post(`${at}/complete`).expect(200);
}

/** What a worker with one place does, first come first served, on a processor that takes seconds for everything. @returns whose turns they were */
async function turnsIn(queue: string): Promise<string[]> {
  const { app, database } = set.test;
  let now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 3_000));
  const does: Record<string, (payload: { session_id: string }) => Promise<void>> = {
    'read-meeting-upload': (payload) => app.get(UploadsService).read(payload),
    'finish-recording': (payload) => app.get(SessionsService).finish(payload),
    'follow-session': (payload) => set.follow(payload as never),
    'analyse-meeting': (payload) => app.get(MeetingAnalysingService).analyse(payload),
  };
  const turns: string[] = [];
  for (;;) {
    const [next] = await database.query<{ id: string; job: string; payload: { session_id: string } }>(
      `update outbox set state = 'queued', attempts = 1 where id = (select id from outbox where queue = $1 and state = 'pending' order by available_at, id limit 1) returning id, job, payload`, [queue]);
    if (!next) break;
    try {
      await does[next.job]!(next.payload);
      const [session] = await database.query<{ therapist_id: string }>('select therapist_id from meeting_sessions where id = $1', [next.payload.session_id]);
      turns.push(session?.therapist_id === set.practice.therapist.id ? 'many' : 'few');
      await database.query('delete from outbox where id = $1', [next.id]);
    } catch (error) {
      if (!(error instanceof NotYet)) throw error;
      await database.query(`update outbox set state = 'pending', attempts = 0, available_at = now() + $2 * interval '1 millisecond' where id = $1`, [next.id, error.waitMs]);
    }
  }
  jest.restoreAllMocks();
  return turns;
}
/** Whoever has little comes to the end of it in turns with the other one. */
function expectTurns(turns: readonly string[]): void {
  const few = turns.filter((whose) => whose === 'few').length;
  const before = turns.slice(0, turns.lastIndexOf('few')).filter((whose) => whose === 'many').length;
  expect(few).toBeGreaterThan(0);
  expect(turns.length - few).toBeGreaterThan(few + 2);
  expect(before).toBeLessThanOrEqual(few + 1);
}

it('many files of one therapist hold up neither the file nor the short session of another', async () => {
  for (let nth = 0; nth < MANY; nth += 1) await sendFile(set.practice);
  await sendFile(set.other);
  await recordedSession(set.test, set.other.therapist, speechOf(1));
  expectTurns(await turnsIn('meeting-sound'));
});

it('while a file is read, another one of samples waits, and a recorded session is checked', async () => {
  const { app, database } = set.test;
  await sendFile(set.practice);
  await sendFile(set.practice);
  const [first, second] = (await database.query<{ payload: { session_id: string } }>(`delete from outbox where job = 'read-meeting-upload' returning payload`)).map(({ payload }) => payload);
  const session = await recordedSession(set.test, set.practice.therapist, speechOf(1));
  const uploads = app.get(UploadsService);
  // Whichever is there first.
  const outcomes = await Promise.allSettled([uploads.read(first!), uploads.read(second!)]);
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? (outcome.reason as unknown) : 'read')).sort()).toEqual([expect.any(NotYet), 'read']);
  // Nor does somebody's file in line hold it up, for whom less was done.
  await sendFile(set.other);
  await set.finish(session);
  expect(await set.status(session)).toMatchObject({ phase: 'completed' });
});

it('lines of many sessions of one therapist hold up nobody’s lines', async () => {
  for (let nth = 0; nth < MANY; nth += 1) await (await growingSession(set.test, set.practice.therapist)).store(speechOf(4));
  await (await growingSession(set.test, set.other.therapist)).store(speechOf(4));
  expectTurns(await turnsIn('meeting-live'));
});

it('many analyses of one therapist hold up nobody’s results', async () => {
  const line: [MeetingPractice, number][] = [[set.practice, MANY], [set.other, 1]];
  for (const [{ therapist }, times] of line) {
    for (let nth = 0; nth < times; nth += 1) {
      const session = await recordedSession(set.test, therapist, speechOf(1));
      await set.finish(session);
      await set.transcribe(session);
      await set.test.database.query(`delete from outbox where queue = 'meeting-transcribe'`);
    }
  }
  expectTurns(await turnsIn('meeting-analyse'));
});
