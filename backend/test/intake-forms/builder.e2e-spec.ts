import { newId } from '../../src/common/database/database';
import { eventually } from '../harness/outbox-worker';
import { SignedInTherapist, signInTherapist } from '../harness/signed-in';
import { startTestApp, TEST_ORIGIN, TestApp } from '../harness/test-app';

const FORMS = '/api/therapist/intake-forms';

interface Form {
  id: string;
  title: string;
  version: number;
  questions: { id: string; question: string }[];
}

let test: TestApp;
let therapist: SignedInTherapist;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  therapist = await signInTherapist(test);
});

const text = (question = 'How are you?') => ({ type: 'text', question });
const radio = (options: unknown) => ({ id: 'q_radio', type: 'radio', question: 'Which?', options });

async function made(body: object = { title: 'First visit', questions: [text()] }): Promise<Form> {
  return (await therapist.post(FORMS, body).expect(201)).body as Form;
}

async function titles(query = '', as = therapist): Promise<string[]> {
  const { body } = await as.get(`${FORMS}${query}`).expect(200);
  return (body as Form[]).map(({ title }) => title);
}

async function versions(formId: string): Promise<number> {
  const [row] = await test.database.query<{ count: number }>('select count(*)::int as count from intake_form_versions where form_id = $1', [formId]);
  return row?.count ?? 0;
}

it('is saved 200 times an hour, refused saves among them, and keeps only versions that somebody was sent', async () => {
  const form = await made();
  for (let n = 1; n <= 3; n += 1) await therapist.put(`${FORMS}/${form.id}`, { title: `Title ${n}`, questions: [text()] }).expect(200);
  expect(await versions(form.id)).toBe(2);
  const save = (n: number) => therapist.put(`${FORMS}/${form.id}`, { title: `Title ${n}`, questions: [{ id: 'q_a', type: 'radio', question: 'Which?', options: [] }] });
  for (let n = 4; n < 200; n += 49) await Promise.all(Array.from({ length: 49 }, (_, more) => save(n + more).expect(422)));
  const { body } = await save(200).expect(429);
  expect((body as { detail: string }).detail).toBe('Forms were saved very often within the hour. Please try again later; what you typed is kept here.');
});

describe('a form', () => {
  it('does not speak in the name of the product', async () => {
    const body = { title: 'Attune: confirm your sign-in', description: 'Attune has just mailed you a code.', questions: [{ ...text('The six digits from Attune'), help_text: 'From ATTUNE' }, radio(['Yes, Attune', 'No'])] };
    const { body: refused } = await therapist.post(FORMS, body).expect(422);
    expect((refused as { errors: { field: string }[] }).errors.map(({ field }) => field)).toEqual(['title', 'description', 'questions.0.question', 'questions.0.help_text', 'questions.1.options.0']);
    await made({ title: 'Attuned therapy', description: 'How attuned are you?', questions: [text()] });
  });

  it('is made with all that a question can be, trimmed, and its defaults', async () => {
    const questions = [
      radio([' Yes ', 'No']),
      { id: 'q_why', type: 'textarea', question: ' Why? ', help_text: ' Take\nyour time. ', required: true, new_page: true, show_if: { question_id: 'q_radio', any_of: ['Yes'] } },
      text(),
    ];
    const form = await made({ title: ' First visit ', questions });
    expect(form).toEqual({
      id: expect.any(String) as string,
      title: 'First visit',
      description: '',
      question_count: 3,
      instrument: null,
      version: 1,
      archived: false,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      questions: [
        { id: 'q_radio', type: 'radio', question: 'Which?', help_text: '', required: false, options: ['Yes', 'No'], new_page: false, show_if: null },
        { id: 'q_why', type: 'textarea', question: 'Why?', help_text: 'Take\nyour time.', required: true, options: [], new_page: true, show_if: { question_id: 'q_radio', any_of: ['Yes'] } },
        { id: expect.stringMatching(/^q_\d{13}_[0-9a-f]{8}$/) as string, type: 'text', question: 'How are you?', help_text: '', required: false, options: [], new_page: false, show_if: null },
      ],
    });
    expect((await therapist.get(`${FORMS}/${form.id}`).expect(200)).body).toEqual(form);
  });

  it.each<[object, number, string, string]>([
    [{ title: ' ', questions: [text()] }, 400, 'title', 'Please enter a form title'],
    [{ questions: [text()] }, 400, 'title', 'Please enter a form title'],
    [{ title: 'x'.repeat(201), questions: [text()] }, 400, 'title', 'The form title can have at most 200 characters.'],
    [{ title: 'A', description: 'x'.repeat(5_001), questions: [text()] }, 400, 'description', 'The description can have at most 5000 characters.'],
    [{ title: 'A', questions: [] }, 400, 'questions', 'Please add at least one question'],
    [{ title: 'A' }, 400, 'questions', 'Please add at least one question'],
    [{ title: 'A', questions: Array.from({ length: 201 }, () => text()) }, 400, 'questions', 'A form can have at most 200 questions.'],
    [{ title: 'A', questions: [text(), text(' ')] }, 400, 'questions.1.question', 'Please enter the question.'],
    [{ title: 'A', questions: [text('x'.repeat(501))] }, 400, 'questions.0.question', 'A question can have at most 500 characters.'],
    [{ title: 'A', questions: [{ ...text(), help_text: 'x'.repeat(2_001) }] }, 400, 'questions.0.help_text', 'The help text can have at most 2000 characters.'],
    [{ title: 'A', questions: [{ ...text(), type: 'file' }] }, 400, 'questions.0.type', 'This type of question is not known.'],
    [{ title: 'A', questions: [{ ...text(), id: 'q-1' }] }, 400, 'questions.0.id', 'A question’s id begins with q_ and has at most 60 letters, digits or _ after it.'],
    [{ title: 'A', questions: [{ ...text(), extra: 1 }] }, 400, 'questions.0.extra', 'extra is not a known field'],
    [{ title: 'A', questions: [radio(Array.from({ length: 51 }, String))] }, 400, 'questions.0.options', 'A question can have at most 50 options.'],
    [{ title: 'A', questions: [radio(['a\0'])] }, 400, 'questions.0.options', 'options holds characters that cannot be stored'],
    [{ title: 'A', questions: [radio([])] }, 422, 'questions.0.options', 'Please add at least one option.'],
    [{ title: 'A', questions: [radio(['Yes', ' '])] }, 422, 'questions.0.options.1', 'Please enter the option, or delete it.'],
    [{ title: 'A', questions: [radio(['Yes', 'No', ' Yes'])] }, 422, 'questions.0.options.2', 'This option is there already.'],
    [{ title: 'A', questions: [radio(['x'.repeat(201)])] }, 422, 'questions.0.options.0', 'An option can have at most 200 characters.'],
    [{ title: 'A', questions: [{ ...text(), options: ['Yes'] }] }, 422, 'questions.0.options', 'Only multiple choice, single choice and checkboxes have options.'],
    [{ title: 'A', questions: [{ ...text(), id: 'q_1' }, { ...text(), id: 'q_1' }] }, 422, 'questions.1.id', 'Another question of this form has the same id.'],
    [{ title: 'A', questions: [{ ...text(), show_if: { question_id: 'q_radio' } }, radio(['Yes'])] }, 422, 'questions.0.show_if.question_id', 'Please choose a question that comes before this one.'],
    [{ title: 'A', questions: [radio(['Yes']), { ...text(), show_if: { question_id: 'q_radio', any_of: ['No'] } }] }, 422, 'questions.1.show_if.any_of', 'Please choose among the answers that the earlier question has.'],
    [{ title: 'A', questions: [radio(['Yes']), { ...text(), show_if: { question_id: 'q_radio', any_of: [] } }] }, 422, 'questions.1.show_if.any_of', 'Please choose among the answers that the earlier question has.'],
    [{ title: 'A', questions: [radio(['Yes']), { ...text(), show_if: { question_id: 'q_radio', at_least: 1 } }] }, 422, 'questions.1.show_if.at_least', 'Please enter a number that can be an answer to the earlier question.'],
    [{ title: 'A', questions: [{ ...text(), id: 'q_1', type: 'scale' }, { ...text(), show_if: { question_id: 'q_1', at_least: 11 } }] }, 422, 'questions.1.show_if.at_least', 'Please enter a number that can be an answer to the earlier question.'],
    [{ title: 'A', questions: [radio(['Yes']), { ...text(), show_if: { question_id: 'q_radio', any_of: ['Yes'], at_least: 1 } }] }, 422, 'questions.1.show_if', 'Please choose either answers or a number.'],
  ])('is refused: %#', async (body, status, field, message) => {
    const answer = await therapist.post(FORMS, body).expect(status);
    expect(answer.body).toEqual({ detail: message, errors: [{ field, message }], request_id: expect.any(String) as string });
    expect(await titles()).toEqual([]);
  });

  it('is made once, however often its answer is lost on the way', async () => {
    const send = (title: string, key: string) => therapist.post(FORMS, { title, questions: [text()] }).set('Idempotency-Key', key);
    const first = await send('First visit', 'key-of-a-form').expect(201);
    expect((await send('First visit', 'key-of-a-form').expect(201)).body).toEqual(first.body);
    await send('Another', 'key-of-a-form').expect(422);
    expect(await titles()).toEqual(['First visit']);
    // What is remembered is which form it was.
    const [longest] = await test.database.query<{ bytes: number }>('select max(octet_length(answer))::int as bytes from idempotency_keys');
    expect(longest?.bytes).toBeLessThan(120);
    await send('First visit', 'another-key').expect(201);
    expect(await titles()).toEqual(['First visit', 'First visit']);
  });

  it('is made once by two repeats that meet, and by the next one when the first failed', async () => {
    const send = (title: string) => therapist.post(FORMS, { title, questions: title === '' ? [] : [text()] }).set('Idempotency-Key', 'key-of-two-at-once');
    await send('').expect(400);
    const both = await test.database.transaction(async (tx) => {
      await tx.query('lock table intake_forms in share mode');
      const answers = [send('Twice'), send('Twice')].map((request) => request.then(({ status, body }) => ({ status, body: body as Form })));
      await eventually(async () => expect(await test.database.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).toHaveLength(2));
      return { answers };
    });
    const [first, second] = await Promise.all(both.answers);
    expect([first?.status, second?.status]).toEqual([201, 201]);
    expect(second?.body).toEqual(first?.body);
    expect(await titles()).toEqual(['Twice']);
    await send('Another').expect(422);
  });

  it('may have 200 questions with texts of their own, and no more than can be opened at once', async () => {
    const question = { type: 'textarea', question: 'ü'.repeat(400), help_text: '語'.repeat(100) };
    const questions = (help: number): object[] => Array.from({ length: 200 }, () => ({ ...question, help_text: '語'.repeat(help) }));
    expect((await made({ title: 'Long', questions: questions(100) })).questions).toHaveLength(200);
    const refused = await therapist.post(FORMS, { title: 'Longer', questions: questions(300) }).expect(422);
    expect(refused.body).toMatchObject({ errors: [{ field: 'questions', message: 'This form is too large. Please shorten its help texts, or make two forms of it.' }] });
    const options = Array.from({ length: 50 }, (_, index) => `${index}${'語'.repeat(190)}`);
    const answer = await therapist.post(FORMS, { title: 'Longest', questions: Array.from({ length: 200 }, () => ({ ...question, type: 'radio', options })) }).expect(413);
    expect(answer.body).toMatchObject({ detail: 'This form is too large. Please shorten its help texts, or make two forms of it.' });
  });
});

it('an option of nothing but marks is too long, and found so at once', async () => {
  const { body } = await therapist.post(FORMS, { title: 'A', questions: [radio([`${'\u0344'.repeat(20_000)}${'\u0f73'.repeat(20_000)}`, 'B'])] }).expect(422);
  expect(body).toMatchObject({ errors: [{ field: 'questions.0.options.0' }] });
});

describe('saving a form again', () => {
  it('makes a version, and none where nothing changed', async () => {
    const { id, questions } = await made();
    const body = { title: 'First visit', description: 'Before we meet', questions, version: 1 };
    expect((await therapist.put(`${FORMS}/${id}`, body).expect(200)).body).toMatchObject({ version: 2, description: 'Before we meet', questions });
    // A save whose answer was lost is tried again with the version that it began with.
    expect((await therapist.put(`${FORMS}/${id}`, body).expect(200)).body).toMatchObject({ version: 2 });
    expect(await versions(id)).toBe(2);
    const log = await test.database.query<{ action: string; details: unknown }>(`select action, details from activity_log where subject_id = $1 order by at, id`, [id]);
    expect(log).toEqual([
      { action: 'create_intake_form', details: {} },
      { action: 'update_intake_form', details: { fields: ['description'] } },
    ]);
  });

  it('is refused when another version was saved since, and loses neither', async () => {
    const { id, questions } = await made();
    await therapist.put(`${FORMS}/${id}`, { title: 'Mine', questions, version: 1 }).expect(200);
    const refused = await therapist.put(`${FORMS}/${id}`, { title: 'Late', questions, version: 1 }).expect(409);
    expect(refused.body).toMatchObject({ detail: 'This form was saved somewhere else meanwhile. Look at the saved one, or save yours as the newest.' });
    expect(await titles()).toEqual(['Mine']);
    await therapist.put(`${FORMS}/${id}`, { title: 'Late', questions, version: 2 }).expect(200);
    expect(await titles()).toEqual(['Late']);
    await therapist.put(`${FORMS}/${id}`, { title: 'As the newest', questions }).expect(200);
    expect((await therapist.get(`${FORMS}/${id}`).expect(200)).body).toMatchObject({ version: 4 });
  });

  it('at the same moment: one wins, the others are told', async () => {
    const { id, questions } = await made();
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((title) => therapist.put(`${FORMS}/${id}`, { title, questions, version: 1 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await versions(id)).toBe(2);
  });

  it('refuses what a new form refuses', async () => {
    const { id } = await made();
    await therapist.put(`${FORMS}/${id}`, { title: '', questions: [text()] }).expect(400);
    await therapist.put(`${FORMS}/${id}`, { title: 'A', questions: [radio([])] }).expect(422);
    expect(await versions(id)).toBe(1);
  });
});

describe('a scored questionnaire', () => {
  it('is a template with its source, and keeps its score only as it was published', async () => {
    const { body } = await therapist.get(`${FORMS}/templates`).expect(200);
    const [phq, gad, consent] = body as (Form & { key: string; source: string; instrument: string | null })[];
    expect([phq?.key, gad?.key, consent?.key]).toEqual(['phq-9', 'gad-7', 'consent']);
    expect([phq?.questions.length, gad?.questions.length]).toEqual([10, 7]);
    expect(phq?.source).toContain('No permission required to reproduce, translate, display or distribute.');
    for (const { title, questions, instrument } of [phq!, gad!, consent!]) expect(await made({ title, questions, instrument })).toMatchObject({ instrument });
    const changed = gad!.questions.map((question, index) => (index === 2 ? { ...question, question: 'Worrying' } : question));
    const refused = await therapist.post(FORMS, { title: 'GAD', questions: changed, instrument: 'gad-7' }).expect(422);
    expect(refused.body).toMatchObject({ detail: expect.stringContaining('cannot be scored') as string, errors: [{ field: 'instrument' }] });
    expect(await made({ title: 'GAD', questions: changed })).toMatchObject({ instrument: null });
    await therapist.post(FORMS, { title: 'A', questions: [text()], instrument: 'bdi' }).expect(400);
  });
});

describe('the list', () => {
  it('is in the order they were made, page by page, found by words, archived ones apart', async () => {
    for (const title of ['One', 'Two', 'Three 100%', 'Four', 'Five']) {
      await made({ title, questions: [text()] });
      test.clock.advance(1_000);
    }
    const first = await therapist.get(`${FORMS}?limit=2`).expect(200);
    expect(first.body).toEqual([expect.objectContaining({ title: 'One', question_count: 1, version: 1, archived: false }), expect.objectContaining({ title: 'Two' })]);
    expect((first.body as object[])[0]).not.toHaveProperty('questions');
    const link = /^<(.+)>; rel="next"$/.exec(first.headers['link'] ?? '')?.[1]?.replace(TEST_ORIGIN, '').replace(FORMS, '') ?? '';
    expect(await titles(link)).toEqual(['Three 100%', 'Four']);
    expect(await titles('?q=0%25')).toEqual(['Three 100%']);
    const { id } = await made({ title: 'Six', description: 'For teenagers', questions: [text()] });
    expect(await titles('?q=teenage')).toEqual(['Six']);
    expect((await therapist.post(`${FORMS}/${id}/archive`).expect(200)).body).toMatchObject({ archived: true });
    await therapist.post(`${FORMS}/${id}/archive`).expect(200);
    expect(await titles()).toEqual(['One', 'Two', 'Three 100%', 'Four', 'Five']);
    expect(await titles('?archived=true')).toEqual(['Six']);
    await therapist.post(`${FORMS}/${id}/restore`).expect(200);
    expect(await titles('?archived=true')).toEqual([]);
    const log = await test.database.query<{ action: string }>(`select action from activity_log where subject_id = $1 order by at, id`, [id]);
    expect(log.map(({ action }) => action)).toEqual(['create_intake_form', 'archive_intake_form', 'restore_intake_form']);
  });

  it.each(['limit=0', 'limit=501', 'cursor=abc', 'archived=yes', 'unknown=1'])('refuses the query %s', (query) => therapist.get(`${FORMS}?${query}`).expect(400));

  it("holds nobody else's", async () => {
    const { id, questions } = await made();
    const other = await signInTherapist(test);
    expect(await titles('', other)).toEqual([]);
    for (const path of [`${FORMS}/${id}`, `${FORMS}/${id}/services`, `${FORMS}/${newId()}`, `${FORMS}/not-an-id`]) await other.get(path).expect(404);
    await other.put(`${FORMS}/${id}`, { title: 'Mine now', questions }).expect(404);
    await other.put(`${FORMS}/${id}/services`, { services: [] }).expect(404);
    await other.post(`${FORMS}/${id}/archive`).expect(404);
    expect(await titles()).toEqual(['First visit']);
  });
});

describe('the services of a form', () => {
  const service = async (name: string, as = therapist): Promise<string> => (await as.post('/api/therapist/services', { name }).expect(201)).body.id as string;

  it('are set as a whole, in the order of the services, archived ones apart', async () => {
    const { id } = await made();
    const [one, two] = [await service('One'), await service('Two')];
    expect((await therapist.get(`${FORMS}/${id}/services`).expect(200)).body).toEqual({ services: [] });
    await therapist.put(`${FORMS}/${id}/services`, { services: [{ service_id: two, every_booking: true }, { service_id: one.toUpperCase(), every_booking: false }] }).expect(200);
    const both = [{ service_id: one, every_booking: false }, { service_id: two, every_booking: true }];
    expect((await therapist.get(`${FORMS}/${id}/services`).expect(200)).body).toEqual({ services: both });
    await test.database.query('update services set archived_at = now() where id = $1', [one]);
    expect((await therapist.get(`${FORMS}/${id}/services`).expect(200)).body).toEqual({ services: both.slice(1) });
    const log = await test.database.query<{ details: unknown }>(`select details from activity_log where subject_id = $1 and action = 'update_intake_form_services'`, [id]);
    expect(log).toEqual([{ details: { rows: 2 } }]);
    await therapist.put(`${FORMS}/${id}/services`, { services: [] }).expect(200);
    expect((await therapist.get(`${FORMS}/${id}/services`).expect(200)).body).toEqual({ services: [] });
  });

  it('have ten forms at most, archived ones apart', async () => {
    const id = await service('Full');
    const forms: Form[] = [];
    for (let n = 0; n < 11; n += 1) forms.push(await made({ title: `Form ${n}`, questions: [text()] }));
    const attach = (form?: Form) => therapist.put(`${FORMS}/${form?.id}/services`, { services: [{ service_id: id, every_booking: true }] });
    for (const form of forms.slice(0, 10)) await attach(form).expect(200);
    expect((await attach(forms[10]).expect(422)).body).toMatchObject({ errors: [{ field: 'services.0.service_id', message: 'This service goes out with 10 forms already.' }] });
    await attach(forms[3]).expect(200);
    await therapist.post(`${FORMS}/${forms[0]?.id}/archive`).expect(200);
    await attach(forms[10]).expect(200);
  });

  it("are the therapist's own, each once", async () => {
    const { id } = await made();
    const [own, foreign] = [await service('Own'), await service('Foreign', await signInTherapist(test))];
    const put = (...ids: string[]) => therapist.put(`${FORMS}/${id}/services`, { services: ids.map((service_id) => ({ service_id, every_booking: true })) });
    expect((await put(own, foreign).expect(422)).body).toMatchObject({ errors: [{ field: 'services.1.service_id', message: 'There is no such service.' }] });
    expect((await put(own, own).expect(422)).body).toMatchObject({ errors: [{ field: 'services.1.service_id', message: 'This service is there already.' }] });
    await put('nonsense').expect(400);
    expect((await therapist.get(`${FORMS}/${id}/services`).expect(200)).body).toEqual({ services: [] });
  });
});
