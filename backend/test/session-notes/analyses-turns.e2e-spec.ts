import { draftOf, analysisPath, startAnalysing } from '../harness/note-analyses';
import { TestWorker } from '../harness/outbox-worker';
import { NotePractice, openNotePractice, writeNote } from '../harness/session-notes';
import { startTestApp, TestApp } from '../harness/test-app';

const SENTENCES = ['Client reports a panic attack on Tuesday.', 'Therapist introduced the thought record.', 'Homework: keep a thought record daily.', 'She denies any plan to hurt herself.'];
/** Takes the rules a moment. */
const LONG = Array.from({ length: 100 }, (_, nth) => `${SENTENCES[nth % SENTENCES.length]} (${nth})`).join(' ');

let test: TestApp;
let worker: TestWorker | undefined;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => {
  await worker?.stop();
  await test.close();
});

it('somebody with many analyses in line keeps nobody waiting who has one', async () => {
  const [many, few]: [NotePractice, NotePractice] = [await openNotePractice(test), await openNotePractice(test)];
  const ids: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    const { id } = await writeNote(many.therapist, { content: `${LONG} ${nth}` });
    await many.therapist.post(analysisPath(id), {}).expect(202);
    ids.push(id);
  }
  const { id: one } = await writeNote(few.therapist, { content: LONG });
  await few.therapist.post(analysisPath(one), {}).expect(202);
  worker = await startAnalysing(test);
  expect((await draftOf(few.therapist, one)).state).toBe('done');
  const [row] = await test.database.query<{ waiting: number }>(`select count(*)::int as waiting from session_note_analyses where note_id = any($1::uuid[]) and state = 'waiting'`, [ids]);
  expect(row?.waiting).toBeGreaterThanOrEqual(4);
  for (const id of ids) expect((await draftOf(many.therapist, id)).state).toBe('done');
}, 180_000);
