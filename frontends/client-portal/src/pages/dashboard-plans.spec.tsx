import { fakeApi, held, problem, sampleId } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { sampleDashboard, sampleMe, samplePlan } from '../testing/samples';
import type { Dashboard } from '../wire';
import DashboardPage from './dashboard.page';

jest.setTimeout(30_000);

const TICK = 'PUT /api/client/care-plans/{id}/actions/{id}';
const DASHBOARD = 'GET /api/client/dashboard';
const [walk, write] = [sampleId(), sampleId()];
let dashboard: Dashboard;
let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  const plan = samplePlan({
    recommended_actions: ['Walk before work', 'Write'],
    actions: [
      { id: walk, text: 'Walk before work', done_at: null },
      { id: write, text: 'Write', done_at: '2026-11-10T09:00:00Z' },
    ],
    goals: [{ id: sampleId(), text: 'Sleep through', progress: 40 }],
  });
  dashboard = sampleDashboard({ aftercare_recommendations: [plan] });
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe() }),
    'GET /api/client/forms': () => ({ json: [] }),
    [DASHBOARD]: () => ({ json: dashboard }),
    [TICK]: ({ body, path }) => {
      const done_at = (body as { done: boolean }).done ? '2026-11-22T10:00:00Z' : null;
      const action = plan.actions.find(({ id }) => path.endsWith(id))!;
      return { json: { ...action, done_at } };
    },
  });
});

const open = () => openPage(DashboardPage, '/client/dashboard?tab=plans');
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const actions = () => screen.getByRole('group', { name: 'Recommended actions' });

describe('A care plan', () => {
  it('has its actions to tick off, its goals with how far they are, and its day', async () => {
    await open();
    expect((await box('Walk before work')).checked).toBe(false);
    expect((await box('Write')).checked).toBe(true);
    expect(within(actions()).getByText('Done 10 Nov 2026')).toBeTruthy();
    expect(within(actions()).getByRole('status').textContent).toBe('1 of 2 done');
    expect(within(actions()).getByText('Your therapist sees what you tick off, and when.')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Sleep through' }).getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByText('Follow up by 12 Dec 2026')).toBeTruthy();
  });

  it('is ticked off by the keyboard, at once, and back', async () => {
    const waits = held();
    server.handlers[TICK] = () => waits.answer;
    const { user } = await open();
    (await box('Walk before work')).focus();
    await user.keyboard(' ');
    expect((await box('Walk before work')).checked).toBe(true);
    expect(within(actions()).getByRole('status').textContent).toBe('2 of 2 done');
    await act(async () => waits.release({ json: { id: walk, text: 'Walk before work', done_at: '2026-11-22T10:00:00Z' } }));
    expect(server.to(TICK).map(({ path, body }) => [path.split('/').at(-1), body])).toEqual([[walk, { done: true }]]);
    server.handlers[TICK] = () => ({ json: { id: walk, text: 'Walk before work', done_at: null } });
    await user.keyboard(' ');
    await waitFor(() => expect(server.to(TICK)[1]?.body).toEqual({ done: false }));
    expect((await box('Walk before work')).checked).toBe(false);
  });

  it('says when a tick was not saved, and shows what is', async () => {
    server.handlers[TICK] = () => problem(503, 'Down.');
    const { user, toasts } = await open();
    await user.click(await box('Walk before work'));
    await waitFor(() => expect(toasts).toEqual(['That was not saved, so it is shown as it was. Please try again.']));
    expect((await box('Walk before work')).checked).toBe(false);
    expect((await box('Write')).checked).toBe(true);
  });

  it('asks for a fresh code where one is due', async () => {
    const { user, toasts } = await open();
    await box('Walk before work');
    server.handlers[TICK] = () => problem(403, 'Please confirm with a fresh code that it is you.', [{ field: 'proof', message: 'x' }]);
    dashboard = { ...dashboard, proof_required: true, aftercare_recommendations: [] };
    await user.click(await box('Walk before work'));
    expect(await screen.findByRole('heading', { name: 'Confirm it is you' })).toBeTruthy();
    expect(toasts).toEqual(['Please confirm that it is you first. That was not saved.']);
  });

  it('says why an action is gone that the therapist took away meanwhile', async () => {
    const { user, toasts } = await open();
    await box('Walk before work');
    server.handlers[TICK] = () => problem(404, 'There is no such action in this care plan. Please reload the page.');
    dashboard = { ...dashboard, aftercare_recommendations: [samplePlan({ actions: [{ id: write, text: 'Write', done_at: null }] })] };
    await user.click(await box('Walk before work'));
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Walk before work' })).toBeNull());
    expect(toasts).toEqual(['There is no such action in this care plan. Please reload the page.']);
  });
});
