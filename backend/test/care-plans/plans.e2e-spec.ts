import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../src/common/database/database';
import { addPlan } from '../harness/client-record';
import { openPlanPractice, Plan, PlanPractice, PLANS, publishPlan, writePlan } from '../harness/care-plans';
import { openNotePractice, writeNote } from '../harness/session-notes';
import { signInTherapist } from '../harness/signed-in';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let practice: PlanPractice;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  practice = await openPlanPractice(test);
});

const ABSENT = '0192d3a4-0000-7000-8000-000000000000';
const someText = expect.any(String) as string;
const listed = async (query = '', as = practice.therapist): Promise<Plan[]> => (await as.get(`${PLANS}${query}`).expect(200)).body as Plan[];
const shown = async (id: string): Promise<Plan> => (await practice.therapist.get(`${PLANS}/${id}`).expect(200)).body as Plan;
const save = (id: string, body: object) => practice.therapist.put(`${PLANS}/${id}`, { title: 'Evenings', ...body });
const logOf = (id: string): Promise<object[]> => test.database.query('select action, details, client_ids from activity_log where subject_id = $1 order by at, id', [id]);

describe('a care plan', () => {
  it('is written for a client, from a note about them, and says what was written', async () => {
    const { therapist, clientId } = practice;
    const note = await writeNote(therapist, { client_id: clientId });
    const plan = await writePlan(practice, {
      title: ' Evenings ',
      description: 'As typed.\n',
      actions: [{ text: ' Walk ' }, { text: 'Write' }],
      goals: [{ text: 'Sleep', progress: 40 }],
      follow_up_date: '2030-01-04',
      note_id: note.id,
    });
    expect(plan).toEqual({
      id: someText,
      client_id: clientId,
      client_name: 'Kim',
      note_id: note.id,
      title: 'Evenings',
      description: 'As typed.\n',
      actions: [
        { id: someText, text: 'Walk', done_at: null },
        { id: someText, text: 'Write', done_at: null },
      ],
      goals: [{ id: someText, text: 'Sleep', progress: 40 }],
      follow_up_date: '2030-01-04',
      status: 'draft',
      published_at: null,
      withdrawn_at: null,
      is_publishable: true,
      version: 1,
      created_at: someText,
      updated_at: someText,
    });
    expect(await shown(plan.id)).toEqual(plan);
    expect(await logOf(plan.id)).toEqual([
      { action: 'create_care_plan', details: {}, client_ids: [clientId] },
      { action: 'read_care_plan', details: {}, client_ids: [clientId] },
    ]);
  });

  it.each<[object, number, string, string]>([
    [{ title: ' ' }, 400, 'title', 'Please enter a title.'],
    [{ title: 'x'.repeat(201) }, 400, 'title', 'The title can have at most 200 characters.'],
    [{ description: 'x'.repeat(20_001) }, 400, 'description', 'The description can have at most 20,000 characters.'],
    [{ description: 'a\0' }, 400, 'description', 'description holds characters that cannot be stored'],
    [{ actions: Array.from({ length: 51 }, () => ({ text: 'Walk' })) }, 400, 'actions', 'A care plan can have at most 50 actions.'],
    [{ actions: [{ text: 'Walk' }, { text: ' ' }] }, 400, 'actions.1.text', 'Please say what is to be done, or remove this action.'],
    [{ actions: [{ text: 'x'.repeat(501) }] }, 400, 'actions.0.text', 'An action or a goal can have at most 500 characters.'],
    [{ goals: Array.from({ length: 21 }, () => ({ text: 'Sleep', progress: 0 })) }, 400, 'goals', 'A care plan can have at most 20 goals.'],
    [{ goals: [{ text: 'Sleep', progress: 101 }] }, 400, 'goals.0.progress', 'Progress is a whole number from 0 to 100.'],
    [{ goals: [{ text: 'Sleep', progress: 0.5 }] }, 400, 'goals.0.progress', 'Progress is a whole number from 0 to 100.'],
    [{ follow_up_date: '2027-02-30' }, 400, 'follow_up_date', 'follow_up_date must be a date such as 2027-03-14'],
    [{ follow_up_date: '2020-01-01' }, 422, 'follow_up_date', 'The follow-up date has passed. Please choose today or a later day.'],
    [{ client_id: ABSENT }, 422, 'client_id', 'There is no such client among yours.'],
    [{ note_id: ABSENT }, 422, 'note_id', 'There is no such note about this client.'],
    [{ published_at: '2026-01-01' }, 400, 'published_at', 'published_at is not a known field'],
  ])('is refused: %#', async (body, status, field, message) => {
    const { therapist, clientId } = practice;
    const answer = await therapist.post(PLANS, { client_id: clientId, title: 'A', ...body }).expect(status);
    expect(answer.body).toEqual({ detail: message, errors: [{ field, message }], request_id: someText });
    expect(await listed()).toEqual([]);
  });

  it('is for the therapist’s own clients, from their own notes about just that client', async () => {
    const other = await openNotePractice(test);
    const { therapist, clientId } = practice;
    const foreign = await writeNote(other.therapist, { client_id: other.clientId });
    const aboutNobody = await writeNote(therapist);
    await therapist.post(PLANS, { client_id: other.clientId, title: 'A' }).expect(422);
    for (const { id } of [foreign, aboutNobody]) await therapist.post(PLANS, { client_id: clientId, title: 'A', note_id: id }).expect(422);
    const note = await writeNote(therapist, { booking_id: practice.bookingId });
    const plan = await writePlan(practice, { note_id: note.id });
    await therapist.delete(`/api/therapist/session-notes/${note.id}`).expect(200);
    expect(await shown(plan.id)).toMatchObject({ note_id: null, title: 'Evenings' });
  });

  it('of somebody else is not there', async () => {
    const { id, goals } = await writePlan(practice, { goals: [{ text: 'Sleep', progress: 0 }] });
    const stranger = await signInTherapist(test);
    await stranger.get(`${PLANS}/${id}`).expect(404);
    await stranger.put(`${PLANS}/${id}`, { title: 'Mine' }).expect(404);
    await stranger.put(`${PLANS}/${id}/goals/${goals[0]?.id}`, { progress: 1 }).expect(404);
    await stranger.post(`${PLANS}/${id}/publish`, {}).expect(404);
    await stranger.post(`${PLANS}/${id}/withdraw`, {}).expect(404);
    await stranger.delete(`${PLANS}/${id}`).expect(404);
    expect(await listed('', stranger)).toEqual([]);
    expect(await shown(id)).toMatchObject({ title: 'Evenings', version: 1 });
  });

  it('is made once when the same request comes four times at the same moment', async () => {
    const send = () => practice.therapist.post(PLANS, { client_id: practice.clientId, title: 'Once' }).set('Idempotency-Key', 'key-of-four').expect(201);
    const made = await test.database.transaction(async (tx) => {
      // All of them have looked for an earlier answer before the first one is written.
      await tx.query('lock table care_plans in share mode');
      const all = Promise.all([send(), send(), send(), send()]);
      await pause(700);
      return { all };
    });
    expect(new Set((await made.all).map(({ body }) => (body as { id: string }).id)).size).toBe(1);
    expect((await listed()).map(({ title }) => title)).toEqual(['Once']);
  });

  it('is made once, however often its answer is lost; what is remembered holds no text', async () => {
    const { therapist, clientId } = practice;
    const send = (title: string) => therapist.post(PLANS, { client_id: clientId, title }).set('Idempotency-Key', 'key-of-a-plan');
    const first = await send('Once').expect(201);
    expect((await send('Once').expect(201)).body).toEqual(first.body);
    await send('Another').expect(422);
    expect((await listed()).map(({ title }) => title)).toEqual(['Once']);
  });

  it('lies encrypted, and says so when its row was given to somebody else', async () => {
    const { id } = await writePlan(practice, { title: 'CANARY', description: 'CANARY', actions: [{ text: 'CANARY' }], goals: [{ text: 'CANARY', progress: 7 }] });
    const [row] = await test.database.query<{ whole: string }>('select care_plans::text as whole from care_plans where id = $1', [id]);
    expect(row?.whole).not.toContain(Buffer.from('CANARY').toString('hex'));
    const other = await openNotePractice(test);
    await test.database.query('update care_plans set client_id = $2 where id = $1', [id, other.clientId]);
    const { body } = await practice.therapist.get(`${PLANS}/${id}`).expect(409);
    expect(body).toMatchObject({ detail: 'This care plan cannot be opened: its row was changed in the database. Please tell whoever runs this installation.' });
    expect(await listed()).toMatchObject([{ id, title: 'This text cannot be opened' }]);
    await practice.therapist.delete(`${PLANS}/${id}`).expect(200);
  });

  it('may be as long as its limits in any script', async () => {
    const action = { text: '語'.repeat(500) };
    const body = { description: '語'.repeat(20_000), actions: Array.from({ length: 50 }, () => action), goals: Array.from({ length: 20 }, () => ({ ...action, progress: 100 })) };
    const plan = await writePlan(practice, body);
    expect([plan.description.length, plan.actions.length, plan.goals.length]).toEqual([20_000, 50, 20]);
    expect(new Set(plan.actions.map(({ id }) => id)).size).toBe(50);
    expect((await practice.therapist.post(PLANS, { client_id: practice.clientId, title: 'A', description: '語'.repeat(180_000) }).expect(413)).body).toMatchObject({ detail: 'This care plan is too large. Please make two of it.' });
  });

  it('is one of at most a thousand', async () => {
    const { therapist, clientId } = practice;
    await test.database.query(
      `insert into care_plans (id, therapist_id, client_id, title, description, recommended_actions, created_at, updated_at)
       select gen_random_uuid(), $1, $2, 'x', 'x', 'x', now(), now() from generate_series(1, 999)`,
      [therapist.id, clientId],
    );
    await writePlan(practice);
    const { body } = await therapist.post(PLANS, { client_id: clientId, title: 'A' }).expect(422);
    expect(body).toMatchObject({ detail: 'You can have at most 1,000 care plans. Please delete some that you need no more.' });
    expect((await therapist.get(`${PLANS}/summary`).expect(200)).body).toEqual({ total: 1_000, published: 0 });
  });
});

describe('a change', () => {
  it('is another version; one that was made elsewhere meanwhile is not overwritten, and both texts are there', async () => {
    const plan = await writePlan(practice);
    const saved = (await save(plan.id, { description: 'Theirs', version: 1 }).expect(200)).body as Plan;
    expect(saved).toMatchObject({ description: 'Theirs', version: 2 });
    const refused = await save(plan.id, { description: 'Mine', version: 1 }).expect(409);
    expect(refused.body).toMatchObject({ detail: 'This care plan was saved elsewhere meanwhile, so yours is not saved. Nothing is lost: look at the saved one, or save yours as the newest.' });
    expect(await shown(plan.id)).toMatchObject({ description: 'Theirs', version: 2 });
    // What is there already is no conflict: the answer of an earlier try was lost.
    expect((await save(plan.id, { description: 'Theirs', version: 1 }).expect(200)).body).toMatchObject({ version: 2 });
    expect((await save(plan.id, { description: 'Mine' }).expect(200)).body).toMatchObject({ description: 'Mine', version: 3 });
    expect(await logOf(plan.id)).toMatchObject([{ action: 'create_care_plan' }, { action: 'update_care_plan', details: { fields: ['description'] } }, { action: 'read_care_plan' }, { action: 'update_care_plan' }]);
  });

  it('by two at once takes one of them', async () => {
    const { id } = await writePlan(practice);
    const statuses = await Promise.all(Array.from({ length: 8 }, async (_, index) => (await save(id, { description: `Text ${index}`, version: 1 })).status));
    expect(statuses.sort()).toEqual([200, 409, 409, 409, 409, 409, 409, 409]);
  });

  it('may leave a follow-up that has passed where it is, and set none that has; today is the therapist’s', async () => {
    const { id } = await writePlan(practice);
    await test.database.query(`update care_plans set follow_up_date = '2020-01-01' where id = $1`, [id]);
    await save(id, { description: 'More', follow_up_date: '2020-01-01' }).expect(200);
    await save(id, { follow_up_date: '2020-01-02' }).expect(422);
    await practice.therapist.post('/api/therapist/profile', { display_name: 'Far away', timezone: 'Pacific/Auckland' }).expect(201);
    const day = (hours: number): string => new Date(test.clock.now().getTime() + hours * 3_600_000).toISOString().slice(0, 10);
    const auckland = new Intl.DateTimeFormat('en-CA', { timeZone: 'Pacific/Auckland' }).format(test.clock.now());
    await save(id, { follow_up_date: auckland }).expect(200);
    await save(id, { follow_up_date: day(-48) }).expect(422);
  });

  it('of a goal says how far it is, whatever else is written', async () => {
    const plan = await writePlan(practice, { goals: [{ text: 'Sleep', progress: 10 }, { text: 'Eat', progress: 20 }] });
    const [sleep] = plan.goals;
    const path = `${PLANS}/${plan.id}/goals/${sleep?.id}`;
    expect((await practice.therapist.put(path, { progress: 65 }).expect(200)).body).toMatchObject({ goals: [{ id: sleep?.id, progress: 65 }, { progress: 20 }], version: 2 });
    expect((await practice.therapist.put(path, { progress: 65 }).expect(200)).body).toMatchObject({ version: 2 });
    await practice.therapist.put(path, { progress: -1 }).expect(400);
    await practice.therapist.put(`${PLANS}/${plan.id}/goals/${newId()}`, { progress: 1 }).expect(404);
    // The editor that began before it does not take it back unasked.
    await save(plan.id, { goals: plan.goals, version: 1 }).expect(409);
  });

  it('takes a plan away with everything of it', async () => {
    const { id, actions } = await publishPlan(practice, { actions: [{ text: 'Walk' }] });
    await practice.client.put(`/api/client/care-plans/${id}/actions/${actions[0]?.id}`, { done: true }).expect(200);
    expect((await practice.therapist.delete(`${PLANS}/${id}`).expect(200)).body).toEqual({ status: 'deleted' });
    await practice.therapist.get(`${PLANS}/${id}`).expect(404);
    await practice.therapist.delete(`${PLANS}/${id}`).expect(404);
    expect(await test.database.query('select 1 from care_plan_ticks where plan_id = $1', [id])).toEqual([]);
    expect((await practice.client.get('/api/client/dashboard').expect(200)).body).toMatchObject({ counts: { care_plans: 0 }, aftercare_recommendations: [] });
    expect((await logOf(id)).at(-1)).toMatchObject({ action: 'delete_care_plan', client_ids: [practice.clientId] });
  });
});

describe('the list', () => {
  it('shows all plans or one client’s, newest first, page by page, and is in the activity log once', async () => {
    const { therapist, clientId } = practice;
    const other = await openPlanPractice(test);
    await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [therapist.id, other.clientId]);
    await writePlan(practice, { title: 'First', actions: [{ text: 'Walk' }] });
    test.clock.advance(1_000);
    await writePlan({ therapist, clientId: other.clientId }, { title: 'Of another' });
    test.clock.advance(1_000);
    await publishPlan(practice, { title: 'Last' });
    const titles = async (query = ''): Promise<string[]> => (await listed(query)).map(({ title }) => title);
    expect(await titles()).toEqual(['Last', 'Of another', 'First']);
    expect(await titles(`?client_id=${clientId}`)).toEqual(['Last', 'First']);
    expect(await titles('?status=published')).toEqual(['Last']);
    expect((await listed())[2]).toMatchObject({ action_count: 1, done_count: 0, last_done_at: null });
    const page = await therapist.get(`${PLANS}?limit=2`).expect(200);
    const [, next = ''] = /<([^>]+)>/.exec(page.headers['link'] as string) ?? [];
    expect((await therapist.get(new URL(next).pathname + new URL(next).search).expect(200)).body).toMatchObject([{ title: 'First' }]);
    expect((await therapist.get(`${PLANS}/summary`).expect(200)).body).toEqual({ total: 3, published: 1 });
    const entries = await test.database.query<{ client_ids: string[] }>(`select client_ids from activity_log where action = 'read_care_plans' and actor_id = $1`, [therapist.id]);
    expect(new Set(entries.flatMap(({ client_ids }) => client_ids))).toEqual(new Set([clientId, other.clientId]));
  });

  it('of those whom a plan can be for names the therapist’s own clients, or those with these words', async () => {
    const { therapist, clientId } = practice;
    const clients = async (q = ''): Promise<object[]> => (await therapist.get(`${PLANS}/clients?q=${encodeURIComponent(q)}`).expect(200)).body as object[];
    expect(await clients()).toHaveLength(2);
    expect(await clients('KI')).toEqual([{ id: clientId, name: 'Kim', email: expect.stringContaining('@') as string }]);
    for (const q of ['%', '_', 'nobody']) expect(await clients(q)).toEqual([]);
    const stranger = await signInTherapist(test);
    expect((await stranger.get(`${PLANS}/clients`).expect(200)).body).toEqual([]);
  });

  it('opens plans of before their actions had ids', async () => {
    const id = await addPlan(test, { therapistId: practice.therapist.id, clientId: practice.clientId, published: true });
    const plan = await shown(id);
    expect(plan).toMatchObject({ status: 'published', version: 1, actions: [{ text: 'Walk' }, { text: 'Write' }], goals: [] });
    expect(await shown(id)).toEqual(plan);
  });
});
