import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, field, held, lost, problem, renderScreen, sampleId, samplePlan, type SeenCall } from '../../../test-kit';
import type { CarePlan, PlanBody, PlanSummary } from '../care-plans.api';
import PlansPanel from './plans-panel';
import { StartPlan } from './start-plan';

jest.setTimeout(30_000);

const PLANS = '/api/therapist/care-plans';
const LIST = `GET ${PLANS}`;
const CREATE = `POST ${PLANS}`;
const SAVE = `PUT ${PLANS}/{id}`;
const PUBLISH = `POST ${PLANS}/{id}/publish`;
const WITHDRAW = `POST ${PLANS}/{id}/withdraw`;
const PROGRESS = `PUT ${PLANS}/{id}/goals/{id}`;
const client = { id: sampleId(), name: 'Jonah Whitfield' };

let plans: CarePlan[];
let api: ReturnType<typeof fakeApi>;

const summary = ({ actions, ...plan }: CarePlan): PlanSummary => {
  const done = actions.flatMap(({ done_at }) => done_at ?? []);
  return { ...plan, action_count: actions.length, done_count: done.length, last_done_at: done.at(-1) ?? null };
};
const planIn = ({ path }: SeenCall) => plans.find(({ id }) => path.includes(id))!;
const change = (call: SeenCall, part: Partial<CarePlan>) => ({ json: { ...Object.assign(planIn(call), part) } });

beforeEach(() => {
  plans = [];
  api = fakeApi({
    [LIST]: ({ query }) => ({ json: plans.filter(({ status }) => (query.get('status') ?? status) === status).map(summary) }),
    [`GET ${PLANS}/summary`]: () => ({ json: { total: plans.length, published: 0 } }),
    [`GET ${PLANS}/clients`]: ({ query }) => ({ json: client.name.toLowerCase().includes(query.get('q') ?? '') ? [client] : [] }),
    [`GET ${PLANS}/{id}`]: (call) => (planIn(call) ? { json: { ...planIn(call) } } : problem(404, 'There is no such care plan.')),
    [CREATE]: ({ body }) => {
      const { actions = [], ...part } = body as Partial<CarePlan>;
      const plan = samplePlan({ ...part, actions: actions.map((action) => ({ ...action, done_at: null })), client_name: client.name });
      plans.unshift(plan);
      return { status: 201, json: plan };
    },
    [SAVE]: (call) => {
      const { version, ...part } = call.body as PlanBody & Partial<CarePlan>;
      if (version !== planIn(call).version) return problem(409, 'This care plan was saved elsewhere meanwhile.');
      return change(call, { ...part, actions: [], version: version + 1 });
    },
    [PUBLISH]: (call) => change(call, { status: 'published', published_at: '2026-11-22T12:00:00Z', withdrawn_at: null }),
    [WITHDRAW]: (call) => change(call, { status: 'withdrawn', published_at: null, withdrawn_at: '2026-11-22T12:00:00Z' }),
    [PROGRESS]: (call) => change(call, { goals: planIn(call).goals.map((goal) => ({ ...goal, progress: (call.body as { progress: number }).progress })) }),
    [`DELETE ${PLANS}/{id}`]: (call) => {
      plans = plans.filter((plan) => plan !== planIn(call));
      return { json: { status: 'deleted' } };
    },
  });
});
afterEach(() => sessionStorage.clear());

function open(address = '/dashboard?tab=notes&view=plans') {
  const view = renderScreen(<PlansPanel onOpenNote={() => undefined} />, address);
  return { ...view, press: async (name: string | RegExp) => view.user.click(await screen.findByRole('button', { name })) };
}
const at = (plan: CarePlan) => `/dashboard?tab=notes&view=plans&plan=${plan.id}`;
const line = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

describe('the list', () => {
  it('is empty at first', async () => {
    const { press } = open();
    expect(await screen.findByText('No care plans yet')).toBeTruthy();
    await press('Write First Care Plan');
    expect(await screen.findByRole('form', { name: 'New Care Plan' })).toBeTruthy();
  });

  it('says for whom a plan is, whether they see it, and what they have done', async () => {
    plans = [
      samplePlan({ status: 'published', follow_up_date: '2026-12-12', actions: [{ id: sampleId(), text: 'Walk', done_at: '2026-11-21T09:00:00Z' }, { id: sampleId(), text: 'Write', done_at: null }] }),
      samplePlan({ title: 'Mine', client_name: '' }),
    ];
    const { user } = open();
    const [first, mine] = (await screen.findAllByRole('article')).map((one) => one.textContent);
    for (const text of ['Evenings', 'Published', 'Follow-up Sat 12 Dec 2026', 'Jonah Whitfield', '1 of 2 actions done, 21 Nov 2026']) expect(first).toContain(text);
    for (const text of ['Draft', 'A client without a name']) expect(mine).toContain(text);
    await user.selectOptions(await field('Show'), 'Withdrawn');
    expect(await screen.findByText('No care plan like that')).toBeTruthy();
    expect(window.location.search).toContain('status=withdrawn');
  });

  it('says that it could not be read, and tries again', async () => {
    api.handlers[LIST] = () => problem(500, 'x');
    const { press, toasts } = open();
    expect(await screen.findByRole('heading', { name: 'Failed to fetch care plans' })).toBeTruthy();
    expect(toasts).toEqual(['Failed to fetch care plans']);
    plans = [samplePlan()];
    api.handlers[LIST] = () => ({ json: plans.map(summary) });
    await press('Try Again');
    expect(await screen.findByRole('article')).toBeTruthy();
  });
});

describe('the editor', () => {
  it('writes a plan: lines by Enter, moved, removed and brought back, goals in steps of five', async () => {
    const { user, press, toasts } = open();
    await press('Write First Care Plan');
    await press('Save as Draft');
    expect(await screen.findByText('Please choose whom the plan is for.')).toBeTruthy();
    await press('Choose Client');
    await user.type(await field('Find a client'), 'jonah');
    await press('Jonah Whitfield');
    await user.type(await field('Title'), 'Evenings');
    await press('Add Action');
    await user.keyboard('Walk{Enter}Write');
    expect(document.activeElement).toBe(line('Action 2'));
    await press('Move Action 2 up');
    expect([line('Action 1').value, line('Action 2').value]).toEqual(['Write', 'Walk']);
    await press('Remove Action 1');
    expect(line('Action 1').value).toBe('Walk');
    expect(toasts).toContain('Action 1 removed');
    await press('Add Goal');
    await user.keyboard('Sleep');
    await press('Save as Draft');
    await waitFor(() => expect(api.to(CREATE)).toHaveLength(1));
    expect(api.to(CREATE)[0]?.body).toMatchObject({ client_id: client.id, title: 'Evenings', actions: [{ text: 'Walk' }], goals: [{ text: 'Sleep', progress: 0 }], follow_up_date: null, note_id: null });
    expect(api.to(CREATE)[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(await screen.findByText('Only you see this plan. Your client sees it once you publish it.')).toBeTruthy();
  });

  it('tells two clients of one name apart by their addresses, where one is chosen and before the plan is published', async () => {
    const long = `${'vera.lind.'.repeat(12)}@example.org`;
    const twins = [{ id: sampleId(), name: 'Vera Lind', email: 'v.lind@evil.example' }, { id: sampleId(), name: 'vera  LÍND', email: long }, { id: sampleId(), name: 'Vera Lindner', email: 'other@example.org' }];
    api.handlers[`GET ${PLANS}/clients`] = () => ({ json: twins });
    const { user, press, unmount } = open();
    await press('Write First Care Plan');
    await press('Choose Client');
    const rows = await Promise.all(twins.map(({ email }) => screen.findByRole('button', { name: new RegExp(email) })));
    expect(rows.map((row) => row.textContent?.includes('Two clients have this name.'))).toEqual([true, true, false]);
    await user.click(rows[1]!);
    const chosen = await screen.findByRole('group', { name: /^Client/ });
    expect(await within(chosen).findByText(`${long}. Two clients have this name.`)).toBeTruthy();
    unmount();
    plans = [samplePlan({ client_id: twins[0]!.id, client_name: 'Vera Lind' })];
    const { press: pressPlan } = open(at(plans[0]!));
    await pressPlan('Publish');
    expect((await screen.findByRole('alertdialog')).textContent).toContain('v.lind@evil.example. Two clients have this name.');
  });

  it('keeps what is typed through a lost line and a closed window, in this tab', async () => {
    api.handlers[CREATE] = lost;
    const { user, press, toasts } = open();
    await press('Write First Care Plan');
    await press('Choose Client');
    await press('Jonah Whitfield');
    await user.type(await field('Title'), 'Evenings');
    await press('Save as Draft');
    await waitFor(() => expect(toasts).toEqual(['Failed to save the care plan']));
    await user.keyboard('{Escape}');
    await press('Keep in This Tab');
    expect(await screen.findByText('“Evenings” is kept in this tab only.')).toBeTruthy();
    await press('Continue');
    expect((await field('Title')).value).toBe('Evenings');
    await press('Cancel');
    await press('Discard');
    await waitFor(() => expect(screen.queryByText('A care plan that is not saved yet')).toBeNull());
  });

  it('keeps both texts when another window saved the plan meanwhile', async () => {
    const plan = samplePlan();
    plans = [plan];
    const { user, press } = open(at(plan));
    await press('Edit');
    await user.type(await field('Title'), ' of mine');
    Object.assign(plan, { title: 'Evenings of theirs', version: 2 });
    await press('Save Care Plan');
    const theirs = await screen.findByRole('region', { name: 'The saved one' });
    expect((await within(theirs).findByText('theirs')).tagName).toBe('DEL');
    expect(theirs.textContent).toContain('Evenings of theirs');
    expect(within(screen.getByRole('region', { name: 'Yours' })).getByText('mine').tagName).toBe('INS');
    await press('Save mine');
    await waitFor(() => expect(plan).toMatchObject({ title: 'Evenings of mine', version: 3 }));
  });
});

describe('one plan', () => {
  it('is published after a sentence about who will see it, and withdrawn with a way back', async () => {
    const plan = samplePlan({ follow_up_date: '2026-12-12' });
    plans = [plan];
    const { user, press, toasts } = open(at(plan));
    await press('Publish');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Jonah Whitfield will see all of it in their portal');
    expect(question.textContent).toContain('On Sat 12 Dec 2026 you both get a reminder by mail.');
    await user.click(within(question).getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(/^Jonah Whitfield sees this plan in their portal/)).toBeTruthy();
    expect(api.to(PUBLISH)[0]?.body).toEqual({ version: 1 });
    await press('Withdraw');
    expect(await screen.findByText(/^Jonah Whitfield no longer sees this plan/)).toBeTruthy();
    expect(toasts).toEqual(['Published: Jonah Whitfield can see it now', 'Withdrawn: Jonah Whitfield no longer sees it']);
  });

  it('is published as it is once the progress that was just moved is saved', async () => {
    const goal = { id: sampleId(), text: 'Sleep', progress: 40 };
    const plan = samplePlan({ goals: [goal] });
    plans = [plan];
    const saving = held();
    api.handlers[PROGRESS] = () => saving.answer;
    const { user, press } = open(at(plan));
    const slider = await screen.findByRole('slider', { name: 'Progress of Sleep' });
    slider.focus();
    fireEvent.change(slider, { target: { value: '45' } });
    await user.keyboard('{Tab}');
    await press('Publish');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
    await act(async () => saving.release({ json: { ...Object.assign(plan, { goals: [{ ...goal, progress: 45 }], version: 2 }) } }));
    expect(await screen.findByText(/^Jonah Whitfield sees this plan in their portal/)).toBeTruthy();
    expect(api.to(PUBLISH)[0]?.body).toEqual({ version: 2 });
  });

  it('says why it cannot be published to somebody whom nobody knows', async () => {
    plans = [samplePlan({ is_publishable: false })];
    open(at(plans[0]!));
    expect(await screen.findByText('This plan cannot be published yet')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true);
  });

  it('shows which actions are done and when, and takes the progress of a goal', async () => {
    const goal = { id: sampleId(), text: 'Sleep', progress: 40 };
    const plan = samplePlan({ status: 'published', goals: [goal], actions: [{ id: sampleId(), text: 'Walk', done_at: '2026-11-21T09:00:00Z' }, { id: sampleId(), text: 'Write', done_at: null }] });
    plans = [plan];
    const { user } = open(at(plan));
    const actions = within(await screen.findByRole('region', { name: 'Actions' }));
    expect(actions.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^WalkDone 21 Nov 2026, /), 'WriteNot done yet']);
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Progress of Sleep' });
    expect(slider.getAttribute('aria-valuetext')).toBe('40 %');
    slider.focus();
    fireEvent.change(slider, { target: { value: '65' } });
    await user.keyboard('{Tab}');
    await waitFor(() => expect(plan.goals[0]?.progress).toBe(65));
    expect(api.to(PROGRESS)).toHaveLength(1);
  });

  it('is deleted after a question that names what is lost, and one that is gone says so', async () => {
    const plan = samplePlan({ status: 'published' });
    plans = [plan];
    const { user, press } = open(at(plan));
    await press('Delete');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Jonah Whitfield sees it at present and will not any more.');
    await user.click(within(question).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No care plans yet')).toBeTruthy();
    open(at(plan));
    expect(await screen.findByText('There is no such care plan.')).toBeTruthy();
  });
});

it('a plan begins with a note and what its analysis says, and nothing of it stands in the address', async () => {
  const note = { is_private: false, id: sampleId(), title: 'Before the interview', client_id: client.id, client_name: client.name };
  const first = renderScreen(<StartPlan note={note} analysis={{ homework: [{ text: 'Rehearse aloud' }], next_steps: [{ text: 'Look at it together' }] }} />, '/dashboard?tab=notes');
  await first.user.click(screen.getByRole('button', { name: 'Start Care Plan' }));
  expect(window.location.search).toMatch(/^\?tab=notes&view=plans&new-plan=[0-9a-f-]{36}$/);
  const address = `${window.location.pathname}${window.location.search}`;
  first.unmount();
  const { press } = open(address);
  expect((await field('Title')).value).toBe('Before the interview');
  expect([line('Action 1').value, line('Action 2').value]).toEqual(['Rehearse aloud', 'Look at it together']);
  await press('Save as Draft');
  await waitFor(() => expect(api.to(CREATE)[0]?.body).toMatchObject({ client_id: client.id, note_id: note.id, title: 'Before the interview' }));
});
