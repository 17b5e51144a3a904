import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeetingRoom, MeetingStandIn } from '../../../docker/local/src/meetings/meeting-stand-in';
import { findChromium } from '../../../docker/local/src/test-run/chromium';
import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { Works } from '../../src/common/work/work';
import { sendNotetaker } from '../../src/modules/meetings/sessions/session.jobs';
import { agreedToNotetaker, MEETINGS, MeetingPractice, openMeetingPractice, SESSION_SETTINGS } from '../harness/meetings';
import { eventually } from '../harness/outbox-worker';
import { filesBelow } from '../harness/s3-server';
import { SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';
import { startTranscription } from '../harness/transcription-stand-in';
import { childrenOf, startProcess, TestProcess } from '../harness/worker-process';

const RATE = 16_000;
const MOST_LOST_MS = 5_000;
const WITHDRAWN_WITHIN_MS = 10_000;
const MOVED_CLOCK = join(__dirname, '../../../frontends/e2e/harness/moved-clock.cjs');

let folder: string;
let standIn: MeetingStandIn;
let redis: { url: string; start(): Promise<void>; kill(): void };
let environment: Record<string, string>;
let test: TestApp;
let practice: MeetingPractice;
let therapist: SignedInTherapist;
let workers: TestProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'attune-chaos-'));
  standIn = await MeetingStandIn.open();
  redis = await ownRedis();
  await redis.start();
  const { path } = await findChromium(folder);
  const meeting = { MEETING_BOT_CHROMIUM: path, MEETING_BOT_SANDBOX: 'false', MEETING_BOT_TEST_ORIGIN: standIn.origin };
  environment = { ...meeting, QUEUE_ENGINE: 'redis', REDIS_URL: redis.url, DISK_RESERVE_MB: '0' };
  test = await startTestApp(meeting);
}, 120_000);
afterAll(async () => {
  await test.close();
  redis.kill();
  await standIn.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  practice = await openMeetingPractice(test);
  ({ therapist } = practice);
});
afterEach(async () => {
  await Promise.all(workers.map((each) => each.stop()));
  workers = [];
  await test.database.query('delete from limit_hits');
});

/** A Redis of this proof alone: it may be killed. */
async function ownRedis(): Promise<typeof redis> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  let child: ReturnType<typeof spawn> | undefined;
  const start = async (): Promise<void> => {
    child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'], { stdio: ['ignore', 'pipe', 'ignore'] });
    await new Promise<void>((resolve) => child?.stdout?.on('data', (said: Buffer) => said.toString().includes('Ready to accept') && resolve()));
  };
  return { url: `redis://127.0.0.1:${port}`, start, kill: () => void child?.kill('SIGKILL') };
}

function startWorker(more: Record<string, string> = {}): TestProcess {
  const worker = startProcess('main.worker', test, { ...environment, ...more });
  workers.push(worker);
  return worker;
}

let rooms = 0;
async function sendTo(set: Partial<MeetingRoom>): Promise<{ id: string; room: MeetingRoom; consentId: string }> {
  rooms += 1;
  const path = `/kao-room-${String.fromCharCode(97 + Math.floor(rooms / 26))}${String.fromCharCode(97 + (rooms % 26))}a`;
  const room = Object.assign(standIn.room(path), set);
  const meeting_url = standIn.origin + path;
  await test.database.query('delete from limit_hits');
  const consent_id = await agreedToNotetaker(test, practice, meeting_url);
  const { body } = await therapist.post(`${MEETINGS}/start-bot`, { ...SESSION_SETTINGS, consent_id, meeting_platform: 'google_meet', meeting_url }).expect(201);
  return { id: (body as { session_id: string }).session_id, room, consentId: consent_id };
}

interface Status {
  phase: string;
  status: string;
  sentence: string;
  end_reason: string | null;
  recorded_seconds: number;
  gaps: unknown[];
}
const statusOf = async (id: string): Promise<Status> => (await therapist.get(`${MEETINGS}/session/${id}/status`).expect(200)).body as Status;
const phaseIs = (id: string, phase: string, withinMs = 120_000): Promise<void> => eventually(async () => expect(await statusOf(id)).toMatchObject({ phase }), withinMs);

interface Chunk {
  part: number;
  seq: number;
  until: number;
}
/** @returns each with when its sound ended, in milliseconds */
async function chunksOf(id: string): Promise<Chunk[]> {
  const rows = await test.database.query<{ part: string; seq: string; at: Date; frames: string }>('select part, seq, captured_at as at, frames from meeting_chunks where session_id = $1 order by part, seq', [id]);
  return rows.map(({ part, seq, at, frames }) => ({ part: Number(part), seq: Number(seq), until: at.getTime() + (Number(frames) / RATE) * 1_000 }));
}
const heardIn = (id: string, part: number, count: number): Promise<void> => eventually(async () => expect((await chunksOf(id)).filter((chunk) => chunk.part === part).length).toBeGreaterThanOrEqual(count), 120_000);
/** Of a process, all the way down. */
const descendantsOf = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
const print = (line: string): boolean => process.stdout.write(`${line}\n`);

it('a worker that is killed loses at most five seconds; the next one goes on, twice, and then it is over with what there is', async () => {
  startWorker();
  startWorker();
  const { id, room } = await sendTo({ answer: 'call' });
  const lost: number[] = [];
  for (let part = 1; part <= 3; part += 1) {
    await heardIn(id, part, 4);
    const recorder = workers.find(({ pid }) => descendantsOf(pid).length > 0 && descendantsOf(pid).some((child) => commandOf(child).includes('--type=renderer')));
    if (!recorder) throw new Error('nobody records');
    // Further and further into the next chunk.
    await new Promise((resolve) => setTimeout(resolve, part * 600));
    room.show('prejoin');
    process.kill(recorder.pid, 'SIGKILL');
    const killedAt = Date.now();
    workers = workers.filter((each) => each !== recorder);
    startWorker();
    const last = (await chunksOf(id)).filter((chunk) => chunk.part === part).at(-1)?.until ?? 0;
    lost.push(killedAt - last);
  }
  await phaseIs(id, 'completed', 240_000);
  const status = await statusOf(id);
  expect(status).toMatchObject({ end_reason: 'worker_lost', status: 'completed' });
  expect(Math.max(...(await chunksOf(id)).map(({ part }) => part))).toBe(3);
  expect(status.gaps.length).toBeGreaterThanOrEqual(2);
  expect(room.asked).toHaveLength(3);
  for (const ms of lost) expect(ms).toBeLessThanOrEqual(MOST_LOST_MS);
  print(`worker killed three times: ${lost.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')} of sound lost before each kill; ${status.recorded_seconds} s kept in 3 parts`);
}, 600_000);

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

it('a renderer that is killed is followed by another visit, and what is missing is listed', async () => {
  const worker = startWorker();
  const { id, room } = await sendTo({ answer: 'call' });
  await heardIn(id, 1, 3);
  for (const pid of descendantsOf(worker.pid).filter((child) => commandOf(child).includes('--type=renderer'))) process.kill(pid, 'SIGKILL');
  await heardIn(id, 2, 2);
  expect(await statusOf(id)).toMatchObject({ phase: 'in_call', status: 'recording' });
  room.show('ended');
  await phaseIs(id, 'completed');
  const { gaps, end_reason } = await statusOf(id);
  expect(end_reason).toBe('host_ended');
  expect(gaps.length).toBeGreaterThanOrEqual(1);
  print(`renderer killed: two parts, gaps ${JSON.stringify(gaps)}`);
}, 300_000);

it('while Redis is away everything is heard; with it back the session is done, and one that is sent twice is in the meeting once', async () => {
  startWorker();
  startWorker();
  const { id, room } = await sendTo({ answer: 'call' });
  await heardIn(id, 1, 2);
  await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.enqueue(sendNotetaker, { session_id: id }));
  redis.kill();
  const before = (await chunksOf(id)).length;
  await heardIn(id, 1, before + 5);
  await redis.start();
  await heardIn(id, 1, before + 8);
  room.show('ended');
  await phaseIs(id, 'completed', 240_000);
  expect(room.asked).toHaveLength(1);
  expect(await statusOf(id)).toMatchObject({ end_reason: 'host_ended', gaps: [] });
  print(`Redis killed while two workers knew of one job: one visit, ${(await statusOf(id)).recorded_seconds} s without a gap`);
}, 400_000);

it('a clock that jumps ten minutes ahead and back changes nothing of what is heard', async () => {
  const file = join(folder, 'moved');
  writeFileSync(file, '0');
  startWorker({ MOVED_CLOCK_FILE: file, NODE_OPTIONS: `--require ${MOVED_CLOCK}` });
  const { id, room } = await sendTo({ answer: 'call' });
  await heardIn(id, 1, 2);
  for (const minutes of [10, 0, -10, 0]) {
    const before = (await chunksOf(id)).length;
    writeFileSync(file, String(minutes * 60_000));
    await heardIn(id, 1, before + 4);
    expect(await statusOf(id)).toMatchObject({ phase: 'in_call', status: 'recording' });
  }
  room.show('ended');
  await phaseIs(id, 'completed');
  expect(await statusOf(id)).toMatchObject({ end_reason: 'host_ended', gaps: [] });
  expect(Math.max(...(await chunksOf(id)).map(({ part }) => part))).toBe(1);
  print('clock moved by +10, -10, -10 and +10 minutes while it recorded: one part, no gap');
}, 300_000);

it('a full disk ends it with a sentence: what is stored stays, and nothing is said to be recorded', async () => {
  const recordings = join(test.config.dataDir, 'recordings');
  mkdirSync(recordings, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=640k', 'tmpfs', recordings], { stdio: 'ignore' });
  } catch {
    print('full disk: not proved here, no file system of its own can be mounted');
    return;
  }
  try {
    startWorker();
    const { id } = await sendTo({ answer: 'call' });
    await eventually(async () => expect((await statusOf(id)).end_reason).not.toBeNull(), 240_000);
    const status = await statusOf(id);
    expect(status.end_reason).toBe('disk_full');
    expect(status.sentence).toMatch(/room/);
    expect(status.status).not.toBe('recording');
    await phaseIs(id, 'completed');
    expect((await statusOf(id)).recorded_seconds).toBe(((await chunksOf(id)).length - 1) * 2 + 2);
    print(`full disk: ended as disk_full after ${status.recorded_seconds} s, which are whole; "${status.sentence}"`);
  } finally {
    await Promise.all(workers.map((each) => each.stop()));
    execFileSync('umount', ['-l', recordings]);
  }
}, 400_000);

describe('a withdrawal destroys within ten seconds what there is', () => {
  const took: string[] = [];
  let others: string[] = [];
  const stored = (): string[] => filesBelow(join(test.config.dataDir, 'recordings')).filter((path) => !others.includes(path));
  beforeEach(() => {
    others = filesBelow(join(test.config.dataDir, 'recordings'));
  });
  afterAll(() => print(`withdrawn: ${took.join('; ')}`));

  const linesOf = async (id: string): Promise<number> => (await test.database.query('select from meeting_transcript_lines where session_id = $1', [id])).length;

  async function withdraw(phase: string, id: string, consentId: string): Promise<void> {
    const begun = performance.now();
    await therapist.post(`${MEETINGS}/consents/${consentId}/withdraw`).expect(200);
    await eventually(async () => {
      expect(stored()).toEqual([]);
      const [left] = await test.database.query<{ keys: number; lines: number }>('select (select count(*)::int from meeting_session_keys where id = $1) as keys, (select count(*)::int from meeting_transcript_lines where session_id = $1) as lines', [id]);
      expect(left).toEqual({ keys: 0, lines: 0 });
    }, WITHDRAWN_WITHIN_MS);
    took.push(`${phase} ${((performance.now() - begun) / 1_000).toFixed(1)} s`);
    expect(await statusOf(id)).toMatchObject({ end_reason: phase === 'completed' ? 'host_ended' : 'consent_withdrawn' });
  }

  it('queued', async () => {
    const { id, consentId } = await sendTo({ answer: 'call' });
    await withdraw('queued', id, consentId);
  }, 120_000);

  it.each(['joining', 'lobby', 'in_call'] as const)('%s', async (phase) => {
    startWorker();
    const { id, consentId, room } = await sendTo({ answer: phase === 'joining' ? 'prejoin' : phase === 'lobby' ? 'lobby' : 'call' });
    await phaseIs(id, phase);
    if (phase === 'in_call') await heardIn(id, 1, 3);
    expect(stored().length).toBeGreaterThanOrEqual(phase === 'in_call' ? 3 : 0);
    await withdraw(phase, id, consentId);
    await eventually(() => expect(workers.flatMap(({ pid }) => descendantsOf(pid)).filter((pid) => commandOf(pid).includes('--type=renderer'))).toEqual([]), 30_000);
    expect(room.asked.length).toBeGreaterThanOrEqual(phase === 'joining' ? 0 : 1);
  }, 240_000);

  it.each([
    ['processing', 'meeting-record,meeting-live,deletions,maintenance'],
    ['completed', 'meeting-record,meeting-live,meeting-sound,meeting-transcribe,deletions,maintenance'],
  ] as const)('%s, with part of a transcript', async (phase, queues) => {
    // What checks the sound is away, or the endpoint holds what came after the first lines.
    const speech = await startTranscription();
    try {
      speech.answer({ text: 'How was your week?', segments: [{ start: 0, end: 2, text: 'How was your week?' }] }, 'no answer');
      startWorker({ ...speech.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '120', ACTIVE_QUEUES: queues });
      const { id, consentId, room } = await sendTo({ answer: 'call' });
      await eventually(async () => expect(await linesOf(id)).toBeGreaterThan(0), 120_000);
      await eventually(() => expect(speech.heard.length).toBeGreaterThan(1), 120_000);
      room.show('ended');
      await phaseIs(id, phase);
      const [chunks, lines] = [stored().length, await linesOf(id)];
      expect([chunks > 0, lines > 0]).toEqual([true, true]);
      print(`${phase}: ${chunks} chunks of sound and ${lines} lines are there, and more are asked for`);
      await withdraw(phase, id, consentId);
    } finally {
      await speech.close();
    }
  }, 400_000);
});
