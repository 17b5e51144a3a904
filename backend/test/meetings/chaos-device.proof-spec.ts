import type { AddressInfo } from 'node:net';
import { RecordingSink } from '../../src/modules/meetings/recording/recording-sink';
import { agreedConsent, beginOnDevice, MEETINGS, openMeetingPractice, TestSession, toneOf } from '../harness/meetings';
import { eventually } from '../harness/outbox-worker';
import { SignedInTherapist } from '../harness/signed-in';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';
import { sentences, startTranscription, TranscriptionStandIn } from '../harness/transcription-stand-in';
import { freePort, startProcess, TestProcess } from '../harness/worker-process';

/** A device records while the processes that take its sound, and work on it, are killed. */
const RATE = 16_000;
const CHUNK_MS = 2_000;
const MOST_LOST_MS = 5_000;
const AGAIN_MS = 500;

let endpoint: TranscriptionStandIn;
let test: TestApp;
let therapist: SignedInTherapist;
let environment: Record<string, string>;
let processes: TestProcess[] = [];
let device: Device;

beforeAll(async () => {
  endpoint = await startTranscription();
  environment = { ...endpoint.environment, TRANSCRIPTION_TIMEOUT_SECONDS: '60', DISK_RESERVE_MB: '0' };
  test = await startTestApp(environment);
}, 120_000);
afterAll(async () => {
  await test.close();
  await endpoint.close();
});
beforeEach(async () => {
  ({ therapist } = await openMeetingPractice(test));
});
afterEach(async () => {
  await device.stop();
  await Promise.all(processes.map((each) => each.stop()));
  processes = [];
});

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;

function start(program: string, more: Record<string, string> = {}): TestProcess {
  const started = startProcess(program, test, { ...environment, ...more });
  processes.push(started);
  return started;
}

/** As a machine's out-of-memory killer does. */
function kill(victim: TestProcess): void {
  process.kill(victim.pid, 'SIGKILL');
  processes = processes.filter((each) => each !== victim);
}

/** As the therapist's page: every two seconds there is a piece of sound more, the oldest that is not stored goes out, again and again until somebody says that it is. */
class Device {
  /** Each with its own tone. */
  readonly heard: Buffer[] = [];
  readonly stored: number[] = [];
  /** Told when a piece of sound goes out. */
  onSending: () => void = () => undefined;
  private readonly begunAt = Date.now();
  private readonly timer: NodeJS.Timeout;
  private sending: Promise<void> | undefined;
  private isOver = false;

  constructor(
    private readonly session: TestSession,
    private readonly origin: string,
  ) {
    this.timer = setInterval(() => this.hear(), CHUNK_MS);
  }

  /** When the sound ended that the server said to have. */
  storedUntil(): number {
    return this.begunAt + this.stored.length * CHUNK_MS;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sending;
    this.isOver = true;
  }

  private hear(): void {
    this.heard.push(toneOf((RATE * CHUNK_MS) / 1_000, RATE, 200 + 10 * this.heard.length));
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
  }

  private async sendAll(): Promise<void> {
    for (let seq = this.stored.length; seq < this.heard.length && !this.isOver; seq = this.stored.length) {
      const { session_id, fence, part } = this.session;
      const query = new URLSearchParams({ fence: String(fence), start_frame: String((seq * RATE * CHUNK_MS) / 1_000), captured_at: new Date(this.begunAt + seq * CHUNK_MS).toISOString() });
      const headers = { cookie: therapist.cookie, origin: TEST_ORIGIN, 'x-xsrf-token': therapist.csrf, 'content-type': 'application/octet-stream' };
      const sent = fetch(`${this.origin}${MEETINGS}/session/${session_id}/chunks/${part}/${seq}?${query}`, { method: 'PUT', headers, body: new Uint8Array(this.heard[seq]!) });
      this.onSending();
      const status = await sent.then((answer) => answer.status, () => 0);
      if (status === 200) this.stored.push(seq);
      else if (status !== 0 && status < 500) throw new Error(`a piece of sound was refused: ${status}`);
      else await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  }
}

const statusOf = async ({ session_id }: TestSession) => (await therapist.get(`${MEETINGS}/session/${session_id}/status`).expect(200)).body as Record<string, unknown>;
/** What the storage holds, opened. */
async function soundOf({ session_id }: TestSession): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const { pcm } of test.app.get(RecordingSink).read(session_id)) parts.push(pcm ?? Buffer.from('lost'));
  return Buffer.concat(parts);
}
const hasStored = (count: number): Promise<void> => eventually(() => expect(device.stored.length).toBeGreaterThanOrEqual(count), 120_000);

it('an API process that is killed takes nothing along that it said to have; what was not stored is less than five seconds, and comes when it is back', async () => {
  const session = await beginOnDevice(therapist, await agreedConsent(therapist), { enable_real_time_notes: false });
  const port = await freePort();
  const open = async (): Promise<TestProcess> => {
    const api = start('main.api', { PORT: String(port), MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl });
    await eventually(async () => expect((await fetch(`http://127.0.0.1:${port}/api/health/ready`).catch(() => undefined))?.status).toBe(200), 60_000);
    return api;
  };
  let api = await open();
  device = new Device(session, `http://127.0.0.1:${port}`);
  const lost: number[] = [];
  // Between two pieces, as one goes out, and a moment later, when it may be written already.
  for (const when of ['between', 0, 5, 15] as const) {
    await hasStored(device.stored.length + 3);
    await new Promise<void>((resolve) => (when === 'between' ? setTimeout(resolve, 1_200) : (device.onSending = () => void setTimeout(resolve, when))));
    kill(api);
    const said = device.stored.length;
    lost.push(Date.now() - device.storedUntil());
    device.onSending = () => undefined;
    expect((await soundOf(session)).subarray(0, said * 2 * RATE * 2).equals(Buffer.concat(device.heard.slice(0, said)))).toBe(true);
    api = await open();
  }
  await hasStored(device.stored.length + 3);
  expect(await statusOf(session)).toMatchObject({ status: 'recording', phase: 'in_call', gaps: [], coverage: 1 });
  await device.stop();
  await therapist.post(`${MEETINGS}/session/${session.session_id}/complete`).expect(200);
  expect((await soundOf(session)).equals(Buffer.concat(device.heard))).toBe(true);
  for (const ms of lost) expect(ms).toBeLessThanOrEqual(MOST_LOST_MS);
  print(`API killed ${lost.length} times while a device recorded: ${lost.map(seconds).join(', ')} of sound not stored at each kill; of ${seconds(device.heard.length * CHUNK_MS)} recorded, 0 s are missing in the end`);
}, 400_000);

it('a worker that is killed while lines are made takes no sound along: the device is answered meanwhile, and the next worker goes on', async () => {
  const session = await beginOnDevice(therapist, await agreedConsent(therapist));
  let worker = start('main.worker');
  let asked = 0;
  // What is being heard when it is killed is never answered.
  endpoint.answer((sound) => ((asked += 1), asked % 2 === 1 ? 'no answer' : sentences(sound)));
  const { address, port } = test.app.getHttpServer().address() as AddressInfo;
  device = new Device(session, `http://${address}:${port}`);
  const lost: number[] = [];
  for (let kills = 1; kills <= 2; kills += 1) {
    await eventually(() => expect(asked).toBeGreaterThanOrEqual(2 * kills - 1), 120_000);
    const before = device.stored.length;
    kill(worker);
    lost.push(Date.now() - device.storedUntil());
    await hasStored(before + 3);
    expect(await statusOf(session)).toMatchObject({ status: 'recording', phase: 'in_call', gaps: [], coverage: 1 });
    worker = start('main.worker');
  }
  endpoint.answer(sentences);
  await hasStored(device.stored.length + 3);
  await device.stop();
  await therapist.post(`${MEETINGS}/session/${session.session_id}/complete`).expect(200);
  await eventually(async () => expect(await statusOf(session)).toMatchObject({ status: 'completed', transcript_state: 'done', gaps: [] }), 240_000);
  expect((await soundOf(session)).equals(Buffer.concat(device.heard))).toBe(true);
  for (const ms of lost) expect(ms).toBeLessThanOrEqual(MOST_LOST_MS);
  print(`worker killed ${lost.length} times while a device recorded: ${lost.map(seconds).join(', ')} of sound not stored at each kill; of ${seconds(device.heard.length * CHUNK_MS)} recorded, 0 s are missing in the end, and its transcript was made`);
}, 600_000);
