import { newId } from '../../src/common/database/database';
import { Analysis, analyse, analysesOf, startAnalysing } from '../harness/note-analyses';
import { TestWorker } from '../harness/outbox-worker';
import { DEEDS, Note, NotePractice, NOTES, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

const CONTENT = `S: Kim reports a panic attack on Tuesday. She denies SI/HI. PHQ-9: 14 (was 18).
P: Therapist introduced the thought record. Homework: keep a thought record daily.
She said she doesn't want to be here anymore.`;

let test: TestApp;
let worker: TestWorker;
let practice: NotePractice;

beforeAll(async () => {
  test = await startTestApp();
  worker = await startAnalysing(test);
  practice = await openNotePractice(test);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const write = (more: object = {}): Promise<Note> => writeNote(practice.therapist, { content: CONTENT, booking_id: practice.bookingId, ...more });
const accept = (noteId: string, body: object) => practice.therapist.post(`${DEEDS}/${noteId}/analysis/accept`, body);
const noteOf = async (id: string) => ((await practice.therapist.get(`${NOTES}/${id}`).expect(200)).body as { session_note: Note & { ai_summary: string | null; updated_at: string } }).session_note;
const change = (note: Note, more: object) => practice.therapist.put(`${NOTES}/${note.id}`, { title: note.title, content: note.content, is_client_visible: false, ...more });

/** Whatever is said stands in the note. */
function expectCited({ result }: Analysis): void {
  const { summary, themes, interventions, homework, progress, next_steps, risk_cues } = result!;
  for (const { citations } of [...summary, ...themes, ...interventions, ...homework, ...progress, ...next_steps, ...risk_cues]) {
    for (const { quote, start, end } of citations) expect(CONTENT.slice(start, end)).toBe(quote);
  }
}

it('a note is analysed by rules in the worker, as a draft that changes nothing', async () => {
  const note = await write();
  expect(await analysesOf(practice.therapist, note.id)).toEqual({ draft: null, accepted: null, next: { engine: 'rules', label: 'rule-based summary', sent: null }, refused: null });
  const draft = await analyse(practice.therapist, note.id);
  expect(draft).toMatchObject({ state: 'done', engine: 'rules', engine_label: 'rule-based summary', model_failure: null, dropped: 0, is_stale: false, note_version: 1, summary: null, accepted_at: null, input_tokens: null });
  expect(draft.result?.risk_cues).toMatchObject([{ kind: 'suicide', quote: "She said she doesn't want to be here anymore." }]);
  expect(draft.result?.homework).toMatchObject([{ text: 'Homework: keep a thought record daily.' }]);
  expectCited(draft);
  expect(await noteOf(note.id)).toMatchObject({ ai_summary: null, content: CONTENT, version: 1 });
});

it('what was accepted is the note’s summary, in its list and for its client; worded by the therapist if they want', async () => {
  const note = await write({ is_client_visible: true });
  const draft = await analyse(practice.therapist, note.id);
  expect((await accept(note.id, { analysis_id: draft.id, summary: ' She had a panic attack. ' }).expect(200)).body).toMatchObject({ draft: null, accepted: { id: draft.id, summary: 'She had a panic attack.' } });
  await accept(note.id, { analysis_id: draft.id }).expect(200);
  const found = (await practice.therapist.get(NOTES).expect(200)).body as { id: string; ai_summary: string }[];
  expect(found.find(({ id }) => id === note.id)?.ai_summary).toBe('She had a panic attack.');
  expect(await noteOf(note.id)).toMatchObject({ version: 1, content: CONTENT });

  const again = await analyse(practice.therapist, note.id);
  expect(await analysesOf(practice.therapist, note.id)).toMatchObject({ draft: { id: again.id }, accepted: { id: draft.id } });
  await accept(note.id, { analysis_id: again.id }).expect(200);
  expect((await noteOf(note.id)).ai_summary).toBe(again.result?.summary.map(({ text }) => text).join(' '));
  expect(await analysesOf(practice.therapist, note.id)).toMatchObject({ draft: null, accepted: { id: again.id } });
});

it('a signed note is analysed, and its summary accepted, without a change of what was signed', async () => {
  const note = await write();
  await practice.therapist.post(`${DEEDS}/${note.id}/sign`, { version: 1 }).expect(200);
  const before = await noteOf(note.id);
  const draft = await analyse(practice.therapist, note.id);
  await accept(note.id, { analysis_id: draft.id, summary: 'Accepted.' }).expect(200);
  expect(await noteOf(note.id)).toEqual({ ...before, ai_summary: 'Accepted.' });
});

it('a draft of a text that was changed since says so and is not accepted; signing changes no text', async () => {
  const note = await write();
  const draft = await analyse(practice.therapist, note.id);
  await practice.therapist.post(`${DEEDS}/${note.id}/sign`, {}).expect(200);
  expect((await analysesOf(practice.therapist, note.id)).draft?.is_stale).toBe(false);
  await practice.therapist.post(`${DEEDS}/${note.id}/unlock`, { reason: 'A mistake' }).expect(200);
  await change(note, { content: `${CONTENT} More.` }).expect(200);
  expect((await analysesOf(practice.therapist, note.id)).draft).toMatchObject({ is_stale: true, note_version: 1 });
  expect((await accept(note.id, { analysis_id: draft.id }).expect(409)).body).toMatchObject({ detail: expect.stringContaining('changed after this analysis') as string });
  const newer = await analyse(practice.therapist, note.id);
  expect(newer).toMatchObject({ is_stale: false, note_version: 4 });
  await accept(note.id, { analysis_id: newer.id, summary: 'Now.' }).expect(200);
  await change(note, { content: 'Another text.' }).expect(200);
  expect((await analysesOf(practice.therapist, note.id)).accepted?.is_stale).toBe(true);
});

it('a draft is dismissed; what was accepted stays', async () => {
  const note = await write();
  const first = await analyse(practice.therapist, note.id);
  await accept(note.id, { analysis_id: first.id, summary: 'Stays.' }).expect(200);
  await analyse(practice.therapist, note.id);
  expect((await practice.therapist.delete(`${DEEDS}/${note.id}/analysis`).expect(200)).body).toMatchObject({ draft: null, accepted: { summary: 'Stays.' } });
  expect((await noteOf(note.id)).ai_summary).toBe('Stays.');
  await accept(note.id, { analysis_id: newId() }).expect(404);
});

it('a private note is refused everywhere, and a note that becomes private has no analysis any more', async () => {
  const hidden = await write({ is_private: true });
  const refused = 'This note is private. Private notes are not analysed.';
  expect((await practice.therapist.post(`${DEEDS}/${hidden.id}/analysis`, {}).expect(422)).body).toMatchObject({ detail: refused });
  expect((await accept(hidden.id, { analysis_id: newId() }).expect(422)).body).toMatchObject({ detail: refused });
  expect(await analysesOf(practice.therapist, hidden.id)).toMatchObject({ draft: null, accepted: null, refused });

  const note = await write();
  const first = await analyse(practice.therapist, note.id);
  await accept(note.id, { analysis_id: first.id, summary: 'Accepted.' }).expect(200);
  await analyse(practice.therapist, note.id);
  await change(note, { is_private: true }).expect(200);
  expect(await analysesOf(practice.therapist, note.id)).toMatchObject({ draft: null, accepted: null, refused });
  expect((await noteOf(note.id)).ai_summary).toBe('Accepted.');
  const rows = await test.database.query('select id from session_note_analyses where note_id = $1', [note.id]);
  expect(rows).toEqual([]);
});

it('a note that becomes private while its analysis waits is not read', async () => {
  const note = await write();
  await worker.stop();
  await practice.therapist.post(`${DEEDS}/${note.id}/analysis`, {}).expect(202);
  await practice.therapist.post(`${DEEDS}/${note.id}/analysis`, {}).expect(202);
  expect(await test.database.query(`select id from outbox where job = 'analyse-note' and state <> 'done'`)).toHaveLength(1);
  await test.database.query('update session_notes set is_private = true where id = $1', [note.id]);
  worker = await startAnalysing(test);
  await analyse(practice.therapist, (await write()).id);
  expect(await test.database.query('select id from session_note_analyses where note_id = $1', [note.id])).toEqual([]);
});

it('an analysis that its worker left is over after ten minutes, and can be begun again', async () => {
  const note = await write();
  await test.database.query(
    `insert into session_note_analyses (id, note_id, therapist_id, state, created_at) values ($1, $2, $3, 'running', $4)`,
    [newId(), note.id, practice.therapist.id, new Date(test.clock.now().getTime() - 11 * 60_000)],
  );
  expect((await analysesOf(practice.therapist, note.id)).draft).toMatchObject({ state: 'failed', failure: 'The analysis was interrupted.' });
  expect(await analyse(practice.therapist, note.id)).toMatchObject({ state: 'done' });
});

it('an empty note has nothing to analyse, and another therapist’s is not there', async () => {
  const empty = await write({ content: ' \n ' });
  expect((await practice.therapist.post(`${DEEDS}/${empty.id}/analysis`, {}).expect(422)).body).toMatchObject({ detail: 'There is no text in this note that could be analysed.' });
  const { therapist } = await openNotePractice(test);
  const note = await write();
  const draft = await analyse(practice.therapist, note.id);
  await therapist.get(`${DEEDS}/${note.id}/analysis`).expect(404);
  await therapist.post(`${DEEDS}/${note.id}/analysis`, {}).expect(404);
  await therapist.post(`${DEEDS}/${note.id}/analysis/accept`, { analysis_id: draft.id }).expect(404);
  await therapist.delete(`${DEEDS}/${note.id}/analysis`).expect(404);
});

it('deleting a note takes its analyses along, and nothing of what they say is in a job or in the log', async () => {
  const canary = 'Zaphod Quinterbell practised grounding with his hedgehog.';
  const note = await write({ content: canary });
  const draft = await analyse(practice.therapist, note.id);
  await accept(note.id, { analysis_id: draft.id }).expect(200);
  const everything = await test.database.query<{ text: string }>(
    `select o::text as text from outbox o union all select l::text from activity_log l union all select a::text from session_note_analyses a union all select r::text from ai_runs r`,
  );
  expect(everything.filter(({ text }) => /Zaphod|hedgehog/.test(text) || text.includes(Buffer.from('Zaphod').toString('hex')))).toEqual([]);
  const deeds = await test.database.query<{ action: string }>(`select distinct action from activity_log where subject_id = $1`, [note.id]);
  expect(deeds.map(({ action }) => action).sort()).toEqual(['accept_note_analysis', 'analyse_note', 'create_note', 'read_note_analysis']);
  await practice.therapist.delete(`${DEEDS}/${note.id}`).expect(200);
  expect(await test.database.query('select id from session_note_analyses where note_id = $1', [note.id])).toEqual([]);
});

it('a worker that reads a long note keeps giving signs of life', async () => {
  const note = await write({ content: `${CONTENT}\n`.repeat(16) });
  let longest = 0;
  let last = performance.now();
  const watch = setInterval(() => {
    longest = Math.max(longest, performance.now() - last - 10);
    last = performance.now();
  }, 10);
  await analyse(practice.therapist, note.id);
  clearInterval(watch);
  process.stdout.write(`the longest pause of a process while another reads a note of 4,000 characters: ${Math.round(longest)} ms\n`);
});
