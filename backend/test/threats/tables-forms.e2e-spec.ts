import { auditProblems } from '../harness/activity-log-tools';
import { addForm, newestToken, question } from '../harness/intake-forms';
import { ClientBrowser } from '../harness/client-browser';
import { book, openPractice, proveBookings } from '../harness/practice';
import { signInClient, SignedInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

/** Somebody who can write the tables puts another question over an answer. */
let test: TestApp;

beforeEach(async () => {
  test = await startTestApp();
});
afterEach(() => test.close());

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

describe('answers that were signed', () => {
  async function signed(): Promise<{ id: string; shown: () => Promise<number>; row: () => Promise<object> }> {
    const practice = await openPractice(test);
    const { body } = await book(test, practice).expect(201);
    const [person] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]);
    const form = await addForm(test, practice.therapist.id, [question('q_why'), question('q_more')]);
    const request = { form_id: form, client_id: person?.client_id };
    const sent = await practice.therapist.post('/api/therapist/intake-requests', request).expect(201);
    const [token, browser] = [await newestToken(test), await ClientBrowser.open(test)];
    const answer = (question_id: string, value: string) => browser.put('/api/forms/answer', { token, version: 1, question_id, value }).expect(200);
    const { id } = sent.body as { id: string };
    const row = async (): Promise<object> => (await test.database.query<{ row: object }>(`select to_jsonb(a) as row from intake_answers a where request_id = $1 and question_id = 'q_why'`, [id]))[0]?.row ?? {};
    await answer('q_why', 'Not at all');
    const before = await row();
    await answer('q_why', 'Nearly every day');
    await answer('q_more', 'Yes');
    await browser.post('/api/forms/complete', { token, version: 1, signed_name: 'Nadia' }).expect(200);
    return { id, shown: async () => (await practice.therapist.get(`/api/therapist/intake-requests/${id}/answers`)).status, row: async () => before };
  }

  it('are not taken for those that were given before, nor for fewer; both are named', async () => {
    const form = await signed();
    expect([await form.shown(), await named()]).toEqual([200, []]);
    const [kept] = await test.database.query<{ row: object }>('select to_jsonb(a) as row from intake_answers a where request_id = $1 and question_id = $2', [form.id, 'q_why']);
    const put = async (row: object | undefined): Promise<void> => {
      await test.database.query(`delete from intake_answers where request_id = $1 and question_id = 'q_why'`, [form.id]);
      if (row) await test.database.query('insert into intake_answers select (jsonb_populate_record(null::intake_answers, $1)).*', [row]);
    };
    for (const row of [await form.row(), undefined]) {
      await put(row);
      expect([await form.shown(), await named()]).toEqual([409, [form.id]]);
    }
    await put(kept?.row);
    expect([await form.shown(), await named()]).toEqual([200, []]);
    await test.database.query('update intake_requests set answers_mark = null where id = $1', [form.id]);
    expect([await form.shown(), await named()]).toEqual([409, [form.id]]);
  });
});

describe('whoever had the link first', () => {
  interface Sent {
    id: string;
    token: string;
    first: ClientBrowser;
    kim: SignedInClient;
  }

  /** A form whose first answer a stranger gave; then the person proved themselves, which ended the stranger's way in. */
  async function takenOver(): Promise<Sent & { kept: { row: object }[] }> {
    const practice = await openPractice(test);
    const kim = await signInClient(test);
    await book(test, practice, { client_email: kim.email }).expect(201);
    await proveBookings(test, kim.email);
    const form = await addForm(test, practice.therapist.id, [question('q_why')]);
    const sent = await practice.therapist.post('/api/therapist/intake-requests', { form_id: form, client_id: kim.id }).expect(201);
    const [{ id }, token, first] = [sent.body as { id: string }, await newestToken(test), await ClientBrowser.open(test)];
    await first.put('/api/forms/answer', { token, version: 1, question_id: 'q_why', value: 'mine' }).expect(200);
    const kept = await test.database.query<{ row: object }>('select to_jsonb(b) as row from intake_browsers b where request_id = $1', [id]);
    test.clock.advance(1_000);
    await kim.put('/api/forms/answer', { token, version: 1, question_id: 'q_why', value: 'hers' }).expect(200);
    return { id, token, first, kim, kept };
  }

  const seen = async (browser: ClientBrowser, token: string): Promise<unknown> => ((await browser.post('/api/forms/open', { token }).expect(200)).body as { status: string }).status;

  it('does not go on by an admission that is put back, nor by saying that nothing was begun', async () => {
    const { id, token, first, kept } = await takenOver();
    expect(await seen(first, token)).toBe('code_needed');
    for (const { row } of kept) await test.database.query('insert into intake_browsers select (jsonb_populate_record(null::intake_browsers, $1)).*', [row]);
    expect(await seen(first, token)).toBe('code_needed');
    await test.database.query('update intake_browsers set proved_at = $2 where request_id = $1', [id, new Date(test.clock.now().getTime() + 1_000)]);
    await test.database.query('update intake_requests set started_at = null where id = $1', [id]);
    expect(await seen(first, token)).toBe('code_needed');
  });

  it('does not open again what was completed', async () => {
    const { id, token, first, kim } = await takenOver();
    await kim.post('/api/forms/complete', { token, version: 1, signed_name: 'Kim' }).expect(200);
    await test.database.query('update intake_requests set completed_at = null, signed_name = null, started_at = null, answers_mark = null where id = $1', [id]);
    expect(await seen(first, token)).toBe('completed');
    await first.put('/api/forms/answer', { token, version: 1, question_id: 'q_why', value: 'mine' }).expect(409);
  });
});
