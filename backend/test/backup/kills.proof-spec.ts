import { ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { decrypted, openToRead } from '../../src/backup/age-file';
import { readArchive } from '../../src/backup/archive';
import { createBackup } from '../../src/backup/create';
import { restoreBackup } from '../../src/backup/restore';
import { SealedCheck } from '../../src/backup/sealed-check';
import { ColumnCipher } from '../../src/common/crypto/column-cipher';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { FileStorage } from '../../src/integrations/storage/file-storage';
import { LogParts } from '../harness/activity-log-tools';
import { BackupRoom, configOver, countedRows, environmentOver, inDatabase, openBackupRoom } from '../harness/backups';
import { fillSealedTables } from '../harness/sealed-rows';
import { openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';
import { TestDatabase } from '../harness/test-database';

const FULL = process.env['PROOF'] === 'full';
const KILLS = 10;
/** Of what the drill brings back, in MB; half of it is rows. */
const MEGABYTES = Number(process.env['BACKUP_DRILL_MB'] ?? (FULL ? 200 : 20));
const OBJECT_BYTES = 1024 * 1024;
const TRIES = 4;

let room: BackupRoom;
let test: TestApp;

beforeAll(async () => {
  room = await openBackupRoom();
  test = await startTestApp();
  await fillSealedTables(test, 50);
}, 300_000);
afterAll(async () => {
  await test?.close();
  await room?.close();
});

/** Pictures in rows, and files of a note in the storage, so many bytes of each. */
async function fill(bytes: number): Promise<void> {
  const { therapist } = await openNotePractice(test);
  const note = await writeNote(therapist);
  const storage = test.app.get(FileStorage, { strict: false });
  for (let made = 0; made < bytes; made += OBJECT_BYTES) {
    const key = randomBytes(32).toString('hex');
    const picture = randomBytes(OBJECT_BYTES);
    await storage.put(key, randomBytes(OBJECT_BYTES));
    await test.database.query(`insert into images (hash, content_type, bytes, width, height) values ($1, 'image/webp', $2, 1, 1)`, [createHash('sha256').update(picture).digest('hex'), picture]);
    await test.database.query(
      `insert into session_note_files (id, note_id, therapist_id, filename, file_type, media_type, file_size, storage_key, processing_status, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, (select filename from session_note_files limit 1), 'image', 'image/png', $3, $4, 'completed', now(), now())`,
      [note.id, therapist.id, OBJECT_BYTES, key],
    );
  }
}

interface Run {
  child: ChildProcess;
  ended: Promise<number | null>;
  begun: Promise<unknown>;
  said(): string;
}

function start(command: string, path: string, key: string, database: TestDatabase, dataDir: string): Run {
  const harness = join(__dirname, '../harness');
  const child = spawn(process.execPath, ['--require', join(harness, 'outbox-typescript.cjs'), join(harness, 'backup-process.ts'), command, path, key], {
    env: { PATH: process.env['PATH'], ...environmentOver(database, dataDir) } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (said += part.toString()));
  return { child, said: () => said, begun: Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')]), ended: once(child, 'exit').then(([code]) => code as number | null) };
}

/** Starts it again and again until it was killed so many times before its end, somewhere within its work. @param look after each of them */
async function killed(times: number, ms: number, begin: () => Run, look: () => Promise<void>): Promise<void> {
  let within = ms;
  for (let kills = 0; kills < times; ) {
    const run = begin();
    await run.begun;
    await pause(randomInt(Math.ceil(within)));
    run.child.kill('SIGKILL');
    if ((await run.ended) === null) kills += 1;
    // It was quicker than that.
    else within *= 0.7;
    await look();
  }
}

async function isWhole(path: string): Promise<boolean> {
  const file = await openToRead(path);
  return readArchive(decrypted(file, path, [room.keys.identity]), path).then(() => true, () => false).finally(() => file.close());
}

it(`${KILLS} kills while a backup is made and ${KILLS} while it is restored: what has the name of a backup is whole, and a database is empty or has every row`, async () => {
  await fill(10 * OBJECT_BYTES);
  const { identity } = room.keys;
  const whole = room.path('whole.age');
  const startedAt = performance.now();
  await createBackup(configOver(test.testDatabase, test.config.dataDir), whole, [room.keys.recipient], () => undefined);
  const usualMs = Math.ceil(performance.now() - startedAt);

  const path = room.path('killed.age');
  const create = { runs: 0, named: 0 };
  await killed(KILLS, usualMs, () => start('create', path, room.keys.recipient, test.testDatabase, test.config.dataDir), async () => {
    create.runs += 1;
    if (!existsSync(path)) return;
    create.named += 1;
    expect(await isWhole(path)).toBe(true);
    rmSync(path);
  });
  // What was left of them is in nobody's way.
  await createBackup(configOver(test.testDatabase, test.config.dataDir), path, [room.keys.recipient], () => undefined);
  expect([await isWhole(path), readdirSync(room.folder).filter((name) => name.endsWith('.part'))]).toEqual([true, []]);

  const expected = await countedRows(test.testDatabase);
  const restore = { runs: 0, whole: 0 };
  let database = await room.emptyDatabase();
  let dataDir = mkdtempSync(join(room.folder, 'data-'));
  await killed(KILLS, 2 * usualMs, () => start('restore', whole, room.keyFile, database, dataDir), async () => {
    restore.runs += 1;
    const rows = await afterKill(database);
    if ((rows['users'] ?? 0) === 0) {
      expect(Object.keys(rows).filter((name) => !['ai_settings', 'installation_secret', 'migrations'].includes(name))).toEqual([]);
      return;
    }
    restore.whole += 1;
    expect(rows).toMatchObject({ images: expected['images'], session_note_files: expected['session_note_files'], bookings: expected['bookings'], activity_log: expected['activity_log'] ?? 0 });
    database = await room.emptyDatabase();
    dataDir = mkdtempSync(join(room.folder, 'data-'));
  });
  if ((await countedRows(database))['users'] === undefined) await restoreBackup(configOver(database, dataDir), whole, [identity], () => undefined, { sameStorage: true });
  expect((await countedRows(database))['images']).toBe(expected['images']);
  process.stdout.write(
    `backup and kill -9: killed ${KILLS} times of ${create.runs} while it was made, ${create.named} had its name and were whole; killed ${KILLS} times of ${restore.runs} while it was restored, ${restore.whole} databases had every row, the others none; run again, both came to their end\n`,
  );
});

/** A server notices within a moment that its client is gone. */
async function afterKill(database: TestDatabase): Promise<Record<string, number>> {
  for (let tries = 0; tries < 600; tries += 1) {
    const [row] = await inDatabase<{ busy: boolean }>(database, [`select exists (select from pg_stat_activity where datname = current_database() and application_name = 'attune-backup') as busy`]);
    if (!row?.busy) return countedRows(database);
    await pause(100);
  }
  throw new Error('the server still works for a client that is gone');
}

it(`a drill: ${MEGABYTES} MB are restored, verified and answer`, async () => {
  await fill((MEGABYTES / 2) * 1e6);
  const path = room.path('drill.age');
  const [made, makeMs] = await timed(() => createBackup(configOver(test.testDatabase, test.config.dataDir), path, [room.keys.recipient], () => undefined));
  const database = await room.emptyDatabase();
  const dataDir = mkdtempSync(join(room.folder, 'data-'));
  const [, restoreMs] = await timed(() => restoreBackup(configOver(database, dataDir), path, [room.keys.identity], () => undefined));
  const [back, answerMs] = await timed(async () => {
    const app = await startTestApp({ DATA_DIR: dataDir }, () => undefined, database);
    await app.http.get('/api/health/ready').expect((answer) => expect([200, 503]).toContain(answer.status));
    return app;
  });
  const [problems, verifyMs] = await timed(async () => {
    const check = await new SealedCheck(back.app.get(DataSource), back.database, back.app.get(ColumnCipher)).run();
    expect([...check.closed.keys()].filter((column) => !['bookings.manage_token', 'session_note_files.filename'].includes(column))).toEqual([]);
    const log = new LogParts(back.database, back.clock, back.app.get(KeyRing));
    await log.sealer.run(TRIES * 5_000);
    return (await log.chain.verify()).problems;
  });
  expect(problems).toEqual([]);
  await back.close();
  const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
  const plain = [...made.ending.tables, ...made.ending.shelves].reduce((sum, { bytes }) => sum + bytes, 0);
  process.stdout.write(
    `restore drill: ${Math.round(statSync(path).size / 1e6)} MB (${Math.round(plain / 1e6)} MB of pieces) made and read back in ${seconds(makeMs)} s; restored in ${seconds(restoreMs)} s, verified in ${seconds(verifyMs)} s, answering after ${seconds(answerMs)} s: ${seconds(restoreMs + verifyMs + answerMs)} s in all\n`,
  );
}, 30 * 60_000);

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const startedAt = performance.now();
  return [await work(), performance.now() - startedAt];
}
