import { fakeApi, held, problem, sampleId } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { proofAsked, sampleDashboard, sampleMe, sampleNote, samplePlan } from '../testing/samples';
import type { Dashboard } from '../wire';
import DashboardPage from './dashboard.page';

jest.setTimeout(30_000);

const NOTE = 'GET /api/client/session-notes/{id}';
const NOTES = 'GET /api/client/session-notes';
const PLAN = 'GET /api/client/care-plans/{id}';
const PLANS = 'GET /api/client/care-plans';
const TICK = 'PUT /api/client/care-plans/{id}/actions/{id}';
const note = sampleNote({ session_summary: 'Long', client_visible_notes: 'It began and went on to the end.' });
const [walk, write] = [sampleId(), sampleId()];
const plan = samplePlan({
  description: 'First this, then that.',
  actions: [
    { id: walk, text: 'Walk before work', done_at: null },
    { id: write, text: 'Write', done_at: null },
  ],
});
let dashboard: Dashboard;
let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  dashboard = sampleDashboard({
    counts: { upcoming: 0, completed: 2, session_notes: 3, care_plans: 2 },
    session_notes: [{ ...note, client_visible_notes: 'It began…', is_whole: false }],
    older_session_notes: 'after-1',
    aftercare_recommendations: [{ ...plan, description: 'First…', actions: plan.actions.slice(0, 1), is_whole: false }],
    older_care_plans: 'after-1',
  });
  const older = (title: string, cursor: string | null) => (cursor === 'after-1' ? [`${title} 2`] : [`${title} 3`]);
  const link = (path: string, cursor: string | null) => (cursor === 'after-1' ? { headers: { Link: `<http://localhost/api/client/${path}?limit=20&cursor=after-2>; rel="next"` } } : {});
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe() }),
    'GET /api/client/dashboard': () => ({ json: dashboard }),
    'GET /api/client/forms': () => ({ json: [] }),
    [NOTE]: () => ({ json: note }),
    [PLAN]: () => ({ json: plan }),
    [NOTES]: ({ query }) => ({ json: { session_notes: older('Note', query.get('cursor')).map((session_summary) => sampleNote({ session_summary })) }, ...link('session-notes', query.get('cursor')) }),
    [PLANS]: ({ query }) => ({ json: { care_plans: older('Plan', query.get('cursor')).map((title) => samplePlan({ title, actions: [] })) }, ...link('care-plans', query.get('cursor')) }),
    [TICK]: ({ body }) => ({ json: { id: walk, text: 'Walk before work', done_at: (body as { done: boolean }).done ? '2026-11-22T10:00:00Z' : null } }),
  });
});

const open = (tab: 'notes' | 'plans') => openPage(DashboardPage, `/client/dashboard?tab=${tab}`);
const button = (name: string) => screen.findByRole('button', { name });

describe('A long record', () => {
  it('shows the beginning of a long note, and all of it once that is asked for', async () => {
    const waits = held();
    server.handlers[NOTE] = () => waits.answer;
    const { user } = await open('notes');
    const press = await button('Show the whole text');
    expect(screen.getByText('It began…')).toBeTruthy();
    await user.click(press);
    expect([press.getAttribute('aria-busy'), press.getAttribute('aria-expanded')]).toEqual(['true', 'false']);
    await act(async () => waits.release({ json: note }));
    expect(await screen.findByText('It began and went on to the end.')).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Show less');
    await user.click(await button('Show less'));
    expect(screen.getByText('It began…')).toBeTruthy();
    expect(server.to(NOTE).map(({ path }) => path.split('/').at(-1))).toEqual([note.id]);
  });

  it('says when the rest could not be loaded, with the server’s sentence where it has one, and tries again', async () => {
    server.handlers[NOTE] = () => problem(429, 'Notes and care plans were opened very often within the hour. Please try again later.');
    const { user } = await open('notes');
    await user.click(await button('Show the whole text'));
    expect((await screen.findByRole('alert')).textContent).toBe('Notes and care plans were opened very often within the hour. Please try again later.');
    expect(screen.getByText('It began…')).toBeTruthy();
    server.handlers[NOTE] = () => ({ json: note });
    await user.click(await button('Try again'));
    expect(await screen.findByText('It began and went on to the end.')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('goes on page by page, and the keyboard with it', async () => {
    const { user } = await open('notes');
    server.handlers[NOTES] = () => problem(503, '');
    await user.click(await button('Show older session notes'));
    expect(await screen.findByRole('alert')).toBeTruthy();
    server.handlers[NOTES] = ({ query }) => ({
      json: { session_notes: [sampleNote({ session_summary: query.get('cursor') === 'after-1' ? 'Note 2' : 'Note 3' })] },
      ...(query.get('cursor') === 'after-1' && { headers: { Link: '<http://localhost/api/client/session-notes?limit=20&cursor=after-2>; rel="next"' } }),
    });
    await user.click(await button('Try again'));
    const [page] = await screen.findAllByRole('group', { name: 'Older session notes' });
    expect(within(page!).getByText('Note 2')).toBeTruthy();
    expect(document.activeElement).toBe(page);
    await user.click(await button('Show older session notes'));
    expect(await screen.findByText('Note 3')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getAllByRole('group', { name: 'Older session notes' })[1]);
    expect(screen.queryByRole('button', { name: 'Show older session notes' })).toBeNull();
  });

  it('has all of a long plan once that is asked for; what is ticked off is so in both', async () => {
    const { user } = await open('plans');
    await user.click(await button('Show the whole plan'));
    expect(await screen.findByText('First this, then that.')).toBeTruthy();
    const status = () => within(screen.getByRole('group', { name: 'Recommended actions' })).queryByRole('status')?.textContent;
    expect(status()).toBe('0 of 2 done');
    await user.click(screen.getByRole('checkbox', { name: 'Walk before work' }));
    await waitFor(() => expect(status()).toBe('1 of 2 done'));
    await user.click(await button('Show less'));
    expect([screen.getByText('First…') !== null, screen.queryByRole('checkbox', { name: 'Write' }), status()]).toEqual([true, null, undefined]);
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Walk before work' }).checked).toBe(true);
    await user.click(await button('Show older care plans'));
    expect(await screen.findByText('Plan 2')).toBeTruthy();
  });

  it('asks for a fresh code where one is due', async () => {
    server.handlers[NOTE] = proofAsked;
    const { user } = await open('notes');
    await screen.findByText('It began…');
    dashboard = { ...dashboard, proof_required: true, session_notes: [], aftercare_recommendations: [] };
    await user.click(await button('Show the whole text'));
    expect(await screen.findByRole('heading', { name: 'Confirm it is you' })).toBeTruthy();
  });
});
