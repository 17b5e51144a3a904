import { SYSTEM_ACTOR } from '../../src/common/access/actor';
import { newId } from '../../src/common/database/database';
import { Works } from '../../src/common/work/work';
import { RecordsMoved } from '../../src/modules/clients/persons/person.events';
import { endGrants, signInEmergencyAdmin } from '../harness/break-glass';
import { addPlan } from '../harness/client-record';
import { openPlanPractice, OWN_PLANS, Plan, PlanPractice, PLANS, publishPlan, writePlan } from '../harness/care-plans';
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

const someText = expect.any(String) as string;

interface Seen extends Omit<Plan, 'client_id'> {
  recommended_actions: string[];
  therapist_name: string;
}

const seen = async (): Promise<Seen[]> => ((await practice.client.get('/api/client/dashboard').expect(200)).body as { aftercare_recommendations: Seen[] }).aftercare_recommendations;
const publish = (id: string, body: object = {}) => practice.therapist.post(`${PLANS}/${id}/publish`, body);
const withdraw = (id: string) => practice.therapist.post(`${PLANS}/${id}/withdraw`, {});
const tick = (plan: string, action: string | undefined, done = true, as = practice.client) => as.put(`${OWN_PLANS}/${plan}/actions/${action}`, { done });
const actionsOf = async (id: string): Promise<Plan['actions']> => ((await practice.therapist.get(`${PLANS}/${id}`).expect(200)).body as Plan).actions;
const deeds = async (id: string): Promise<string[]> => (await test.database.query<{ action: string }>('select action from activity_log where subject_id = $1 order by at, id', [id])).map(({ action }) => action);

describe('what a client sees', () => {
  it('is what is published, for as long as it is', async () => {
    const plan = await writePlan(practice, { description: 'A small plan.', actions: [{ text: 'Walk' }], goals: [{ text: 'Sleep', progress: 40 }], follow_up_date: '2030-01-04' });
    expect(await seen()).toEqual([]);
    const published = (await publish(plan.id, { version: 1 }).expect(200)).body as Plan;
    expect(published).toMatchObject({ status: 'published', version: 1, published_at: someText });
    expect(await seen()).toEqual([
      {
        id: plan.id,
        title: 'Evenings',
        description: 'A small plan.',
        recommended_actions: ['Walk'],
        actions: [{ id: plan.actions[0]?.id, text: 'Walk', done_at: null }],
        goals: [{ id: plan.goals[0]?.id, text: 'Sleep', progress: 40 }],
        follow_up_date: '2030-01-04',
        created_at: someText,
        therapist_id: practice.therapist.id,
        therapist_name: someText,
        practice_confirmed: true,
        is_whole: true,
      },
    ]);
    expect((await publish(plan.id).expect(200)).body).toEqual(published);
    expect((await withdraw(plan.id).expect(200)).body).toMatchObject({ status: 'withdrawn', published_at: null, withdrawn_at: someText });
    await withdraw(plan.id).expect(200);
    expect(await seen()).toEqual([]);
    expect((await practice.client.get('/api/client/dashboard').expect(200)).body).toMatchObject({ counts: { care_plans: 0 } });
    expect((await publish(plan.id).expect(200)).body).toMatchObject({ status: 'published', withdrawn_at: null });
    // Published once more it was looked at, and so it was withdrawn once more.
    expect(await deeds(plan.id)).toEqual(['create_care_plan', 'publish_care_plan', 'read_care_plan', 'withdraw_care_plan', 'publish_care_plan']);
  });

  it('follows every change of a published plan, and is not what was changed since it was looked at', async () => {
    const plan = await writePlan(practice);
    await practice.therapist.put(`${PLANS}/${plan.id}`, { title: 'Mornings', version: 1 }).expect(200);
    const { body } = await publish(plan.id, { version: 1 }).expect(409);
    expect(body).toMatchObject({ detail: 'This care plan was changed elsewhere meanwhile. Please look at it once more before the client sees it.' });
    await publish(plan.id, { version: 2 }).expect(200);
    await practice.therapist.put(`${PLANS}/${plan.id}`, { title: 'Noons', goals: [{ text: 'Rest', progress: 5 }] }).expect(200);
    expect(await seen()).toMatchObject([{ title: 'Noons', goals: [{ text: 'Rest', progress: 5 }] }]);
  });

  it('is nobody’s whom only a stranger’s booking ties to the therapist', async () => {
    const plan = await writePlan(practice);
    await test.database.query('update bookings set by_stranger = true where id = $1', [practice.bookingId]);
    const { body } = await publish(plan.id).expect(422);
    expect(body).toMatchObject({ detail: expect.stringMatching(/^This client was entered by somebody who booked/) as string });
    expect((await practice.therapist.get(`${PLANS}/${plan.id}`).expect(200)).body).toMatchObject({ status: 'draft', is_publishable: false });
    expect(await seen()).toEqual([]);
    await test.database.query(`update bookings set status = 'completed', completed_at = now() where id = $1`, [practice.bookingId]);
    await publish(plan.id).expect(200);
    expect(await seen()).toMatchObject([{ practice_confirmed: false }]);
  });

  it('comes last and is named as such from a practice that the client has not confirmed, until they do', async () => {
    const own = await publishPlan(practice);
    const rogue = await openPlanPractice(test);
    const { clientId, client } = practice;
    await test.database.query(`update bookings set client_id = $1, by_stranger = true, status = 'completed' where id = $2`, [clientId, rogue.bookingId]);
    await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [rogue.therapist.id, clientId]);
    const { body: planted } = await rogue.therapist.post(PLANS, { title: 'Call this number', client_id: clientId }).expect(201);
    await rogue.therapist.post(`${PLANS}/${(planted as { id: string }).id}/publish`, { version: 1 }).expect(200);
    await rogue.therapist.post('/api/therapist/enhanced-session-notes', { title: 'Planted', content: 'x', booking_id: rogue.bookingId, is_client_visible: true }).expect(201);
    const notes = async () => ((await client.get('/api/client/dashboard').expect(200)).body as { session_notes: object[] }).session_notes;
    expect(await seen()).toMatchObject([{ id: own.id, practice_confirmed: true }, { title: 'Call this number', practice_confirmed: false, therapist_id: rogue.therapist.id }]);
    expect(await notes()).toMatchObject([{ session_summary: 'Planted', practice_confirmed: false }]);
    await client.post(`/api/client/practices/${rogue.therapist.id}/confirm`, {}).expect(200);
    expect(await seen()).toMatchObject([{ title: 'Call this number', practice_confirmed: true }, { id: own.id, practice_confirmed: true }]);
    expect(await notes()).toMatchObject([{ practice_confirmed: true }]);
  });

  it('goes with them when two persons turn out to be one, and so does what they did', async () => {
    const other = await openPlanPractice(test);
    await test.database.query('insert into therapist_clients (therapist_id, client_id) values ($1, $2)', [other.therapist.id, practice.clientId]);
    const plan = await publishPlan(other, { actions: [{ text: 'Walk' }], goals: [{ text: 'Sleep', progress: 30 }] });
    await tick(plan.id, plan.actions[0]?.id, true, other.client).expect(200);
    await test.app.get(Works).begin(SYSTEM_ACTOR, (work) => work.publish(new RecordsMoved(other.clientId, practice.clientId)));
    expect(await seen()).toMatchObject([{ id: plan.id, actions: [{ text: 'Walk', done_at: someText }], goals: [{ text: 'Sleep', progress: 30 }] }]);
    expect((await other.therapist.get(`${PLANS}/${plan.id}`).expect(200)).body).toMatchObject({ client_id: practice.clientId });
  });

  it('is in the copy of their record, with what they did', async () => {
    const plan = await publishPlan(practice, { title: 'Evenings', actions: [{ text: 'Walk' }], goals: [{ text: 'Sleep', progress: 30 }] });
    await writePlan(practice, { title: 'CANARY unpublished' });
    await tick(plan.id, plan.actions[0]?.id).expect(200);
    const copy = await practice.client.get('/api/client/export').expect(200);
    expect((copy.body as { care_plans: object[] }).care_plans).toMatchObject([{ title: 'Evenings', actions: [{ text: 'Walk', done_at: someText }], goals: [{ text: 'Sleep', progress: 30 }] }]);
    const { text } = await practice.client.get('/api/client/export.html').expect(200);
    expect(text).toMatch(/<li dir="auto">Walk \(done \d{4}-\d\d-\d\d \d\d:\d\d UTC\)<\/li><li dir="auto">Goal: Sleep \(30 %\)<\/li>/);
    for (const whole of [copy.text, text]) expect(whole).not.toContain('CANARY');
  });
});

describe('an emergency access', () => {
  it('shows plans with their actions and goals, published or not', async () => {
    const admin = await signInEmergencyAdmin(test);
    await publishPlan(practice, { actions: [{ text: 'Walk' }], goals: [{ text: 'Sleep', progress: 30 }] });
    const { body } = await admin.post('/api/admin/break-glass', { client: practice.client.email, reason: 'The therapist is in hospital since today.', ...admin.proof() }).expect(201);
    const record = await admin.get(`/api/admin/break-glass/${(body as { id: string }).id}/record?section=care_plans`).expect(200);
    expect((record.body as { rows: object[] }).rows).toMatchObject([{ title: 'Evenings', recommended_actions: ['Walk'], goals: ['Sleep (30 %)'], published_at: someText }]);
    await endGrants(test);
  });
});

describe('a client', () => {
  it('ticks an action off and takes it back, once or again, and the therapist sees which and when', async () => {
    const { id, actions } = await publishPlan(practice, { actions: [{ text: 'Walk' }, { text: 'Write' }] });
    const [walk] = actions;
    const first = (await tick(id, walk?.id).expect(200)).body as object;
    expect(first).toEqual({ id: walk?.id, text: 'Walk', done_at: someText });
    test.clock.advance(60_000);
    expect((await tick(id, walk?.id).expect(200)).body).toEqual(first);
    expect(await seen()).toMatchObject([{ actions: [first, { text: 'Write', done_at: null }] }]);
    expect(await actionsOf(id)).toEqual([first, { ...actions[1], done_at: null }]);
    expect((await practice.therapist.get(PLANS).expect(200)).body).toMatchObject([{ id, action_count: 2, done_count: 1, last_done_at: (first as { done_at: string }).done_at }]);
    expect((await tick(id, walk?.id, false).expect(200)).body).toMatchObject({ done_at: null });
    expect((await tick(id, walk?.id, false).expect(200)).body).toMatchObject({ done_at: null });
    expect((await actionsOf(id)).map(({ done_at }) => done_at)).toEqual([null, null]);
    expect((await deeds(id)).filter((action) => action.includes('tick'))).toEqual(['tick_care_plan', 'untick_care_plan']);
  });

  it('in two tabs at once ticks it off once', async () => {
    const { id, actions } = await publishPlan(practice, { actions: [{ text: 'Walk' }] });
    const answers = await Promise.all(Array.from({ length: 6 }, () => tick(id, actions[0]?.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => (body as { done_at: string }).done_at)).size).toBe(1);
    expect((await deeds(id)).filter((action) => action === 'tick_care_plan')).toHaveLength(1);
  });

  it('ticks nothing that is not theirs, not published, or not asked for any more', async () => {
    const plan = await publishPlan(practice, { actions: [{ text: 'Walk' }] });
    const action = plan.actions[0]?.id;
    const other = await openPlanPractice(test);
    await tick(plan.id, action, true, other.client).expect(404);
    await tick(plan.id, newId()).expect(404);
    await tick(newId(), action).expect(404);
    const draft = await writePlan(practice, { actions: [{ text: 'Walk' }] });
    await tick(draft.id, draft.actions[0]?.id).expect(404);
    await practice.client.put(`${OWN_PLANS}/${plan.id}/actions/${action}`, { done: 'yes' }).expect(400);
    await withdraw(plan.id).expect(200);
    await tick(plan.id, action).expect(404);
    await publish(plan.id).expect(200);
    await practice.therapist.put(`${PLANS}/${plan.id}`, { title: 'Evenings', actions: [{ text: 'Run' }] }).expect(200);
    expect((await tick(plan.id, action).expect(404)).body).toMatchObject({ detail: 'There is no such action in this care plan. Please reload the page.' });
    expect(await test.database.query('select 1 from care_plan_ticks where plan_id = any($1)', [[plan.id, draft.id]])).toEqual([]);
  });

  it('has to have proved lately who they are, as to read it', async () => {
    const { id, actions } = await publishPlan(practice, { actions: [{ text: 'Walk' }] });
    test.clock.advance(16 * 60_000);
    const { body } = await tick(id, actions[0]?.id).expect(403);
    expect(body).toMatchObject({ errors: [{ field: 'proof' }] });
    expect((await practice.client.get('/api/client/dashboard').expect(200)).body).toMatchObject({ proof_required: true, counts: { care_plans: 1 }, aftercare_recommendations: [] });
  });
});

describe('what a client has done', () => {
  it('stays done when the plan is edited, moved or withdrawn, as long as it is the same thing', async () => {
    const plan = await publishPlan(practice, { actions: [{ text: 'Walk' }, { text: 'Write' }, { text: 'Rest' }] });
    const [walk, write, rest] = plan.actions;
    for (const action of plan.actions) await tick(plan.id, action.id).expect(200);
    await practice.therapist.put(`${PLANS}/${plan.id}`, { title: 'Evenings', actions: [rest, { text: 'New' }, { id: walk?.id, text: 'Walk far' }, { text: 'Write' }].map((one) => ({ id: one?.id, text: one?.text })) }).expect(200);
    const actions = await actionsOf(plan.id);
    expect(actions.map(({ text, done_at }) => [text, done_at !== null])).toEqual([['Rest', true], ['New', false], ['Walk far', false], ['Write', true]]);
    expect([actions[0]?.id, actions[3]?.id]).toEqual([rest?.id, write?.id]);
    await withdraw(plan.id).expect(200);
    await publish(plan.id).expect(200);
    expect((await seen())[0]?.actions).toEqual(actions);
  });

  it('stays done in a plan of before actions had ids, also after an edit gives them some', async () => {
    const id = await addPlan(test, { therapistId: practice.therapist.id, clientId: practice.clientId, published: true });
    const [before] = await seen();
    expect(before).toMatchObject({ recommended_actions: ['Walk', 'Write'], actions: [{ text: 'Walk', done_at: null }, { text: 'Write', done_at: null }], goals: [] });
    await tick(id, before?.actions[1]?.id).expect(200);
    await practice.therapist.put(`${PLANS}/${id}`, { title: 'Evenings', actions: [{ text: 'First' }, ...(before?.actions ?? []).map(({ id: actionId, text }) => ({ id: actionId, text }))] }).expect(200);
    expect((await seen())[0]?.actions.map(({ text, done_at }) => [text, done_at !== null])).toEqual([['First', false], ['Walk', false], ['Write', true]]);
  });
});
