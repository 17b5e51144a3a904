import { Analysis, analyse, analysesOf, analysisPath, draftOf, startAnalysing } from '../harness/note-analyses';
import { pdfOf } from '../harness/files-to-read';
import { addFile, TestNoteFile } from '../harness/note-files';
import { OpenAiStandIn, startOpenAi } from '../harness/openai-stand-in';
import { eventually, TestWorker } from '../harness/outbox-worker';
import { DEEDS, Note, NotePractice, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

const PAGES = [
  ['Ottilie Quandt reports a panic attack on Tuesday.', 'PHQ-9: 14 (was 18).'],
  ["She said she doesn't want to be here anymore.", 'Homework: keep a thought record daily.'],
];
const NOTHING = { summary: [], themes: [], interventions: [], homework: [], progress: [], next_steps: [], risk_cues: [] };

let test: TestApp;
let worker: TestWorker;
let practice: NotePractice;
let note: Note;

interface Page {
  page: number;
  text: string;
  correction: string | null;
  version: number;
}

const upload = async (pages = PAGES): Promise<string> => (await addFile(practice.therapist, note.id, await pdfOf(pages.map((text) => ({ text }))), 'letter.pdf')).id;
const pagesOf = async (fileId: string): Promise<Page[]> => ((await practice.therapist.get(`${DEEDS}/${note.id}/files/${fileId}/pages`).expect(200)).body as { pages: Page[] }).pages;
const correct = (fileId: string, page: number, text: string) => practice.therapist.put(`${DEEDS}/${note.id}/files/${fileId}/pages/${page}`, { text, version: 1 });
const accept = (fileId: string, body: object) => practice.therapist.post(`${analysisPath(note.id, fileId)}/accept`, body);
const fileOf = async (fileId: string): Promise<TestNoteFile | undefined> =>
  ((await practice.therapist.get(`${DEEDS}/${note.id}/files`).expect(200)).body as TestNoteFile[]).find(({ id }) => id === fileId);

/** Whatever is said stands on the page that it names. */
async function expectCited(fileId: string, { result }: Analysis): Promise<void> {
  const pages = await pagesOf(fileId);
  const { summary, themes, interventions, homework, progress, next_steps, risk_cues } = result!;
  for (const { citations } of [...summary, ...themes, ...interventions, ...homework, ...progress, ...next_steps, ...risk_cues]) {
    expect(citations).not.toEqual([]);
    for (const { quote, start, end, page } of citations) {
      const { text, correction } = pages.find((one) => one.page === page)!;
      expect((correction ?? text).slice(start, end)).toBe(quote);
    }
  }
}

async function open(environment: Record<string, string>): Promise<void> {
  test = await startTestApp(environment);
  worker = await startAnalysing(test, { ...environment, DATA_DIR: test.config.dataDir, ACTIVE_QUEUES: 'note-files,note-analysis' });
  practice = await openNotePractice(test);
}
async function close(): Promise<void> {
  await worker.stop();
  await test.close();
}

describe('without a language model', () => {
  beforeAll(() => open({}));
  afterAll(close);
  beforeEach(async () => {
    note = await writeNote(practice.therapist, { content: 'What was said.', booking_id: practice.bookingId });
  });

  it('a file that was read is analysed by rules, as a draft whose sentences lead to the page and the sentence', async () => {
    const fileId = await upload();
    await eventually(async () => expect((await analysesOf(practice.therapist, note.id, fileId)).draft).not.toBeNull(), 45_000);
    const draft = await draftOf(practice.therapist, note.id, fileId);
    expect(draft).toMatchObject({ state: 'done', engine: 'rules', engine_label: 'rule-based summary', dropped: 0, is_stale: false, summary: null });
    expect(draft.result?.risk_cues).toMatchObject([{ kind: 'suicide', citations: [{ page: 2, quote: "She said she doesn't want to be here anymore." }] }]);
    expect(draft.result?.homework).toMatchObject([{ citations: [{ page: 2, quote: 'keep a thought record daily.' }] }]);
    await expectCited(fileId, draft);
    expect((await fileOf(fileId))?.ai_analysis).toBeNull();
    expect(await analysesOf(practice.therapist, note.id)).toMatchObject({ draft: null, accepted: null });
    // The worker's reader and language model are loaded for the first one.
  }, 120_000);

  it('what was accepted is the file’s analysis, worded by the therapist if they want; the note’s summary stays what it is', async () => {
    const fileId = await upload();
    await eventually(async () => expect((await fileOf(fileId))?.processing_status).toBe('completed'), 45_000);
    const draft = await draftOf(practice.therapist, note.id, fileId);
    expect((await accept(fileId, { analysis_id: draft.id, summary: ' A letter about panic. ' }).expect(200)).body).toMatchObject({ draft: null, accepted: { id: draft.id, summary: 'A letter about panic.' } });
    expect((await fileOf(fileId))?.ai_analysis).toBe('A letter about panic.');
    const { body } = await practice.therapist.get(`/api/therapist/enhanced-session-notes/${note.id}`).expect(200);
    expect(body).toMatchObject({ session_note: { ai_summary: null, version: 1 }, files: [{ id: fileId, ai_analysis: 'A letter about panic.' }] });
    await analyse(practice.therapist, note.id, fileId);
    expect((await practice.therapist.delete(analysisPath(note.id, fileId)).expect(200)).body).toMatchObject({ draft: null, accepted: { summary: 'A letter about panic.' } });
  });

  it('a draft of a text that was corrected since says so and is not accepted; a new one reads the correction', async () => {
    const fileId = await upload();
    await eventually(async () => expect((await fileOf(fileId))?.processing_status).toBe('completed'), 45_000);
    const draft = await draftOf(practice.therapist, note.id, fileId);
    await correct(fileId, 1, 'She practised grounding with her sister. Next session on Friday.').expect(200);
    expect((await analysesOf(practice.therapist, note.id, fileId)).draft?.is_stale).toBe(true);
    expect((await accept(fileId, { analysis_id: draft.id }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('corrected after this analysis') as string });
    const newer = await analyse(practice.therapist, note.id, fileId);
    expect(newer).toMatchObject({ state: 'done', is_stale: false });
    expect(JSON.stringify(newer.result)).toContain('grounding');
    expect(JSON.stringify(newer.result)).not.toContain('panic attack');
    await expectCited(fileId, newer);
    await accept(fileId, { analysis_id: newer.id }).expect(200);
  });

  it('is refused for a private note, for a file that says nothing, is not read or could not be; another therapist’s is not there', async () => {
    const empty = await upload([[' ']]);
    await eventually(async () => expect((await fileOf(empty))?.processing_status).toBe('completed'), 45_000);
    const refusal = async (fileId: string): Promise<unknown> => ((await practice.therapist.post(analysisPath(note.id, fileId), {}).expect(422)).body as { detail: string }).detail;
    expect(await refusal(empty)).toMatch(/^Nothing was found/);
    expect(await analysesOf(practice.therapist, note.id, empty)).toMatchObject({ draft: null, refused: expect.stringMatching(/^Nothing/) as string });
    for (const [status, reason, words] of [['processing', null, /not read yet/], ['error', 'broken', /could not be read/]] as const) {
      await test.database.query('update session_note_files set processing_status = $2, error_reason = $3 where id = $1', [empty, status, reason]);
      expect(await refusal(empty)).toMatch(words);
    }
    const { therapist } = await openNotePractice(test);
    await therapist.get(analysisPath(note.id, empty)).expect(404);
    await practice.therapist.get(analysisPath((await writeNote(practice.therapist)).id, empty)).expect(404);
    await practice.therapist.put(`/api/therapist/enhanced-session-notes/${note.id}`, { title: 'x', content: 'y', is_client_visible: false, is_private: true }).expect(200);
    expect(await refusal(empty)).toBe('This note is private. Private notes are not analysed.');
    const hidden = await upload();
    await eventually(async () => expect((await fileOf(hidden))?.processing_status).toBe('completed'), 45_000);
    expect(await test.database.query('select id from session_note_analyses where note_id = $1', [note.id])).toEqual([]);
  });

  it('goes with its file, and who did what is in the log without a word of it', async () => {
    const fileId = await upload();
    await eventually(async () => expect((await fileOf(fileId))?.processing_status).toBe('completed'), 45_000);
    const draft = await draftOf(practice.therapist, note.id, fileId);
    await accept(fileId, { analysis_id: draft.id }).expect(200);
    await analyse(practice.therapist, note.id, fileId);
    await practice.therapist.delete(analysisPath(note.id, fileId)).expect(200);
    const deeds = await test.database.query<{ action: string }>(`select distinct action from activity_log where subject_id = $1 and details->>'file_id' = $2`, [note.id, fileId]);
    expect(deeds.map(({ action }) => action).sort()).toEqual(['accept_note_file_analysis', 'add_note_file', 'analyse_note_file', 'dismiss_note_file_analysis', 'read_note_file_analysis']);
    await analyse(practice.therapist, note.id, fileId);
    const ids = (await test.database.query<{ id: string }>('select id from session_note_analyses where file_id = $1', [fileId])).map(({ id }) => id);
    expect(ids).toHaveLength(2);
    await practice.therapist.delete(`${DEEDS}/${note.id}/files/${fileId}`).expect(200);
    expect(await test.database.query('select id from session_note_analyses where note_id = $1', [note.id])).toEqual([]);
    expect(await test.database.query(`select job, state from outbox where payload ->> 'analysis_id' = any($1) or payload ->> 'file_id' = $2`, [ids, fileId])).toEqual([]);
  });
});

describe('with a language model', () => {
  let endpoint: OpenAiStandIn;

  beforeAll(async () => {
    endpoint = await startOpenAi();
    endpoint.forbidden.push('Ottilie', 'Quandt');
    await open(endpoint.environment);
    await test.database.query('update bookings set client_name = $2 where id = $1', [practice.bookingId, 'Ottilie Quandt']);
  });
  afterAll(async () => {
    await close();
    await endpoint.close();
    expect(endpoint.problems).toEqual([]);
  });
  beforeEach(async () => {
    note = await writeNote(practice.therapist, { booking_id: practice.bookingId });
  });

  it('it reads the pages without the names that the record knows; what the file does not support is dropped and counted', async () => {
    const value = {
      ...NOTHING,
      summary: [
        { text: '[CLIENT] had a panic attack and keeps a record.', quotes: ['[CLIENT] reports a panic attack on Tuesday.', 'keep a thought record daily'] },
        { text: 'She was in hospital.', quotes: ['She was in hospital.'] },
      ],
    };
    endpoint.answer({ value, tokens: [500, 60] });
    const fileId = await upload();
    await eventually(async () => expect((await analysesOf(practice.therapist, note.id, fileId)).draft).not.toBeNull(), 45_000);
    const draft = await draftOf(practice.therapist, note.id, fileId);
    expect(draft).toMatchObject({ engine: 'openai', engine_label: 'text-model-2026-01-01', prompt_version: '1', input_tokens: 500, output_tokens: 60, dropped: 1 });
    expect(draft.result?.summary).toEqual([
      {
        text: 'Ottilie Quandt had a panic attack and keeps a record.',
        citations: [
          { quote: 'Ottilie Quandt reports a panic attack on Tuesday.', start: 0, end: 49, page: 1 },
          { quote: 'keep a thought record daily', start: 56, end: 83, page: 2 },
        ],
      },
    ]);
    expect(draft.result?.risk_cues).toMatchObject([{ kind: 'suicide', citations: [{ page: 2 }] }]);
    await expectCited(fileId, draft);
    const [deed] = await test.database.query<{ details: object }>(`select details from activity_log where action = 'send_note_file_to_model' and subject_id = $1`, [note.id]);
    expect(deed?.details).toEqual({ file_id: fileId });
  });

  it('where it fails the rules do it, and why is said', async () => {
    endpoint.answer({ status: 500 });
    const fileId = await upload();
    await eventually(async () => expect((await analysesOf(practice.therapist, note.id, fileId)).draft).not.toBeNull(), 45_000);
    expect(await draftOf(practice.therapist, note.id, fileId)).toMatchObject({ state: 'done', engine: 'rules', model_failure: 'The language model had an error of its own.' });
  });
});
