import { Client } from 'pg';
import { Clock } from '../../src/common/clock/clock';
import { NotYet } from '../../src/common/jobs/job';
import { Works } from '../../src/common/work/work';
import { AiModel } from '../../src/integrations/ai/ai-model';
import { PageReader, ReadableFile } from '../../src/integrations/ocr/page-reader';
import { FileRefusal, FileRefused, PageText, ReaderAway } from '../../src/integrations/ocr/page-text';
import { AnalysesOfReadFiles } from '../../src/modules/session-notes/analyses/read-files';
import { FileReadingService } from '../../src/modules/session-notes/reading/file-reading.service';
import { NoteFileRepository } from '../../src/modules/session-notes/files/file.repository';
import { PageVision } from '../../src/modules/session-notes/reading/page-vision';
import { NotePageRepository } from '../../src/modules/session-notes/reading/page.repository';
import { pdfOf, printedPage } from '../harness/files-to-read';
import { HeldFiles } from '../harness/held-files';
import { DEEDS, Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';


let test: TestApp;
let practice: NotePractice;
let note: Note;
let files: HeldFiles;

beforeAll(async () => {
  test = await startTestApp();
  files = new HeldFiles(test);
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openNotePractice(test);
  note = await writeNote(practice.therapist, { booking_id: practice.bookingId });
});

/** Reads what it is told to, and remembers what it was asked. */
class ToldReader extends PageReader {
  readonly read: number[] = [];
  pages = 3;
  confidence = 93;
  before: (page: number) => Promise<void> | void = () => undefined;

  constructor() {
    super(test.config);
  }

  override async countPages(file: ReadableFile): Promise<number> {
    await file.content();
    return this.pages;
  }

  override async readPage(file: ReadableFile, page: number): Promise<PageText> {
    await this.before(page);
    await file.content();
    this.read.push(page);
    const text = `Page ${page} about Zanzibar`;
    return { engine: 'tesseract', text, confidence: this.confidence, unsure: [{ start: 0, end: 4, confidence: 41, box: [0.1, 0.1, 0.2, 0.05] }] };
  }
}

const serviceOf = (reader: PageReader): FileReadingService => new FileReadingService(test.app.get(NotePageRepository), reader, new PageVision(test.app.get(AiModel), reader, test.app.get(NotePageRepository)), files.storage, test.app.get(Clock), test.app.get(Works), test.app.get(AnalysesOfReadFiles));
const addFile = (content: Buffer = Buffer.from('bytes'), mediaType?: string): Promise<string> => files.add({ id: note.id, therapistId: practice.therapist.id }, content, mediaType);
const filesOf = (): string => `${DEEDS}/${note.id}/files`;
const reading = async (id: string): Promise<Record<string, unknown> & { pages: Record<string, unknown>[] }> =>
  (await practice.therapist.get(`${filesOf()}/${id}/pages`).expect(200)).body as Record<string, unknown> & { pages: Record<string, unknown>[] };

it('reads a document of printed and pictured pages to its end, and tells how far it is', async () => {
  const id = await addFile(await pdfOf([{ text: ['Written text on the first page.'] }, { picture: printedPage(['Seen on the second page.']) }]));
  expect(await reading(id)).toMatchObject({ processing_status: 'processing', page_count: null, pages_read: 0, pages: [] });
  const reader = new PageReader(test.config);
  await serviceOf(reader).read({ file_id: id });
  reader.beforeApplicationShutdown();
  expect(await reading(id)).toMatchObject({
    ...{ processing_status: 'completed', error_reason: null, page_count: 2, pages_read: 2 },
    pages: [
      { page: 1, engine: 'text-layer', text: 'Written text on the first page.', confidence: null, is_low_confidence: false, correction: null, version: 1 },
      { page: 2, engine: 'tesseract', text: 'Seen on the second page.', is_low_confidence: false },
    ],
  });
  const [row] = await test.database.query<{ row: string }>('select p::text as row from session_note_file_pages p where file_id = $1 and page = 1', [id]);
  expect(row?.row).not.toContain(Buffer.from('Written').toString('hex'));
});

it('goes on after a crash with the first page that is not read, and reads no page again', async () => {
  const id = await addFile();
  const crashing = new ToldReader();
  crashing.before = (page) => {
    if (page === 2) throw new ReaderAway();
  };
  await expect(serviceOf(crashing).read({ file_id: id })).rejects.toThrow(ReaderAway);
  expect(await reading(id)).toMatchObject({ processing_status: 'processing', page_count: 3, pages_read: 1 });
  const next = new ToldReader();
  await serviceOf(next).read({ file_id: id });
  expect([crashing.read, next.read]).toEqual([[1], [2, 3]]);
  expect(await reading(id)).toMatchObject({ processing_status: 'completed', pages_read: 3 });
  await serviceOf(next).read({ file_id: id });
  expect(next.read).toEqual([2, 3]);
});

it.each<[FileRefusal, RegExp]>([['encrypted', /password/], ['pages', /30 pages/], ['broken', /damaged/], ['effort', /too long/], ['pixels', /50 megapixels/]])('a file that is refused ends with the reason, here %s, and can be tried again', async (reason, words) => {
  const id = await addFile();
  const reader = new ToldReader();
  reader.before = (page) => {
    if (page === 2) throw new FileRefused(reason);
  };
  await serviceOf(reader).read({ file_id: id });
  const ended = await reading(id);
  expect(ended).toMatchObject({ processing_status: 'error', error_reason: reason, pages_read: 1 });
  expect(ended['error_message']).toMatch(words);
  const again = await practice.therapist.post(`${filesOf()}/${id}/retry`, {}).expect(200);
  expect(again.body).toMatchObject({ processing_status: 'processing', error_reason: null, pages_read: 1, extracted_text: 'Page 1 about Zanzibar' });
  const jobs = await test.database.query<{ payload: unknown }>(`select payload from outbox where job = 'read-note-file' and payload->>'file_id' = $1`, [id]);
  expect(jobs).toEqual([{ payload: { file_id: id } }]);
  await practice.therapist.post(`${filesOf()}/${id}/retry`, {}).expect(422);
  const healed = new ToldReader();
  await serviceOf(healed).read({ file_id: id });
  expect(healed.read).toEqual([2, 3]);
});

it('a page whose reading never comes to an end is given up in the end, and a file that is gone is said to be', async () => {
  const id = await addFile();
  const broken = new ToldReader();
  broken.before = () => {
    throw new Error('the storage is away');
  };
  for (let tries = 0; tries < 8; tries += 1) await expect(serviceOf(broken).read({ file_id: id })).rejects.toThrow('away');
  await serviceOf(broken).read({ file_id: id });
  expect(await reading(id)).toMatchObject({ processing_status: 'error', error_reason: 'interrupted' });
  const lost = await addFile();
  files.lose(lost);
  await serviceOf(new ToldReader()).read({ file_id: lost });
  expect(await reading(lost)).toMatchObject({ processing_status: 'error', error_reason: 'lost' });
});

it('a note that is deleted while its file is read ends the reading quietly and leaves nothing', async () => {
  const id = await addFile();
  const reader = new ToldReader();
  reader.before = async (page) => {
    if (page === 2) await practice.therapist.delete(`${DEEDS}/${note.id}`).expect(200);
  };
  await serviceOf(reader).read({ file_id: id });
  expect(await test.database.query('select id from session_note_file_pages where file_id = $1', [id])).toEqual([]);
  await practice.therapist.get(`${filesOf()}/${id}/pages`).expect(404);
});

it('says of a page below 60 that it is handwriting, and keeps a correction beside what was read; a second one waits its turn', async () => {
  const id = await addFile();
  const reader = new ToldReader();
  reader.confidence = 59;
  await serviceOf(reader).read({ file_id: id });
  expect((await reading(id)).pages[0]).toMatchObject({ confidence: 59, is_low_confidence: true, unsure: [{ start: 0, end: 4, confidence: 41, box: [0.1, 0.1, 0.2, 0.05] }] });
  const correct = (text: string, version: number) => practice.therapist.put(`${filesOf()}/${id}/pages/1`, { text, version });
  expect((await correct('Page 1 about Madagascar', 1).expect(200)).body).toMatchObject({ text: 'Page 1 about Zanzibar', correction: 'Page 1 about Madagascar', version: 2 });
  // Sent again after a lost answer.
  await correct('Page 1 about Madagascar', 1).expect(200);
  expect((await correct('Another', 1).expect(409)).body).toMatchObject({ detail: expect.stringContaining('Nothing is lost') as string });
  await correct('Another', 2).expect(200);
  expect((await reading(id)).pages[0]).toMatchObject({ text: 'Page 1 about Zanzibar', correction: 'Another', version: 3 });
  await practice.therapist.put(`${filesOf()}/${id}/pages/9`, { text: 'x', version: 1 }).expect(404);
  await practice.therapist.post(`${DEEDS}/${note.id}/sign`, {}).expect(200);
  await correct('Signed', 3).expect(422);
});

it('corrects nothing after the signature, also where both are asked for at once', async () => {
  const id = await addFile();
  const reader = new ToldReader();
  reader.pages = 1;
  await serviceOf(reader).read({ file_id: id });
  // Somebody signs: the correction waits, and sees it.
  const signing = new Client({ connectionString: test.testDatabase.ownerUrl });
  await signing.connect();
  await signing.query('begin');
  await signing.query('select from session_notes where id = $1 for update', [note.id]);
  const correcting = practice.therapist.put(`${filesOf()}/${id}/pages/1`, { text: 'Too late', version: 1 }).then(({ status }) => status);
  await new Promise((resolve) => setTimeout(resolve, 300));
  await signing.query('update session_notes set signed_at = now() where id = $1', [note.id]);
  await signing.query('commit');
  await signing.end();
  expect(await correcting).toBe(422);
});

it('finds a note by what its files say, and by the correction instead of what it corrects', async () => {
  const other = await writeNote(practice.therapist, { title: 'Other' });
  const search = async (q: string): Promise<string[]> => ((await practice.therapist.get(`${NOTES}?q=${encodeURIComponent(q)}`).expect(200)).body as { id: string }[]).map(({ id }) => id);
  expect(await search('zanzibar')).toEqual([]);
  const id = await addFile();
  const reader = new ToldReader();
  reader.pages = 1;
  await serviceOf(reader).read({ file_id: id });
  expect(await search('zanzibar said')).toEqual([note.id]);
  await practice.therapist.put(`${filesOf()}/${id}/pages/1`, { text: 'Madagascar', version: 1 }).expect(200);
  expect([await search('zanzibar'), await search('MADAGASCAR')]).toEqual([[], [note.id]]);
  const moved = await files.add({ id: other.id, therapistId: practice.therapist.id }, Buffer.from('x'));
  await serviceOf(reader).read({ file_id: moved });
  expect(await search('zanzibar')).toEqual([other.id]);
  await test.database.query('delete from session_note_files where id = $1', [moved]);
  expect(await search('zanzibar')).toEqual([]);
});

it('shows and changes nothing of somebody else’s', async () => {
  const id = await addFile();
  await serviceOf(new ToldReader()).read({ file_id: id });
  const other = await openNotePractice(test);
  await other.therapist.get(`${filesOf()}/${id}/pages`).expect(404);
  await other.therapist.put(`${filesOf()}/${id}/pages/1`, { text: 'Mine', version: 1 }).expect(404);
  await other.therapist.post(`${filesOf()}/${id}/retry`, {}).expect(404);
});

describe('a small file with more text than a book', () => {
  const LETTERS = 'Wörter '.repeat(14_000);

  class LongReader extends ToldReader {
    override pages = 30;
    override async readPage(file: ReadableFile, page: number): Promise<PageText> {
      return { ...(await super.readPage(file, page)), text: `${page}: ${LETTERS}`, unsure: [] };
    }
  }

  it('is read as far as files are, says so, takes its space, and its list carries the beginning alone', async () => {
    const id = await addFile();
    await serviceOf(new LongReader()).read({ file_id: id });
    const read = await reading(id);
    expect(read).toMatchObject({ processing_status: 'completed', pages_read: 30, remark: 'This file has more text than is read of one file, or of all files of one note. The rest was not read.' });
    expect(Buffer.byteLength(read.pages.map(({ text }) => text).join(''))).toBeLessThanOrEqual(500_000);
    const [{ extracted_text: listed, pages_read: pages }] = (await practice.therapist.get(filesOf()).expect(200)).body as [{ extracted_text: string; pages_read: number }];
    expect([listed, pages]).toEqual([`1: ${LETTERS}`.slice(0, 2_000), 30]);
    const { bytes } = await test.app.get(NoteFileRepository).countUse(practice.therapist.id, note.id);
    expect(bytes).toBeGreaterThan(490_000);
    // Neither do corrections grow past that.
    const correct = (page: number, text: string) => practice.therapist.put(`${filesOf()}/${id}/pages/${page}`, { text, version: 1 });
    for (const page of [1, 2, 3, 4]) await correct(page, LETTERS).expect(200);
    expect((await correct(5, LETTERS).expect(422)).body).toMatchObject({ detail: 'The corrections of this file, or of all files of this note, are too long. Nothing was saved; please shorten this one.' });
  });

  it('is searched to where it was read, and the note reads no more than so much of all its files', async () => {
    for (let file = 0; file < 8; file += 1) await serviceOf(new LongReader()).read({ file_id: await addFile() });
    const [{ bytes } = { bytes: 0 }] = await test.database.query<{ bytes: number }>('select sum(octet_length(p.text))::int as bytes from session_note_file_pages p join session_note_files f on f.id = p.file_id where f.note_id = $1', [note.id]);
    expect(bytes).toBeLessThan(3_100_000);
    const found = await practice.therapist.get(`${NOTES}?q=${encodeURIComponent('wörter')}`).expect(200);
    expect((found.body as Note[]).map(({ id }) => id)).toEqual([note.id]);
  });
});

describe('a file that takes long', () => {
  /** A turn is over with every page. */
  class ShortTurns extends FileReadingService {
    protected override readonly turnMs = 0;
  }

  it('goes on at the end of the line after its turn, from the page where it was', async () => {
    const id = await addFile();
    const reader = new ToldReader();
    const service = new ShortTurns(test.app.get(NotePageRepository), reader, new PageVision(test.app.get(AiModel), reader, test.app.get(NotePageRepository)), files.storage, test.app.get(Clock), test.app.get(Works), test.app.get(AnalysesOfReadFiles));
    const jobs = async (): Promise<number> => (await test.database.query(`select id from outbox where job = 'read-note-file' and payload->>'file_id' = $1`, [id])).length;
    await service.read({ file_id: id });
    expect([reader.read, await jobs()]).toEqual([[1], 1]);
    await service.read({ file_id: id });
    await service.read({ file_id: id });
    expect([reader.read, await jobs(), (await reading(id))['processing_status']]).toEqual([[1, 2, 3], 2, 'completed']);
  });

  it('lets the file of somebody else go first, for whom less was read', async () => {
    const mine = await addFile();
    const reader = new ToldReader();
    const service = new ShortTurns(test.app.get(NotePageRepository), reader, new PageVision(test.app.get(AiModel), reader, test.app.get(NotePageRepository)), files.storage, test.app.get(Clock), test.app.get(Works), test.app.get(AnalysesOfReadFiles));
    const clock = jest.spyOn(performance, 'now');
    let now = 1_000_000;
    clock.mockImplementation(() => now);
    reader.before = () => void (now += 100_000);
    await service.read({ file_id: mine });
    const other = await openNotePractice(test);
    const { id: otherNote } = await writeNote(other.therapist);
    const theirs = await files.add({ id: otherNote, therapistId: other.therapist.id }, Buffer.from('bytes'));
    await expect(service.read({ file_id: mine })).rejects.toThrow(NotYet);
    expect(reader.read).toEqual([1]);
    await service.read({ file_id: theirs });
    expect(reader.read).toEqual([1, 1]);
    clock.mockRestore();
    await test.database.query(`update session_note_files set processing_status = 'completed' where id = any($1)`, [[mine, theirs]]);
  });
});
