import { auditProblems } from '../harness/activity-log-tools';
import { addForm, question } from '../harness/intake-forms';
import { openPractice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables puts another question over an answer. */
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

const named = async (): Promise<(string | undefined)[]> => (await auditProblems(test)).map(({ id }) => id);

it('a question that was changed under its answers is named, and nothing is that the product wrote', async () => {
  const practice = await openPractice(test);
  const form = await addForm(test, practice.therapist.id, [question('q_why'), question('q_more', 'select', { options: ['One', 'Two'] })]);
  await practice.therapist.put(`/api/therapist/intake-forms/${form}`, { title: 'Anew', description: '', questions: [], version: 1 });
  const versions = await test.database.query<{ id: string }>('select id from intake_form_versions where form_id = $1 order by version', [form]);
  expect(versions.length).toBeGreaterThan(0);
  expect(await named()).toEqual([]);
  const id = versions[0]?.id;
  const change = (set: string) => test.database.query(`update intake_form_versions set ${set} where id = $1`, [id]);
  await change(`questions = jsonb_set(questions, '{0,question}', '"Do you agree to pay?"')`);
  expect(await named()).toEqual([id]);
  await change('mark = null');
  expect(await named()).toEqual([id]);
});
