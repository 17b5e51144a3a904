import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as supertest from 'supertest';
import { Database } from '../../src/common/database/database';
import { DOMAINS } from '../../src/domains';
import { RecordingSink } from '../../src/modules/meetings/recording/recording-sink';
import { SessionsService } from '../../src/modules/meetings/sessions/sessions.service';
import { UploadsService } from '../../src/modules/meetings/upload/uploads.service';
import { agreedConsent, MEETINGS, MeetingPractice, openMeetingPractice, requestConsent, toneOf } from '../harness/meetings';
import { eventually, startTestWorker } from '../harness/outbox-worker';
import { filesBelow } from '../harness/s3-server';
import { startTcpFault } from '../harness/tcp-fault';
import { startTestApp, TestApp } from '../harness/test-app';

const BLOCK = 1024 * 1024;

let test: TestApp;
let practice: MeetingPractice;
let other: MeetingPractice;

beforeAll(async () => {
  test = await startTestApp();
  [practice, other] = [await openMeetingPractice(test), await openMeetingPractice(test)];
});
afterAll(() => test.close());
beforeEach(() => test.database.query('delete from limit_hits'));

interface Upload {
  session_id: string;
  blocks: number;
  stored: number[];
}

/** A WAV file of these 16-bit frames. */
function wavOf(data: Buffer, rate = 44_100, channels = 1): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate * channels * 2, 28);
  head.writeUInt16LE(channels * 2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

/** A processor so slow that every block, and every chunk, takes a turn. */
function slowly(): void {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 11_000));
}

async function begin(file: Buffer): Promise<Upload & { consent: string }> {
  const consent = await agreedConsent(practice.therapist);
  const { body } = await practice.therapist.post(`${MEETINGS}/uploads`, { consent_id: consent, file_size: file.length, enable_post_meeting_analysis: true }).expect(201);
  return { ...(body as Upload), consent };
}
const at = ({ session_id }: Pick<Upload, 'session_id'>): string => `${MEETINGS}/session/${session_id}`;
const send = (upload: Pick<Upload, 'session_id'>, block: number | string, bytes: Buffer, as = practice.therapist): supertest.Test =>
  as.put(`${at(upload)}/blocks/${block}`).set('Content-Type', 'application/octet-stream').send(bytes);
const blockOf = (file: Buffer, block: number): Buffer => file.subarray(block * BLOCK, (block + 1) * BLOCK);
async function sendAll(upload: Upload, file: Buffer): Promise<void> {
  for (let block = 0; block < upload.blocks; block += 1) await send(upload, block, blockOf(file, block)).expect(200);
  await practice.therapist.post(`${at(upload)}/blocks/complete`).expect(200);
}
const status = async (upload: Upload) => (await practice.therapist.get(`${at(upload)}/status`).expect(200)).body as Record<string, unknown>;
/** What the worker does with the jobs that wait, until there are none. */
async function work(): Promise<void> {
  for (;;) {
    const jobs = await test.database.query<{ job: string; payload: { session_id: string } }>(`delete from outbox where job in ('read-meeting-upload', 'finish-recording', 'destroy-recording') returning job, payload`);
    if (jobs.length === 0) return;
    const sessions = test.app.get(SessionsService);
    for (const { job, payload } of jobs) {
      if (job === 'read-meeting-upload') await test.app.get(UploadsService).read(payload);
      else await (job === 'finish-recording' ? sessions.finish(payload) : sessions.destroy(payload));
    }
  }
}
const stored = (): string[] => filesBelow(join(test.config.dataDir, 'recordings'));
async function soundOf({ session_id }: Upload): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const { pcm } of test.app.get(RecordingSink).read(session_id)) parts.push(pcm ?? Buffer.from('lost'));
  return Buffer.concat(parts);
}
/** 25 seconds: three blocks. */
const SOUND = toneOf(25 * 44_100, 44_100, 440);

it('a file comes block by block, in any order and again, and becomes exactly its sound; the blocks go', async () => {
  const file = wavOf(SOUND);
  const upload = await begin(file);
  expect(upload).toMatchObject({ route: 'upload', phase: 'queued', status: 'joining', block_bytes: BLOCK, blocks: 3, stored: [] });
  await send(upload, 2, blockOf(file, 2)).expect(200);
  expect((await practice.therapist.post(`${at(upload)}/blocks/complete`).expect(409)).body.detail).toBe('Parts of the file are missing still.');
  await send(upload, 0, blockOf(file, 0)).expect(200);
  await send(upload, 0, blockOf(file, 0)).expect(200);
  expect((await practice.therapist.get(`${at(upload)}/blocks`).expect(200)).body).toMatchObject({ stored: [0, 2] });
  await send(upload, 1, blockOf(file, 1)).expect(200);
  await practice.therapist.post(`${at(upload)}/blocks/complete`).expect(200);
  expect(await status(upload)).toMatchObject({ status: 'joining', sentence: 'The file is being read.' });
  await send(upload, 1, blockOf(file, 1)).expect(409);
  await work();
  expect(await status(upload)).toMatchObject({ status: 'completed', end_reason: 'file_read', recorded_seconds: 25, gaps: [], coverage: 1 });
  expect((await soundOf(upload)).equals(SOUND)).toBe(true);
  expect(await test.database.query('select from meeting_upload_blocks')).toEqual([]);
});

it('a file that is being read is not ended early, which would cut it', async () => {
  const file = wavOf(SOUND);
  const upload = await begin(file);
  await sendAll(upload, file);
  expect((await practice.therapist.post(`${at(upload)}/complete`).expect(409)).body.detail).toMatch(/being read/);
  await work();
  expect(await status(upload)).toMatchObject({ status: 'completed', end_reason: 'file_read', recorded_seconds: 25 });
});

it('Postgres that goes away while a file is read, and while its sound is checked, costs time alone: the job is tried again, and all is there once', async () => {
  const file = wavOf(SOUND);
  const upload = await begin(file);
  await sendAll(upload, file);
  const { hostname, port } = new URL(test.testDatabase.url);
  const fault = await startTcpFault({ host: hostname, port: Number(port) });
  const reached = new URL(test.testDatabase.url);
  [reached.hostname, reached.port] = ['127.0.0.1', String(fault.port)];
  const worker = await startTestWorker(reached.toString(), { imports: [...DOMAINS] }, { ACTIVE_QUEUES: 'meeting-sound', DATA_DIR: test.config.dataDir });
  const database = worker.module.get(Database, { strict: false });
  /** Away in the middle of it, and back before the job hears of that. */
  const cuts: string[] = [];
  const cut = async <T>(what: string, during: () => Promise<T>): Promise<T> => {
    if (cuts.includes(what)) return during();
    cuts.push(what);
    await fault.refuse();
    try {
      return await during();
    } finally {
      await fault.heal();
      await eventually(async () => void (await database.query('select 1')));
    }
  };
  const sink = worker.module.get(RecordingSink, { strict: false });
  const [write, isWhole] = [sink.write.bind(sink), sink.isWhole.bind(sink)];
  let written = 0;
  jest.spyOn(sink, 'write').mockImplementation((...sent) => {
    written += 1;
    return written < 5 ? write(...sent) : cut('read', () => write(...sent));
  });
  jest.spyOn(sink, 'isWhole').mockImplementation((...asked) => cut('checked', () => isWhole(...asked)));
  try {
    await eventually(async () => expect(await status(upload)).toMatchObject({ phase: 'completed' }), 45_000);
  } finally {
    jest.restoreAllMocks();
    await worker.stop();
    await fault.close();
  }
  expect(cuts).toEqual(['read', 'checked']);
  expect(await status(upload)).toMatchObject({ status: 'completed', end_reason: 'file_read', recorded_seconds: 25, gaps: [], coverage: 1 });
  expect((await soundOf(upload)).equals(SOUND)).toBe(true);
}, 90_000);

it('a worker that died in the middle goes on, and nothing is there twice', async () => {
  const file = wavOf(SOUND);
  const upload = await begin(file);
  await sendAll(upload, file);
  const sink = test.app.get(RecordingSink);
  const write = sink.write.bind(sink);
  let written = 0;
  jest.spyOn(sink, 'write').mockImplementation((...sent) => {
    written += 1;
    return written > 5 ? Promise.reject(new Error('killed')) : write(...sent);
  });
  await expect(work()).rejects.toThrow('killed');
  jest.restoreAllMocks();
  // Said of a file that is half read: nothing is recorded, and it is not done.
  expect(await status(upload)).toMatchObject({ status: 'joining' });
  await test.app.get(UploadsService).read({ session_id: upload.session_id });
  await work();
  expect(await status(upload)).toMatchObject({ status: 'completed', recorded_seconds: 25 });
  expect((await soundOf(upload)).equals(SOUND)).toBe(true);
});

it('a long file is read in turns: others come between, and every frame is there once', async () => {
  const file = wavOf(SOUND);
  const upload = await begin(file);
  await sendAll(upload, file);
  slowly();
  const begun = jest.spyOn(test.app.get(UploadsService), 'read');
  await work();
  expect(begun.mock.calls.length).toBeGreaterThan(1);
  jest.restoreAllMocks();
  expect(await status(upload)).toMatchObject({ status: 'completed', end_reason: 'file_read', recorded_seconds: 25, gaps: [] });
  expect((await soundOf(upload)).equals(SOUND)).toBe(true);
});

it('of two workers on one file only the later one writes', async () => {
  const file = wavOf(SOUND);
  const upload = await begin(file);
  await sendAll(upload, file);
  await test.database.query(`delete from outbox where job = 'read-meeting-upload'`);
  const uploads = test.app.get(UploadsService);
  await Promise.all([uploads.read({ session_id: upload.session_id }), uploads.read({ session_id: upload.session_id })]);
  await work();
  expect(await status(upload)).toMatchObject({ status: 'completed', recorded_seconds: 25 });
  expect((await soundOf(upload)).equals(SOUND)).toBe(true);
});

it('what is no sound is told with its first block; sizes, names and other therapists are refused', async () => {
  const text = Buffer.from('<html>not a sound</html>');
  const page = await begin(text);
  expect((await send(page, 0, text).expect(415)).body.detail).toBe('This is not a WAV file. Please save the recording as WAV.');
  const compressed = wavOf(Buffer.alloc(100));
  compressed.writeUInt16LE(0x55, 20);
  await send(await begin(compressed), 0, compressed).expect(415);
  const file = wavOf(Buffer.alloc(1_000));
  const upload = await begin(file);
  await send(upload, 0, file.subarray(1)).expect(400);
  await send(upload, 1, file).expect(404);
  await send(upload, 'x', file).expect(404);
  await send(upload, 0, Buffer.alloc(BLOCK + 1)).expect(413);
  await send(upload, 0, file, other.therapist).expect(404);
  await other.therapist.get(`${at(upload)}/blocks`).expect(404);
  await other.therapist.post(`${at(upload)}/blocks/complete`).expect(404);
  const long = wavOf(Buffer.alloc(BLOCK), 8_000);
  const { consent_id } = await requestConsent(practice.therapist);
  const body = { consent_id, file_size: long.length, enable_post_meeting_analysis: true };
  await practice.therapist.post(`${MEETINGS}/uploads`, body).expect(403);
  expect((await practice.therapist.post(`${MEETINGS}/uploads`, { ...body, file_size: 500 * BLOCK + 1 }).expect(400)).body.errors).toMatchObject([{ field: 'file_size' }]);
  expect((await practice.therapist.get(`${MEETINGS}/engines`).expect(200)).body).toMatchObject({ upload_formats: ['wav'], upload_max_minutes: 300, upload_max_bytes: 500 * BLOCK });
});

it('more than 300 minutes are refused before they are sent', async () => {
  const first = wavOf(Buffer.alloc(BLOCK), 8_000).subarray(0, BLOCK);
  first.writeUInt32LE(0xffffffff, 40);
  const consent_id = await agreedConsent(practice.therapist);
  const { body } = await practice.therapist.post(`${MEETINGS}/uploads`, { consent_id, file_size: 400 * BLOCK, enable_post_meeting_analysis: false }).expect(201);
  expect((await send(body as Upload, 0, first).expect(413)).body.detail).toBe('This file is too long. Please use one of at most 300 minutes.');
});

it('a withdrawal destroys a file that is half here, and its words stand nowhere in the clear', async () => {
  const canary = Buffer.from('canary file of a session '.repeat(40));
  const file = wavOf(canary);
  const before = stored().length;
  const upload = await begin(file);
  await send(upload, 0, file).expect(200);
  expect(stored()).toHaveLength(before + 1);
  expect(filesBelow(test.config.dataDir).filter((path) => readFileSync(path, 'latin1').includes('canary file'))).toEqual([]);
  await practice.therapist.post(`${MEETINGS}/consents/${upload.consent}/withdraw`).expect(200);
  await send(upload, 0, file).expect(409);
  await work();
  expect(stored()).toHaveLength(before);
  expect(await status(upload)).toMatchObject({ status: 'cancelled', end_reason: 'consent_withdrawn', sound_is_destroyed: true });
});
