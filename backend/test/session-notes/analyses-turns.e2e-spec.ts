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

it('practices that are here for long go before others, which anybody makes', async () => {
  const [account, practice]: [NotePractice, NotePractice] = [await openNotePractice(test), await openNotePractice(test)];
  await test.database.query(`insert into users (id, user_type, email, name) select id, 'client', id || '@client.example', 'Robin' from clients where id = $1`, [practice.clientId]);
  await test.database.query('insert into client_accounts (client_id, registered_at, verified_at) values ($1, now(), now())', [practice.clientId]);
  await test.database.query(`update users set created_at = now() - interval '31 days' where id = $1`, [practice.therapist.id]);
  const ids = new Map<NotePractice, string[]>([[account, []], [practice, []]]);
  await worker?.stop();
  for (const [whose, count] of [[account, 8], [practice, 3]] as const) {
    for (let nth = 0; nth < count; nth += 1) {
      const { id } = await writeNote(whose.therapist, { content: `${LONG} ${nth}` });
      await whose.therapist.post(analysisPath(id), {}).expect(202);
      ids.get(whose)?.push(id);
    }
  }
  worker = await startAnalysing(test);
  for (const id of ids.get(practice) ?? []) expect((await draftOf(practice.therapist, id)).state).toBe('done');
  const [row] = await test.database.query<{ waiting: number }>(`select count(*)::int as waiting from session_note_analyses where note_id = any($1::uuid[]) and state = 'waiting'`, [ids.get(account)]);
  expect(row?.waiting).toBeGreaterThanOrEqual(7);
  for (const id of ids.get(account) ?? []) expect((await draftOf(account.therapist, id)).state).toBe('done');
}, 180_000);
