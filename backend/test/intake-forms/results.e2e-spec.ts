import * as supertest from 'supertest';
import { Database } from '../../src/common/database/database';
import type { Question } from '../../src/modules/intake-forms/builder/question';
import { IntakeResultsService } from '../../src/modules/intake-forms/results/results.service';
import { PUBLISHED } from '../../src/modules/intake-forms/scoring/instruments';
import { ClientBrowser } from '../harness/client-browser';
import { addForm, addVersion, completeForm, newestToken, question } from '../harness/intake-forms';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { signInAnew } from '../harness/signed-in';
import { signInClient } from '../harness/signed-in-client';
import { startTestApp, TestApp } from '../harness/test-app';

const { items, options } = PUBLISHED['phq-9'];
const PHQ = items.map((text, index) => question(`q_${index}`, 'radio', { question: text, options: [...options], required: true }));
const EMAIL = 'results@example.org';

let test: TestApp;
let practice: Practice;
let booking_id: string;

beforeAll(async () => {
  test = await startTestApp({ BOOKING_LIMIT_PER_IP: '1000', BOOKING_WAVE_LIMIT: '1000' });
  practice = await openPractice(test);
  const { body } = await book(test, practice, { client_email: EMAIL, client_name: '=HYPERLINK("x")', appointment_date: workday(test, 5) }).expect(201);
  booking_id = (body as { id: string }).id;
});
afterAll(() => test.close());

/** Sent by hand, answered and signed. @returns the request's id */
async function completed(formId: string, answers: Record<string, unknown>, { version = 1, client_id }: { version?: number; client_id?: string } = {}): Promise<string> {
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [booking_id]);
  return completeForm(test, practice.therapist, { id: formId, clientId: client_id ?? row?.client_id ?? '', version }, answers);
}

const answersAt = (points: readonly number[]): Record<string, string> => Object.fromEntries(points.map((point, index) => [`q_${index}`, options[point] ?? '']));

it('a completed questionnaire is scored, with item 9 apart and the line over time', async () => {
  const formId = await addForm(test, practice.therapist.id, PHQ, { instrument: 'phq-9' });
  const first = await completed(formId, answersAt([0, 1, 0, 1, 0, 0, 0, 0, 2]));
  const again = await addForm(test, practice.therapist.id, [question('q_own'), ...PHQ], { instrument: 'phq-9' });
  const second = await completed(again, answersAt([3, 3, 3, 3, 3, 3, 3, 3, 0]));
  const { body } = await practice.therapist.get(`/api/therapist/intake-requests/${second}/answers`).expect(200);
  expect(body).toMatchObject({ signed_name: '+Nadia', score: { instrument: 'phq-9', sum: 24, most: 27, severity: 'severe', self_harm: 0 }, scores: [{ id: first, sum: 4, self_harm: 2 }, { id: second, sum: 24 }] });
  const { body: listed } = await practice.therapist.get('/api/therapist/intake-requests').expect(200);
  expect((listed as { id: string; self_harm: number | null }[]).filter(({ self_harm }) => self_harm !== null).map(({ id, self_harm }) => [id, self_harm])).toEqual([[second, 0], [first, 2]]);
  expect((body as { questions: { id: string; answer: unknown }[] }).questions[0]).toMatchObject({ id: 'q_own', answer: null });
  expect((await practice.therapist.get(`/api/therapist/intake-requests/${first}/answers`).expect(200)).body).toMatchObject({ score: { sum: 4, severity: 'minimal', self_harm: 2, self_harm_answer: 'More than half the days' }, source: expect.stringContaining('Spitzer') });
});

it('a line over time with answers of records that are shown together is told to each of them', async () => {
  const formId = await addForm(test, practice.therapist.id, PHQ, { instrument: 'phq-9' });
  const own = await completed(formId, answersAt([1, 1, 1, 1, 1, 1, 1, 1, 1]));
  const { body } = await book(test, practice, { client_email: 'shown-with@example.org', appointment_date: workday(test, 6) }).expect(201);
  const [into] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [booking_id]);
  const [linked] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(body as { id: string }).id]);
  await completed(formId, answersAt([2, 2, 2, 2, 2, 2, 2, 2, 2]), { client_id: linked!.client_id });
  await test.database.query('insert into client_links (therapist_id, client_id, into_client_id, linked_at) values ($1, $2, $3, now())', [practice.therapist.id, linked!.client_id, into!.client_id]);
  const read = await practice.therapist.get(`/api/therapist/intake-requests/${own}/answers`).expect(200);
  expect((read.body as { scores: { sum: number }[] }).scores.map(({ sum }) => sum)).toEqual(expect.arrayContaining([9, 18]));
  const [entry] = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'read_answers' and subject_id = $1`, [own]);
  expect(entry?.client_ids.toSorted()).toEqual([into!.client_id, linked!.client_id].sort());
  await test.database.query('delete from client_links where client_id = $1', [linked!.client_id]);
});

it('answers are shown in the words of the version that was answered, to their therapist alone, and only once they are signed', async () => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a', 'radio', { options: ['Yes', 'No'] }), question('q_b', 'text', { show_if: { question_id: 'q_a', any_of: ['No'] } })]);
  const id = await completed(formId, { q_a: 'Yes' });
  await addVersion(test, formId, 2, [question('q_a', 'radio', { question: 'Changed', options: ['Maybe'] })]);
  const { body } = await practice.therapist.get(`/api/therapist/intake-requests/${id}/answers`).expect(200);
  expect(body).toMatchObject({ version: 1, score: null, scores: [], questions: [{ id: 'q_a', question: 'About q_a', answer: 'Yes' }] });
  expect((body as { questions: unknown[] }).questions).toHaveLength(1);
  const other = await openPractice(test);
  await other.therapist.get(`/api/therapist/intake-requests/${id}/answers`).expect(404);
  await other.therapist.get(`/api/therapist/intake-forms/${formId}/answers.csv`).expect(404);
  const { body: waiting } = await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, booking_id }).expect(201);
  await practice.therapist.get(`/api/therapist/intake-requests/${(waiting as { id: string }).id}/answers`).expect(404);
  const [deed] = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'read_answers' and subject_id = $1`, [id]);
  expect(deed?.client_ids).toHaveLength(1);
});

it('the file for a spreadsheet has a line for each, and nothing in it that runs as a formula', async () => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a', 'textarea', { question: '=1+1' }), question('q_b', 'checkbox', { options: ['One, two', 'Three'] })]);
  await completed(formId, { q_a: '@SUM(A1)\n"quoted"', q_b: ['Three', 'One, two'] });
  const answer = await practice.therapist.get(`/api/therapist/intake-forms/${formId}/answers.csv`).expect(200);
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(answer.headers['content-disposition']).toContain('attachment');
  const end = answer.text.indexOf('\r\n');
  expect(answer.text.slice(0, end)).toBe(`\uFEFF"Completed (UTC)","Client","Signed by","Version","'=1+1","About q_b"`);
  expect(answer.text.slice(end + 28)).toBe(`,"'=HYPERLINK(""x"")","'+Nadia","1","'@SUM(A1)\n""quoted""","One, two; Three"\r\n`);

  // It ends with the session that asked for it.
  const other = await signInAnew(test, practice.therapist);
  const [session] = await test.database.query<{ id: string }>('select id from sessions where user_id = $1 order by created_at desc limit 1', [practice.therapist.id]);
  const parts: string[] = [];
  const exported = test.app.get(IntakeResultsService).exportForm({ type: 'therapist', id: practice.therapist.id, sessionId: session?.id ?? '', address: null }, formId, new AbortController().signal, async (part) => {
    if (parts.push(part) === 1) await other.post('/api/auth/logout').expect(200);
  });
  await expect(exported).rejects.toThrow('unauthenticated');
  expect(parts).toHaveLength(1);
});

it.each([',', ';', '\t', '|'])('no cell of the file begins a formula where cells end at %j', async (delimiter) => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a', 'textarea')]);
  // A long run of ends of cells is read once: with a pattern that looks at each of its beginnings this took half a second of everybody's time.
  await completed(formId, { q_a: `fine${'\n'.repeat(9_000)};=cmd|' /C calc'!A0;"=1+1";  +2\n=3+3,-4\t@SUM(1)` });
  const { text } = await practice.therapist.get(`/api/therapist/intake-forms/${formId}/answers.csv`).expect(200);
  // However a spreadsheet reads quotes in the middle of a line: at worst not at all.
  const cells = text.slice(1).split(/\r?\n/).flatMap((line) => line.split(delimiter));
  expect(cells.length).toBeGreaterThan(3);
  expect(cells.filter((cell) => /^[\s"]*[=+\-@]/.test(cell))).toEqual([]);
});

it('the file is sent in parts, whole, twenty times an hour', async () => {
  const formId = await addForm(test, practice.therapist.id, [question('q_a')]);
  const clients = await test.database.query<{ id: string }>(
    `with made as (insert into clients (id, email, name) select gen_random_uuid(), 'part-' || n || '@example.org', 'Part' from generate_series(1, 21) n returning id)
     insert into therapist_clients (therapist_id, client_id) select $1, id from made returning client_id as id`,
    [practice.therapist.id],
  );
  for (const [index, { id }] of clients.entries()) await completed(formId, { q_a: `answer ${index}` }, { client_id: id });
  const file = (): supertest.Test => practice.therapist.get(`/api/therapist/intake-forms/${formId}/answers.csv`);
  const lines = (await file().expect(200)).text.trimEnd().split('\r\n').slice(1);
  expect(lines.map((line) => line.split(',').at(-1))).toEqual(clients.map((_, index) => `"answer ${index}"`));
  const more = await Promise.all(Array.from({ length: 20 }, () => file()));
  expect(more.map(({ status }) => status).filter((status) => status === 429).length).toBeGreaterThanOrEqual(1);
  const [logged] = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'export_answers' and subject_id = $1`, [formId]);
  expect(new Set(logged?.client_ids)).toEqual(new Set(clients.map(({ id }) => id)));
});

it('a client finds their forms in the portal, opens them without a code, and takes the answers along', async () => {
  const client = await signInClient(test, { email: EMAIL, name: 'Nadia' });
  const formId = await addForm(test, practice.therapist.id, [question('q_a')], { title: 'In the portal' });
  await practice.therapist.post('/api/therapist/intake-requests', { form_id: formId, client_id: client.id }).expect(201);
  const elsewhere = await ClientBrowser.open(test);
  await elsewhere.put('/api/forms/answer', { token: await newestToken(test), version: 1, question_id: 'q_a', value: 'begun elsewhere' }).expect(200);
  const [form] = (await client.get('/api/client/forms').expect(200)).body as { id: string; status: string; title: string }[];
  expect(form).toMatchObject({ title: 'In the portal', status: 'started' });
  const { body: link } = await client.post(`/api/client/forms/${form?.id}/link`).expect(200);
  const token = (link as { path: string }).path.replace('/forms#', '');
  expect((await client.post('/api/forms/open', { token }).expect(200)).body).toMatchObject({ status: 'open', form: { answers: [{ value: 'begun elsewhere' }] } });
  await client.post('/api/forms/complete', { token, version: 1, signed_name: 'Nadia' }).expect(200);
  const { body: record } = await client.get('/api/client/export').expect(200);
  expect((record as { forms: unknown[] }).forms.at(-1)).toMatchObject({ title: 'In the portal', answers: [{ question: 'About q_a', answer: 'begun elsewhere' }] });
  const stranger = await signInClient(test);
  await stranger.post(`/api/client/forms/${form?.id}/link`).expect(404);
  expect((await stranger.post('/api/forms/open', { token: await newestToken(test) }).expect(200)).body).toMatchObject({ status: 'completed', form: null });
});

it('however often a form was completed, its questions are read once, two versions at a time', async () => {
  const formId = await addForm(test, practice.therapist.id, PHQ, { instrument: 'phq-9' });
  const { body: booked } = await book(test, practice, { client_email: 'often@example.org', client_name: 'Often', appointment_date: workday(test, 9) }).expect(201);
  const [other] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(booked as { id: string }).id]);
  const of = { client_id: other?.client_id ?? '' };
  for (let nth = 0; nth < 2; nth += 1) await completed(formId, answersAt([nth, 0, 0, 0, 0, 0, 0, 0, 0]), of);
  const last = await completed(formId, answersAt([3, 0, 0, 0, 0, 0, 0, 0, 0]), of);
  const asked = jest.spyOn(test.app.get(Database, { strict: false }), 'query');
  await practice.therapist.get(`/api/therapist/intake-requests/${last}/answers`).expect(200);
  const read = asked.mock.calls.flatMap(([statement, values]) => (typeof statement !== 'string' && /\bquestions\b/.test(statement.text) ? [{ name: statement.name, ids: (values as [string[]])[0] }] : []));
  asked.mockRestore();
  const versions = read.flatMap(({ ids }) => ids);
  expect(read.every(({ name, ids }) => name === 'intake-questions' && ids.length <= 2)).toBe(true);
  expect(versions.length).toBeGreaterThan(1);
  // One more for the form that is shown.
  expect(versions.length).toBeLessThanOrEqual(new Set(versions).size + 1);
});

it('a consent is read, and taken along by both, in the words that were agreed to, however they were changed since', async () => {
  const { body: templates } = await practice.therapist.get('/api/therapist/intake-forms/templates').expect(200);
  const { title, description, questions } = (templates as { key: string; title: string; description: string; questions: Question[] }[]).find(({ key }) => key === 'consent')!;
  const { body: form } = await practice.therapist.post('/api/therapist/intake-forms', { title, description, questions }).expect(201);
  const { id: formId } = form as { id: string };
  const agreed = Object.fromEntries(questions.flatMap(({ id, options: [agree] }) => (agree ? [[id, [agree]]] : [])));
  const email = 'consent@example.org';
  const { body: booked } = await book(test, practice, { client_email: email, appointment_date: workday(test, 12) }).expect(201);
  const [row] = await test.database.query<{ client_id: string }>('select client_id from bookings where id = $1', [(booked as { id: string }).id]);
  const client_id = row?.client_id ?? '';
  const first = await completed(formId, agreed, { client_id });
  const changed = questions.map((one, index) => (index === 0 ? { ...one, help_text: 'Everything may be told to everybody.' } : one));
  await practice.therapist.put(`/api/therapist/intake-forms/${formId}`, { title, description, questions: changed, version: 1 }).expect(200);
  const second = await completed(formId, agreed, { version: 2, client_id });
  const read = async (id: string) => (await practice.therapist.get(`/api/therapist/intake-requests/${id}/answers`).expect(200)).body as { version: number; questions: Question[] };
  expect(await read(first)).toMatchObject({ version: 1, questions: [{ help_text: questions[0]?.help_text }, ...questions.slice(1).map(() => ({}))] });
  expect(await read(second)).toMatchObject({ version: 2, questions: [{ help_text: 'Everything may be told to everybody.' }, ...questions.slice(1).map(() => ({}))] });
  const portal = await signInClient(test, { email });
  const record = `/api/therapist/clients/${portal.id}/export`;
  const copies = [portal.get('/api/client/export'), portal.get('/api/client/export.html'), practice.therapist.get(record), practice.therapist.get(`${record}.html`)];
  for (const copy of copies) {
    const { text } = await copy.expect(200);
    for (const words of ['What you tell me stays between us.', 'Everything may be told to everybody.']) expect(text).toContain(words);
  }
});
