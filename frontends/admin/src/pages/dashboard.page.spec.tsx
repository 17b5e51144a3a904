import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, type Handler, held, problem, renderAt, sampleActivity, sampleDashboard, sampleGrant, sampleJob, sampleTherapist, signedOut } from '../test-kit';

const DASHBOARD = 'GET /api/admin/dashboard';
const THERAPISTS = 'GET /api/admin/therapists';
const ACTIVITY = 'GET /api/admin/activity';
const ANALYTICS = 'GET /api/admin/analytics';
const JOBS = 'GET /api/admin/jobs';

const week = Array.from({ length: 7 }, (_, index) => ({ date: `2026-11-1${index + 2}`, count: index }));

const WORKING: Record<string, Handler> = {
  [DASHBOARD]: () => ({ json: sampleDashboard() }),
  [JOBS]: () => ({ json: { jobs: [] } }),
  [THERAPISTS]: () => ({ json: { therapists: [sampleTherapist()], total: 1 } }),
  [ACTIVITY]: () => ({ json: { activities: [sampleActivity()] } }),
  [ANALYTICS]: () => ({ json: { daily_registrations: week, daily_bookings: week, as_of: '2026-11-21T10:00:00Z', timezone: 'Europe/Paris' } }),
};

function area(more: Record<string, Handler> = {}) {
  return fakeApi({
    ...WORKING,
    'GET /api/admin/login-hint': () => problem(404, 'There is nothing here.'),
    'POST /api/admin/logout': () => ({ json: { status: 'signed_out' } }),
    ...more,
  });
}

const tab = (name: string) => screen.getByRole('tab', { name });
const refreshOf = (name: string) => within(screen.getByRole('tabpanel', { name })).getByRole('button', { name: 'Refresh' });
const calls = (api: ReturnType<typeof area>) => [THERAPISTS, ACTIVITY, ANALYTICS].map((route) => api.to(route).length);

describe('The administrator’s dashboard', () => {
  it('sends who is not signed in to the sign-in, leaving nothing to go back to', async () => {
    area({ [DASHBOARD]: signedOut });
    window.history.replaceState(null, '', '/admin/dashboard');
    const before = window.history.length;
    renderAt('/admin/dashboard');
    await screen.findByRole('heading', { name: 'Administrator Login' });
    expect(window.location.pathname).toBe('/admin/login');
    expect(window.history.length).toBe(before);
  });

  it('shows who is signed in and the six figures', async () => {
    area();
    renderAt('/admin/dashboard');
    await screen.findByText('Total Therapists');
    const banner = within(screen.getAllByRole('banner')[0] as HTMLElement);
    expect(banner.getByText('ada')).toBeTruthy();
    expect(banner.getByText('administrator')).toBeTruthy();
    const words = document.body.textContent ?? '';
    for (const part of [
      'Total Therapists5,00012 new this week',
      'Total Bookings200,000340 new this week',
      'Session Notes77',
      'Active Users1,200logged in within the last 30 days',
      'Integration Status9calendar connectionsAI is off, summaries by rules are limited',
      'Client Overview12,000total clients2.4 clients for each therapist',
    ]) {
      expect(words).toContain(part);
    }
  });

  it('shows how the installation runs, and what of it somebody should look at', async () => {
    const { operation } = sampleDashboard();
    area({ [DASHBOARD]: () => ({ json: sampleDashboard({ operation: { ...operation, oldest_job_at: '2026-11-20T09:59:00.000Z', mails_failed: 2, storage: { ...operation.storage, disk_free_bytes: 9e9 } } }) }) });
    renderAt('/admin/dashboard');
    const strip = await screen.findByRole('region', { name: 'How Attune runs' });
    for (const part of ['Jobs waiting4in line now', 'Oldest job', 'Mails sent31within the last hour', 'Mails failed2given up, see failed jobs', 'Storage845 MB45 MB of files on this disk, 9 GB free', 'Version1.2.3']) {
      expect(strip.textContent).toContain(part);
    }
    expect(strip.querySelectorAll('.alarming')).toHaveLength(3);
  });

  it('speaks of no AI while none is in use', async () => {
    const integrations = [{ part: 'ai' as const, engine: 'rule-based summary', state: 'ok' as const, note: '', last_failure: null }];
    area({ [DASHBOARD]: () => ({ json: sampleDashboard({ integrations }) }) });
    renderAt('/admin/dashboard');
    await screen.findByText('AI is off, rules summarise notes');
    expect(screen.getByText('Session Notes')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/AI Session Notes|AI features operational/);
  });

  it('tells the AI is operational only when the server says so', async () => {
    const integrations = [{ part: 'ai' as const, engine: 'gpt', state: 'ok' as const, note: '', last_failure: null }];
    area({ [DASHBOARD]: () => ({ json: sampleDashboard({ integrations, ai: { ...sampleDashboard().ai, engine: 'gpt', model_configured: true } }) }) });
    renderAt('/admin/dashboard');
    await screen.findByText('AI features operational');
  });

  it('tells which engine reads notes and how that went, and switches the language model off', async () => {
    const ai = { engine: 'text-model', model_configured: true, model_allowed: true, model_spent: false, last_success: '2026-11-21T09:30:00.000Z', successes_last_day: 41, failures_last_day: 2 };
    let allowed: unknown;
    area({
      [DASHBOARD]: () => ({ json: sampleDashboard({ ai: { ...ai, model_allowed: allowed !== false } }) }),
      'PUT /api/admin/ai/model': ({ body }) => {
        ({ allowed } = body as { allowed: boolean });
        return { json: { ...ai, model_allowed: allowed as boolean } };
      },
    });
    const { user } = renderAt('/admin/dashboard');
    const card = within((await screen.findByRole('heading', { name: 'AI engine' })).closest('section') as HTMLElement);
    for (const words of ['text-model', '41', '2']) expect(card.getByText(words)).toBeTruthy();
    await user.click(card.getByRole('button', { name: 'Switch the language model off' }));
    await user.click(await screen.findByRole('button', { name: 'Switch Off' }));
    expect(await card.findByRole('button', { name: 'Switch the language model on' })).toBeTruthy();
    expect(allowed).toBe(false);
  });

  it('tells of each part its engine, state and last failure', async () => {
    area();
    renderAt('/admin/dashboard');
    const mail = within((await screen.findByRole('heading', { name: 'Mail' })).closest('li') as HTMLElement);
    expect(mail.getByText('Degraded')).toBeTruthy();
    expect(mail.getByText('SMTP mail.example · Mails wait.')).toBeTruthy();
    expect(mail.getByText(/^Last failure/).textContent).toContain('The server did not answer.');
  });

  it('covers the screen when nothing could be loaded, and tries again', async () => {
    let down = true;
    area({ [DASHBOARD]: () => (down ? problem(500, 'Down.') : { json: sampleDashboard() }) });
    const { user, toasts } = renderAt('/admin/dashboard');
    await screen.findByRole('heading', { name: 'Failed to load dashboard' });
    expect(toasts).toEqual(['Failed to load dashboard data']);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(toasts).toHaveLength(2));
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Total Therapists');
  });

  it('keeps what is on the screen when a later reading fails, with a banner to put away', async () => {
    let down = false;
    area({ [DASHBOARD]: () => (down ? problem(500, 'Down.') : { json: sampleDashboard() }) });
    const { user, client } = renderAt('/admin/dashboard');
    await screen.findByText('Total Therapists');
    down = true;
    void client.refetchQueries({ queryKey: ['admin', 'dashboard'] });
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load dashboard data');
    expect(screen.getByText('Total Therapists')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is left at once by Logout, which counts as done when the server has ended the session', async () => {
    let down = true;
    area({ 'POST /api/admin/logout': () => (down ? problem(500, 'Down.') : { json: { status: 'signed_out' } }) });
    const { user, toasts } = renderAt('/admin/dashboard');
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await screen.findByRole('heading', { name: 'Administrator Login' });
    expect(screen.queryByText(/Your session has ended/)).toBeNull();
    expect(toasts).toEqual([]);
    down = false;
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(toasts).toEqual(['Logged out successfully']));
  });
});

describe('Its tabs', () => {
  it('load when they are first opened, keep what they loaded, and refresh on a press', async () => {
    const api = area();
    const { user } = renderAt('/admin/dashboard');
    await screen.findByText('Total Therapists');
    expect(calls(api)).toEqual([0, 0, 0]);

    await user.click(tab('Therapists'));
    await screen.findByText('amelie@example.org');
    expect(window.location.search).toBe('?tab=therapists');
    await user.click(tab('Activity'));
    await screen.findByText('LOGIN', { selector: 'span' });
    await user.click(tab('Analytics'));
    await screen.findByRole('heading', { name: 'Bookings, last 7 days' });
    await user.click(tab('Therapists'));
    expect(screen.getByText('amelie@example.org')).toBeTruthy();
    expect(calls(api)).toEqual([1, 1, 1]);

    for (const name of ['Therapists', 'Activity', 'Analytics']) {
      await user.click(tab(name));
      await user.click(refreshOf(name));
      await waitFor(() => expect(refreshOf(name).getAttribute('aria-busy')).toBeNull());
    }
    expect(calls(api)).toEqual([2, 2, 2]);
  });

  it('open by their address', async () => {
    const api = area();
    renderAt('/admin/dashboard?tab=analytics');
    await screen.findByRole('heading', { name: 'Registrations, last 7 days' });
    expect(screen.getByText(/Days are those of Europe\/Paris/)).toBeTruthy();
    expect(calls(api)).toEqual([0, 0, 1]);
  });

  it.each([
    ['therapists', THERAPISTS, 'Failed to load therapists', 'amelie@example.org'],
    ['activity', ACTIVITY, 'Failed to load activity logs', 'Entries 1'],
    ['analytics', ANALYTICS, 'Failed to load analytics', 'Bookings, last 7 days'],
  ])('say with a banner that %s failed; it can be put away and the tab refreshed', async (name, route, text, content) => {
    let down = true;
    area({ [route]: (call) => (down ? problem(500, 'Down.') : (WORKING[route]?.(call) ?? signedOut())) });
    const { user } = renderAt(`/admin/dashboard?tab=${name}`);
    expect((await screen.findByRole('alert')).textContent).toContain(text);
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(text)).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await screen.findByText(text);
    down = false;
    await user.click(await screen.findByRole('button', { name: 'Refresh' }));
    await screen.findByText(content);
    expect(screen.queryByText(text)).toBeNull();
  });

  it.each([THERAPISTS, ACTIVITY, ANALYTICS, JOBS])('lead to the sign-in, with a notice, when %s says that the session is over', async (route) => {
    area({ [route]: signedOut });
    renderAt(`/admin/dashboard?tab=${route.split('/').at(-1)?.replace('jobs', 'overview')}`);
    await screen.findByText('Your session has ended. Please sign in again.');
    expect(window.location.pathname).toBe('/admin/login');
  });
});

describe('A session that ran out', () => {
  it('leads back, after the next sign-in, to where it ended', async () => {
    let over = true;
    const api = area({
      [DASHBOARD]: () => (over ? signedOut() : { json: sampleDashboard() }),
      'POST /api/admin/login': () => {
        over = false;
        return { json: { admin: { username: 'ada', role: 'administrator' } } };
      },
    });
    const { user } = renderAt('/admin/dashboard?tab=analytics');
    await user.type(await screen.findByLabelText('Username'), 'ada');
    await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
    await screen.findByRole('heading', { name: 'Registrations, last 7 days' });
    expect(window.location.pathname + window.location.search).toBe('/admin/dashboard?tab=analytics');
    expect(api.to(ANALYTICS)).toHaveLength(1);
  });
});

describe('Failed jobs', () => {
  const jobs = [sampleJob({ job: 'send-a' }), sampleJob({ job: 'send-b' })];

  function withJobs() {
    const left = [...jobs];
    const take = ({ route }: { route: string }) => {
      left.shift();
      return { json: { status: route.endsWith('retry') ? 'queued' : 'discarded' } };
    };
    return area({
      [DASHBOARD]: () => ({ json: sampleDashboard({ failed_jobs: left.length }) }),
      [JOBS]: () => ({ json: { jobs: left } }),
      'POST /api/admin/jobs/{id}/retry': take,
      'POST /api/admin/jobs/{id}/discard': take,
    });
  }

  it('run again on a press and leave the list', async () => {
    withJobs();
    const { user, toasts } = renderAt('/admin/dashboard');
    await user.click(await screen.findByRole('button', { name: /^Retry: send-a/ }));
    await waitFor(() => expect(screen.queryByText('send-a')).toBeNull());
    expect(screen.getByText('send-b')).toBeTruthy();
    expect(toasts).toEqual(['The job runs again']);
  });

  it('are discarded only after the question, with the focus on the safe button', async () => {
    const api = withJobs();
    const { user } = renderAt('/admin/dashboard');
    await user.click(await screen.findByRole('button', { name: /^Discard: send-a/ }));
    expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Keep it' }));
    await user.keyboard('{Enter}');
    expect(api.to('POST /api/admin/jobs/{id}/discard')).toEqual([]);
    await user.click(screen.getByRole('button', { name: /^Discard: send-a/ }));
    await user.click(await screen.findByRole('button', { name: 'Discard job' }));
    await waitFor(() => expect(screen.queryByText('send-a')).toBeNull());
  });

  it('tell why one could not be started again', async () => {
    area({ [JOBS]: () => ({ json: { jobs } }), 'POST /api/admin/jobs/{id}/retry': () => problem(409, 'This job is no longer among the failed ones.') });
    const { user, toasts } = renderAt('/admin/dashboard');
    await user.click(await screen.findByRole('button', { name: /^Retry: send-a/ }));
    await waitFor(() => expect(toasts).toEqual(['This job is no longer among the failed ones.']));
  });

  it('say that there are none', async () => {
    area();
    renderAt('/admin/dashboard');
    await screen.findByText(/Nothing has failed/);
  });
});

describe('Open emergency access', () => {
  it('stands in a banner on every page of the area', async () => {
    area({ [DASHBOARD]: () => ({ json: sampleDashboard({ break_glass: [sampleGrant(42)] }) }), 'GET /api/admin/sessions': () => ({ json: [] }) });
    const { unmount } = renderAt('/admin/dashboard?tab=activity');
    await screen.findByText('Emergency access is open');
    unmount();
    renderAt('/admin/account');
    await screen.findByText('Emergency access is open');
  });

  it('is ended from its tab', async () => {
    const { answer, release } = held();
    let grants = [sampleGrant(42)];
    area({
      [DASHBOARD]: () => ({ json: sampleDashboard({ break_glass: grants }) }),
      'POST /api/admin/break-glass/{id}/end': () => answer,
      'GET /api/admin/second-factor': () => ({ json: { enabled: true, required: false, recovery_codes_left: 10 } }),
      'GET /api/admin/break-glass/history': () => ({ json: { openings: [] } }),
    });
    const { user } = renderAt('/admin/dashboard?tab=emergency');
    await user.click(await screen.findByRole('button', { name: /^End access/ }));
    const [ended] = grants;
    grants = [];
    release({ json: { ...ended, ended_at: new Date().toISOString() } });
    await screen.findByText('No record is open.');
    expect(screen.queryByText('Emergency access is open')).toBeNull();
  });
});
