import { ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '../harness/outbox-worker';
import { pdfOf, pictureBomb, printedPage } from '../harness/files-to-read';
import { DEEDS, NotePractice, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';
import { TEST_KEYS } from '../harness/test-database';

const FULL = process.env['PROOF'] === 'full';
const KILLS = FULL ? 30 : 3;
const PAGES = 10;
const BACKEND = join(__dirname, '../..');

let test: TestApp;
let practice: NotePractice;
let worker: ChildProcess;
let reads: string;

beforeAll(async () => {
  test = await startTestApp();
  practice = await openNotePractice(test);
  reads = join(test.config.dataDir, 'reads');
});
afterAll(async () => {
  worker?.kill('SIGKILL');
  await test.close();
});

/** The product's worker, for this one queue, with the API's database and files. */
function startWorker(): void {
  worker = spawn(process.execPath, ['--require', join(BACKEND, 'test/harness/counted-reads.cjs'), join(BACKEND, 'src/main.worker.ts')], {
    env: {
      ...{ PATH: process.env['PATH'], NODE_ENV: 'test', PUBLIC_URL: 'http://localhost:3000', DATABASE_URL: test.testDatabase.url, DATA_DIR: test.config.dataDir },
      ...{ ENCRYPTION_KEYS: TEST_KEYS, LOG_LEVEL: 'error', QUEUE_ENGINE: 'builtin', ACTIVE_QUEUES: 'note-files', COUNTED_READS: reads },
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function killWorker(): Promise<void> {
  const gone = once(worker, 'exit');
  worker.kill('SIGKILL');
  await gone;
}

async function upload(name: string, bytes: Buffer): Promise<{ noteId: string; fileId: string }> {
  const note = await writeNote(practice.therapist, { title: name });
  const { body } = await practice.therapist.post(`${DEEDS}/${note.id}/upload-file`).attach('file', bytes, name).expect(201);
  return { noteId: note.id, fileId: (body as { id: string }).id };
}

interface Reading {
  processing_status: string;
  error_reason: string | null;
  pages: { page: number; text: string }[];
}

async function readingOf({ noteId, fileId }: { noteId: string; fileId: string }): Promise<Reading> {
  return (await practice.therapist.get(`${DEEDS}/${noteId}/files/${fileId}/pages`).expect(200)).body as Reading;
}

async function ended(file: { noteId: string; fileId: string }): Promise<Reading> {
  let reading: Reading | undefined;
  await eventually(async () => {
    reading = await readingOf(file);
    expect(reading.processing_status).not.toBe('processing');
  }, 180_000);
  return reading!;
}

function timesRead(fileId: string): number[] {
  const lines = existsSync(reads) ? readFileSync(reads, 'utf8').split('\n') : [];
  return Array.from({ length: PAGES }, (_, index) => lines.filter((line) => line === `${fileId} ${index + 1}`).length);
}

const PICTURES = Array.from({ length: PAGES }, (_, index) => ({ picture: printedPage([`This is page number ${index + 1}.`, 'It was written by hand and photographed.']) }));

it(`a file of ${PAGES} pages is read to its end however often its worker is killed: ${KILLS} random moments`, async () => {
  const pdf = await pdfOf(PICTURES);
  startWorker();
  const first = await upload('unhurt.pdf', pdf);
  const started = performance.now();
  await ended(first);
  const wholeMs = performance.now() - started;
  let twice = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const file = await upload(`killed-${kill}.pdf`, pdf);
    await pause(randomInt(Math.round(wholeMs)));
    const before = (await readingOf(file)).pages.length;
    await killWorker();
    startWorker();
    const reading = await ended(file);
    const times = timesRead(file.fileId);
    expect({ kill, before, status: reading.processing_status }).toEqual({ kill, before, status: 'completed' });
    expect(reading.pages.map(({ text }) => text.split('\n')[0])).toEqual(PICTURES.map((_, index) => `This is page number ${index + 1}.`));
    expect(times.filter((each) => each < 1 || each > 2)).toEqual([]);
    twice += times.filter((each) => each === 2).length;
  }
  process.stdout.write(`kill -9 × ${KILLS}: ${KILLS * PAGES} pages read, none lost, ${twice} of them twice; a file takes ${(wholeMs / 1000).toFixed(1)} s when nobody kills\n`);
}, 30 * 60_000);

it('a file that eats memory ends with its reason, and the worker reads the next one', async () => {
  const pid = worker.pid;
  // It is uploaded whole and looks harmless until its page is drawn.
  const bomb = await upload('bomb.pdf', pictureBomb(22_000));
  const harmless = await upload('harmless.pdf', await pdfOf(PICTURES.slice(0, 1)));
  expect(await ended(bomb)).toMatchObject({ processing_status: 'error', error_reason: 'effort', pages: [] });
  expect(await ended(harmless)).toMatchObject({ processing_status: 'completed' });
  expect([worker.pid, worker.exitCode]).toEqual([pid, null]);
}, 120_000);
