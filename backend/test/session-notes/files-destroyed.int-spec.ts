import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { NoteFileContents } from '../../src/modules/session-notes/files/file-contents.service';
import { addFile, bytesOf, pictureOf, sendFile } from '../harness/note-files';
import { filesBelow, S3Server, startS3Server } from '../harness/s3-server';
import { DEEDS, Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

const DAY_MS = 24 * 3_600_000;

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

describe.each(['a folder', 'a bucket'] as const)('files in %s', (kind) => {
  let test: TestApp;
  let practice: NotePractice;
  let note: Note;

  beforeAll(async () => {
    test = await startTestApp(kind === 'a bucket' ? s3.environment : {});
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    practice = await openNotePractice(test);
    note = await writeNote(practice.therapist, { client_id: practice.clientId });
    await runDeletions();
  });

  /** Every file of the storage, as text. */
  const stored = (): string[] => (kind === 'a bucket' ? s3.contents() : filesBelow(join(test.config.dataDir, 'files')).map((path) => readFileSync(path, 'latin1')));
  const count = (): number => (kind === 'a bucket' ? s3.count() : stored().length);
  /** Every row of every table, as text; bytes also as the text that they may be. */
  const everyRow = async (): Promise<{ table: string; row: string }[]> => {
    const tables = await test.database.query<{ name: string }>(`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
    const rows = await Promise.all(tables.map(async ({ name }) => (await test.database.query<{ row: object }>(`select to_jsonb(t) as row from ${name} t`)).map(({ row }) => ({ table: name, row: JSON.stringify(row) }))));
    return rows.flat().map(({ table, row }) => ({ table, row: row.replace(/\\\\x((?:[0-9a-f]{2})+)/g, (whole, hex: string) => `${whole} ${Buffer.from(hex, 'hex').toString('latin1')}`) }));
  };
  const tablesWith = async (text: string): Promise<string[]> => [...new Set((await everyRow()).filter(({ row }) => row.includes(text)).map(({ table }) => table))].sort();
  /** What the worker does with the jobs that wait. */
  const runDeletions = async (): Promise<void> => {
    const jobs = await test.database.query<{ id: string; payload: { storage_key: string } }>(`delete from outbox where job = 'delete-stored-file' returning id, payload`);
    for (const { payload } of jobs) await test.app.get(NoteFileContents, { strict: false }).destroy(payload);
  };

  it('are given back from there', async () => {
    const content = await pictureOf(80, 50).png().toBuffer();
    const file = await addFile(practice.therapist, note.id, content);
    expect(((await bytesOf(practice.therapist.get(`${DEEDS}/${note.id}/files/${file.id}/content`)).expect(200)).body as Buffer).equals(content)).toBe(true);
  });

  it('nothing of them stands anywhere in the clear: in no table, job, object, temporary file or log', async () => {
    const canary = `canary${randomBytes(9).toString('hex')}`;
    const written = jest.spyOn(process.stdout, 'write');
    // A picture whose bytes can be recognised: noise that is stored as it is.
    const noise = randomBytes(3 * 64 * 64);
    const png = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } }).png({ compressionLevel: 0 }).withExif({ IFD0: { Artist: canary } }).toBuffer();
    const visible = noise.subarray(0, 24).toString('latin1');
    expect(png.toString('latin1')).toContain(visible);
    const file = await addFile(practice.therapist, note.id, png, `${canary}.png`);
    await sendFile(practice.therapist, note.id, Buffer.from(canary), `${canary}.png`, canary).expect(415);
    await practice.therapist.get(`${DEEDS}/${note.id}/files/${file.id}/content`).expect(200);
    await practice.therapist.get(`${DEEDS}/${note.id}/files/${file.id}/pages/1/image`).expect(200);
    await practice.therapist.delete(`${DEEDS}/${note.id}/files/${file.id}`).expect(200);
    await addFile(practice.therapist, note.id, png, `${canary}.png`);
    const logged = written.mock.calls.map(([part]) => String(part)).join('');
    written.mockRestore();
    for (const text of [canary, visible]) {
      expect(await tablesWith(text)).toEqual([]);
      expect(stored().filter((content) => content.includes(text))).toEqual([]);
      expect(filesBelow(test.config.dataDir).filter((path) => readFileSync(path, 'latin1').includes(text) || path.includes(text))).toEqual([]);
      expect(logged).not.toContain(text);
    }
  });

  it('are gone with their note: rows, key, objects and all that names them', async () => {
    const before = count();
    const files = [await addFile(practice.therapist, note.id), await addFile(practice.therapist, note.id)];
    const other = await writeNote(practice.therapist);
    const stays = await addFile(practice.therapist, other.id);
    // One was read, one could not be, and the other note's still waits.
    await test.database.query(`update outbox set state = 'done', finished_at = now() where payload->>'file_id' = $1`, [files[0]?.id]);
    await test.database.query(`update outbox set state = 'failed', last_error = 'x', finished_at = now() where payload->>'file_id' = $1`, [files[1]?.id]);
    expect(count()).toBe(before + 3);
    const [key] = await test.database.query<{ wrapped: string }>(`select encode(wrapped_key, 'hex') as wrapped from session_note_keys where note_id = $1`, [note.id]);
    const names = (await test.database.query<{ storage_key: string }>('select storage_key from session_note_files where note_id = $1', [note.id])).map(({ storage_key }) => storage_key);
    expect(await tablesWith(key?.wrapped ?? 'none')).toEqual(['session_note_keys']);
    expect((await practice.therapist.delete(`${DEEDS}/${note.id}`).expect(200)).body).toEqual({ status: 'deleted' });
    await runDeletions();
    expect(count()).toBe(before + 1);
    for (const text of [key?.wrapped ?? '', ...names]) expect(await tablesWith(text)).toEqual([]);
    // The log says that they were there, and nothing of what they were.
    for (const { id } of files) expect((await tablesWith(id)).filter((table) => !table.startsWith('activity_'))).toEqual([]);
    expect(await tablesWith(stays.id)).toContain('outbox');
    expect(await test.database.query('select 1 from session_note_keys where note_id = $1', [note.id])).toEqual([]);
    for (const { id } of files) await practice.therapist.get(`${DEEDS}/${note.id}/files/${id}/content`).expect(404);
    expect((await practice.therapist.get(`${NOTES}/${other.id}`).expect(200)).body).toMatchObject({ files: [{ filename: 'page.png' }] });
  });

  it('are gone one by one, and a job that is tried again does no harm; one that names a file that is there is refused', async () => {
    const before = count();
    const [file, stays] = [await addFile(practice.therapist, note.id), await addFile(practice.therapist, note.id)];
    const [row] = await test.database.query<{ storage_key: string }>('select storage_key from session_note_files where id = $1', [stays.id]);
    await practice.therapist.delete(`${DEEDS}/${note.id}/files/${file.id}`).expect(200);
    await runDeletions();
    expect(count()).toBe(before + 1);
    const contents = test.app.get(NoteFileContents, { strict: false });
    await contents.destroy({ storage_key: 'a'.repeat(64) });
    await expect(contents.destroy({ storage_key: row?.storage_key ?? '' })).rejects.toThrow('A note still has this file.');
    await practice.therapist.get(`${DEEDS}/${note.id}/files/${stays.id}/content`).expect(200);
  });

  it('what no note has goes after a day, and what one has stays', async () => {
    const contents = test.app.get(NoteFileContents, { strict: false });
    const file = await addFile(practice.therapist, note.id);
    await contents.deleteUnnamed();
    const before = count();
    const left = { id: note.id, note_id: note.id, therapist_id: practice.therapist.id, media_type: 'image/png' as const, storage_key: randomBytes(32).toString('hex') };
    await contents.put(left, Buffer.from('of an upload that was cut off'));
    expect(await contents.deleteUnnamed()).toBe(0);
    expect(count()).toBe(before + 1);
    test.clock.advance(DAY_MS + 60_000);
    expect(await contents.deleteUnnamed()).toBeGreaterThanOrEqual(1);
    test.clock.advance(-DAY_MS - 60_000);
    await practice.therapist.get(`${DEEDS}/${note.id}/files/${file.id}/content`).expect(200);
    const named = await test.database.query('select storage_key from session_note_files');
    expect(count()).toBe(named.length);
  });
});

it('a storage that is away is told in a sentence, and the note is unharmed', async () => {
  const test = await startTestApp();
  const { therapist } = await openNotePractice(test);
  const note = await writeNote(therapist);
  const file = await addFile(therapist, note.id);
  const folder = join(test.config.dataDir, 'files');
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'no folder');
  const answer = await sendFile(therapist, note.id, await pictureOf().png().toBuffer()).expect(503);
  expect(answer.body).toMatchObject({ detail: 'Files cannot be kept or fetched just now. The note itself is safe. Please try again in a moment.' });
  await therapist.get(`${DEEDS}/${note.id}/files/${file.id}/content`).expect(503);
  expect((await therapist.get(`${NOTES}/${note.id}`).expect(200)).body).toMatchObject({ files: [{ id: file.id }] });
  await therapist.delete(`${DEEDS}/${note.id}`).expect(200);
  const [job] = await test.database.query<{ payload: { storage_key: string } }>(`select payload from outbox where job = 'delete-stored-file'`);
  const contents = test.app.get(NoteFileContents, { strict: false });
  await expect(contents.destroy(job?.payload ?? { storage_key: '' })).rejects.toThrow('The file storage failed');
  rmSync(folder);
  mkdirSync(folder);
  await contents.destroy(job?.payload ?? { storage_key: '' });
  await test.close();
});
