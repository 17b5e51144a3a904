import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { pdfOf } from '../harness/files-to-read';
import { addFile, bytesOf, pictureOf, sendFile, TestNoteFile } from '../harness/note-files';
import { filesBelow } from '../harness/s3-server';
import { DEEDS, Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

const ABSENT = '0192d3a4-0000-7000-8000-000000000000';

let test: TestApp;
let practice: NotePractice;
let note: Note;
let png: Buffer;

beforeAll(async () => {
  test = await startTestApp();
  png = await pictureOf().png().toBuffer();
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openNotePractice(test);
  note = await writeNote(practice.therapist, { client_id: practice.clientId });
});

const send = (content: Buffer, name?: string, key?: string) => sendFile(practice.therapist, note.id, content, name, key);
const pathOf = ({ id }: { id: string }, rest = ''): string => `${DEEDS}/${note.id}/files/${id}${rest}`;
const filesOf = async (): Promise<TestNoteFile[]> => ((await practice.therapist.get(`${NOTES}/${note.id}`).expect(200)).body as { files: TestNoteFile[] }).files;
const storedFiles = (): string[] => filesBelow(join(test.config.dataDir, 'files'));
const detailOf = async (call: PromiseLike<{ status: number; body: unknown }>): Promise<[number, string]> => {
  const { status, body } = await call;
  return [status, (body as { detail: string }).detail];
};

describe('a file of a note', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('is taken by its content, kept encrypted, listed and given back as it was: %s', async (format) => {
    const content = await pictureOf(300, 200).toFormat(format).toBuffer();
    const before = storedFiles();
    const { body } = await send(content, `Sitzung März.${format}`).expect(201);
    const file = { filename: `Sitzung März.${format}`, file_type: 'image', media_type: `image/${format}`, file_size: content.length, page_count: 1 };
    expect(body).toMatchObject({ ...file, processing_status: 'processing', error_reason: null, extracted_text: null, ai_analysis: null });
    expect(await filesOf()).toEqual([body]);
    expect((await practice.therapist.get(`${DEEDS}/${note.id}/files`).expect(200)).body).toEqual([body]);

    const [stored, ...others] = storedFiles().filter((path) => !before.includes(path));
    expect([others, stored?.includes('rz')]).toEqual([[], false]);
    expect(readFileSync(stored ?? '').includes(content.subarray(40, 60))).toBe(false);

    const answer = await bytesOf(practice.therapist.get(pathOf(body as TestNoteFile, '/content'))).expect(200);
    expect((answer.body as Buffer).equals(content)).toBe(true);
    expect(answer.headers).toMatchObject({
      'content-type': `image/${format}`,
      'content-disposition': `attachment; filename="Sitzung M?rz.${format}"; filename*=UTF-8''Sitzung%20M%C3%A4rz.${format}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
    });
  });

  it('is a PDF with its pages', async () => {
    const content = await pdfOf([{ text: ['One'] }, { text: ['Two'] }]);
    const file = await addFile(practice.therapist, note.id, content, 'letter.PDF');
    expect(file).toMatchObject({ filename: 'letter.PDF', file_type: 'pdf', media_type: 'application/pdf', page_count: 2 });
    expect(((await bytesOf(practice.therapist.get(pathOf(file, '/content')))).body as Buffer).equals(content)).toBe(true);
    for (const page of [1, 2]) {
      const answer = await bytesOf(practice.therapist.get(pathOf(file, `/pages/${page}/image`))).expect(200);
      expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(await sharp(answer.body as Buffer).metadata()).toMatchObject({ format: 'webp', height: 2400 });
    }
    for (const page of ['0', '3', '-1', '1.5', 'x', '9999999']) await practice.therapist.get(pathOf(file, `/pages/${page}/image`)).expect(404);
  });

  it('shows a photograph upright and no larger than needed, and keeps nothing of where it was taken', async () => {
    const content = await pictureOf(3000, 1500).withExif({ IFD0: { Artist: 'canary-artist' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const file = await addFile(practice.therapist, note.id, content, 'page.jpg');
    const shown = await bytesOf(practice.therapist.get(pathOf(file, '/pages/1/image'))).expect(200);
    const seen = await sharp(shown.body as Buffer).metadata();
    expect([seen.width, seen.height, seen.exif]).toEqual([1200, 2400, undefined]);
    const kept = (await bytesOf(practice.therapist.get(pathOf(file, '/content'))).expect(200)).body as Buffer;
    expect([kept.includes('canary-artist'), (await sharp(kept).metadata()).orientation]).toEqual([false, 6]);
    expect(file.file_size).toBe(kept.length);
  });

  it('is nobody else’s, and is under its own note alone', async () => {
    const file = await addFile(practice.therapist, note.id);
    const other = await signInTherapist(test);
    const otherNote = await writeNote(practice.therapist);
    const foreignNote = await writeNote(other);
    await sendFile(other, note.id, png).expect(404);
    for (const rest of ['/content', '/pages/1/image']) {
      await other.get(pathOf(file, rest)).expect(404);
      await practice.therapist.get(`${DEEDS}/${otherNote.id}/files/${file.id}${rest}`).expect(404);
      await other.get(`${DEEDS}/${foreignNote.id}/files/${file.id}${rest}`).expect(404);
      await practice.therapist.get(pathOf({ id: ABSENT }, rest)).expect(404);
      await practice.therapist.get(pathOf({ id: 'x' }, rest)).expect(404);
    }
    for (const path of [pathOf(file), `${DEEDS}/${foreignNote.id}/files/${file.id}`]) await other.delete(path).expect(404);
    await other.post(pathOf(file, '/retry'), {}).expect(404);
    await other.get(`${DEEDS}/${note.id}/files`).expect(404);
    expect(await filesOf()).toHaveLength(1);
  });

  it('goes into the log with whose record it is, and without its name', async () => {
    const file = await addFile(practice.therapist, note.id, png, 'canary-name.png');
    await practice.therapist.get(pathOf(file, '/content')).expect(200);
    await practice.therapist.get(pathOf(file, '/pages/1/image')).expect(200);
    await practice.therapist.delete(pathOf(file)).expect(200);
    const log = await test.database.query<{ action: string; client_ids: string[]; details: object }>(
      `select action, client_ids, details from activity_log where subject_id = $1 and action like '%file' order by seq`,
      [note.id],
    );
    expect(log.map(({ action }) => action)).toEqual(['add_note_file', 'download_note_file', 'read_note_file', 'delete_note_file']);
    for (const { client_ids, details } of log) expect({ client_ids, details }).toMatchObject({ client_ids: [practice.clientId], details: { file_id: file.id } });
  });
});

describe('what is no file of a note', () => {
  const format = 'This is not a file that a note can have. Please use a JPEG, PNG or WebP picture, or a PDF.';

  it('is refused with a sentence, and leaves nothing behind', async () => {
    const before = storedFiles();
    const cases: [string, Buffer, number, string][] = [
      ['nothing.png', Buffer.alloc(0), 415, 'This file is empty.'],
      ['text.png', Buffer.from('not a picture at all'), 415, format],
      ['script.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'), 415, format],
      ['moving.png', await pictureOf().gif().toBuffer(), 415, format],
      ['late.pdf', Buffer.concat([Buffer.from('MZ\0\0'), await pdfOf([{ text: ['x'] }])]), 415, format],
      ['half.png', (await sharp(randomBytes(120_000), { raw: { width: 200, height: 200, channels: 3 } }).png().toBuffer()).subarray(0, 60_000), 415, 'This file is damaged and cannot be read.'],
      ['words.pdf', Buffer.from('%PDF-1.7\nnothing else'), 415, 'This file is damaged and cannot be read.'],
      ['long.pdf', await pdfOf(Array.from({ length: 31 }, () => ({ text: ['x'] }))), 413, 'This PDF has more than 30 pages. Please split it.'],
      ['wide.png', await sharp({ create: { width: 10_000, height: 5_001, channels: 3, background: '#fff' }, limitInputPixels: false }).png().toBuffer(), 413, 'This picture has more than 50 megapixels. Please use a smaller one.'],
      ['large.png', Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024 + 1 - png.length)]), 413, 'This file is too large. Please use one of at most 20 MB.'],
    ];
    for (const [name, content, status, detail] of cases) expect([name, ...(await detailOf(send(content, name)))]).toEqual([name, status, detail]);
    expect(await filesOf()).toEqual([]);
    expect(storedFiles()).toEqual(before);
    // 20 MB and not a byte more.
    await send(Buffer.concat([png, Buffer.alloc(20 * 1024 * 1024 - png.length)])).expect(201);
  });

  it('is no form without the one field, or with several files', async () => {
    const path = `${DEEDS}/${note.id}/upload-file`;
    const missing = 'Send one file in the field "file".';
    for (const call of [
      practice.therapist.post(path),
      practice.therapist.post(path).attach('other', png, 'page.png'),
      practice.therapist.post(path).attach('file', png, 'a.png').attach('file', png, 'b.png'),
      practice.therapist.post(path).field('file', 'text'),
    ]) {
      expect(await detailOf(call)).toEqual([400, missing]);
    }
  });

  it('does not come near a note that is signed, also past the application', async () => {
    const file = await addFile(practice.therapist, note.id);
    await practice.therapist.post(`${DEEDS}/${note.id}/sign`, {}).expect(200);
    const signed = 'This note is signed, so its files stay as they are. Unlock it with a reason first.';
    expect(await detailOf(send(png))).toEqual([422, signed]);
    expect(await detailOf(practice.therapist.delete(pathOf(file)))).toEqual([422, signed]);
    expect((await filesOf()).map(({ id }) => id)).toEqual([file.id]);
    await expect(test.database.query('delete from session_note_files where id = $1', [file.id])).rejects.toThrow('a signed note keeps its files');
    await practice.therapist.get(pathOf(file, '/content')).expect(200);
    // What is read of it goes on.
    await test.database.query(`update session_note_files set processing_status = 'error', error_reason = 'effort' where id = $1`, [file.id]);
    await practice.therapist.post(pathOf(file, '/retry'), {}).expect(200);
  });

  it('is one more than a note can have, or than there is room for', async () => {
    const file = await addFile(practice.therapist, note.id);
    const copies = (count: number): Promise<unknown> =>
      test.database.query(
        `insert into session_note_files select gen_random_uuid(), note_id, therapist_id, filename, file_type, media_type, file_size, page_count,
           encode(sha256(random()::text::bytea || i::text::bytea), 'hex'), processing_status, error_reason, created_at, updated_at
         from session_note_files, generate_series(1, $2) i where id = $1`,
        [file.id, count],
      );
    await copies(49);
    expect(await detailOf(send(png))).toEqual([422, 'A note can have at most 50 files. Please add the rest to another note.']);
    await test.database.query('delete from session_note_files where note_id = $1 and id <> $2', [note.id, file.id]);
    await test.database.query('update session_note_files set file_size = 2147483647 where id = $1', [file.id]);
    await copies(5);
    const [status, detail] = await detailOf(send(png));
    expect([status, detail]).toEqual([422, expect.stringMatching(/^Your files take all of the 10,240 MB that they may\./)]);
    await test.database.query('delete from session_note_files where note_id = $1', [note.id]);
  });
});

describe('adding a file', () => {
  it('again with the same key adds one; with the same key and another file it is refused', async () => {
    const key = randomUUID();
    const [first, second] = [(await send(png, 'page.png', key).expect(201)).body as TestNoteFile, (await send(png, 'page.png', key).expect(201)).body as TestNoteFile];
    expect(second).toEqual(first);
    expect(await filesOf()).toHaveLength(1);
    await send(await pictureOf(61).png().toBuffer(), 'page.png', key).expect(422);
    const both = randomUUID();
    const [one, two] = await Promise.all([send(png, 'page.png', both), send(png, 'page.png', both)]);
    expect((one.body as TestNoteFile).id).toBe((two.body as TestNoteFile).id);
    expect(await filesOf()).toHaveLength(2);
  });

  it('works for several at once, each with its own bytes', async () => {
    const contents = await Promise.all([50, 51, 52, 53, 54, 55].map((width) => pictureOf(width).png().toBuffer()));
    const files = await Promise.all(contents.map((content, index) => addFile(practice.therapist, note.id, content, `${index}.png`)));
    for (const [index, file] of files.entries()) {
      expect(((await bytesOf(practice.therapist.get(pathOf(file, '/content')))).body as Buffer).equals(contents[index] ?? png)).toBe(true);
    }
  });

  it('has its limit in an hour, whatever becomes of the files', async () => {
    const limited = await startTestApp({ NOTE_FILE_UPLOAD_LIMIT: '3' });
    const therapist = await signInTherapist(limited);
    const { id } = await writeNote(therapist);
    await sendFile(therapist, id, Buffer.from('no file')).expect(415);
    await sendFile(therapist, ABSENT, png).expect(404);
    await sendFile(therapist, id, png).expect(201);
    expect(await detailOf(sendFile(therapist, id, png))).toEqual([429, 'You can upload 3 files an hour. Please try again later.']);
    await limited.close();
  });
});

describe('a file that does not open', () => {
  it('is told where its object was changed, swapped with another one’s, or is missing', async () => {
    const before = storedFiles();
    const [one, two] = [await addFile(practice.therapist, note.id), await addFile(practice.therapist, note.id)];
    const paths = storedFiles().filter((path) => !before.includes(path));
    const [a = '', b = ''] = paths;
    const [bytesA, bytesB] = [readFileSync(a), readFileSync(b)];
    const lost = 'This file cannot be opened: it was changed or is missing in the storage. Please tell whoever runs this installation.';
    const both = async (): Promise<unknown> => Promise.all([one, two].map((file) => detailOf(practice.therapist.get(pathOf(file, '/content')))));
    writeFileSync(a, bytesB);
    writeFileSync(b, bytesA);
    expect(await both()).toEqual([[409, lost], [409, lost]]);
    writeFileSync(a, bytesA.subarray(0, -1));
    writeFileSync(b, Buffer.concat([bytesB, Buffer.alloc(1)]));
    expect(await both()).toEqual([[409, lost], [409, lost]]);
    writeFileSync(a, bytesA);
    writeFileSync(b, bytesB);
    for (const { id } of [one, two]) await practice.therapist.get(pathOf({ id }, '/content')).expect(200);
    // A row that is handed to another file does not open its bytes either.
    const [of] = await test.database.query<{ storage_key: string }>('select storage_key from session_note_files where id = $1', [two.id]);
    await test.database.query(`update session_note_files set storage_key = encode(sha256('x'), 'hex') where id = $1`, [two.id]);
    await test.database.query('update session_note_files set storage_key = $2 where id = $1', [one.id, of?.storage_key]);
    expect(await both()).toEqual([[409, lost], [409, lost]]);
  });

  it('can be read again where it ended in an error, and only there', async () => {
    const file = await addFile(practice.therapist, note.id);
    expect(await detailOf(practice.therapist.post(pathOf(file, '/retry'), {}))).toEqual([422, 'This file is not waiting for another try.']);
    await test.database.query(`update session_note_files set processing_status = 'error', error_reason = 'effort' where id = $1`, [file.id]);
    expect(await filesOf()).toMatchObject([{ processing_status: 'error', error_reason: 'This file takes too long to read. Please use a smaller or simpler one.' }]);
    expect((await practice.therapist.post(pathOf(file, '/retry'), {}).expect(200)).body).toMatchObject({ processing_status: 'processing', error_reason: null });
  });
});
