import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, held, late, noOtherCalendars, NOTICES, noticesOf, pause, problem, renderScreen, sampleBooking, sampleCalendar, sampleCounts, sampleConnection, sampleHours, sampleOverview, sampleProfile, sampleService } from '../test-kit';
import DashboardPage from './dashboard.page';

const OVERVIEW = 'GET /api/therapist/bookings/overview';
const SUMMARY = 'GET /api/therapist/bookings/summary';
/** As in the shell. */
const FRESH_FOR_A_WHILE = { queries: { staleTime: 30_000, retry: false } };

function practice(profile = sampleProfile({ custom_slug: 'demo', timezone: 'UTC' })) {
  return {
    'GET /api/therapist/profile': () => ({ json: profile }),
    [OVERVIEW]: () => ({ json: sampleOverview({ today: [sampleBooking(1)] }) }),
    [SUMMARY]: () => ({ json: sampleCounts() }),
    'GET /api/therapist/services': () => ({ json: [sampleService(), sampleService()] }),
    'GET /api/therapist/bookings': () => ({ json: [sampleBooking(1)] }),
  };
}

describe('the dashboard', () => {
  it('spins over the whole screen while it loads', async () => {
    fakeApi(practice());
    renderScreen(<DashboardPage />);
    expect(screen.getByText('Loading your dashboard')).toBeTruthy();
    await screen.findByText('Total Bookings');
  });

  it('welcomes a therapist without a profile', async () => {
    fakeApi({ 'GET /api/therapist/profile': () => problem(404, 'No profile yet.') });
    const { toasts } = renderScreen(<DashboardPage />);
    await screen.findByText("Let's set up your therapist profile to get started.");
    expect(screen.getByRole('link', { name: 'Set Up Profile' }).getAttribute('href')).toBe('/profile');
    expect(screen.getByRole('heading', { name: 'Welcome to Attune' })).toBeTruthy();
    expect(toasts).toEqual([]);
  });

  it('says once that loading failed, and tries again', async () => {
    let down = true;
    const parts = practice();
    fakeApi({
      ...parts,
      [OVERVIEW]: () => (down ? problem(500, 'Down.') : parts[OVERVIEW]()),
    });
    const { toasts, user } = renderScreen(<DashboardPage />);
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    expect(toasts).toEqual(['Failed to load dashboard data']);
    down = false;
    await user.click(retry);
    await screen.findByText('Total Bookings');
  });

  it('says once that loading failed when every part fails, one after another', async () => {
    const failing = { profile: held(), overview: held() };
    fakeApi({
      'GET /api/therapist/profile': () => failing.profile.answer,
      [OVERVIEW]: () => failing.overview.answer,
    });
    const { toasts } = renderScreen(<DashboardPage />);
    for (const part of [failing.profile, failing.overview]) {
      await pause();
      expect(toasts).toEqual([]);
      part.release(problem(503, 'Down.'));
    }
    await screen.findByRole('button', { name: 'Try Again' });
    await pause();
    expect(toasts).toEqual(['Failed to load dashboard data']);
  });

  it('does not speak of a failure before it is known whether there is a profile', async () => {
    const profile = held();
    fakeApi({
      'GET /api/therapist/profile': () => profile.answer,
      [OVERVIEW]: () => problem(503, 'Down.'),
    });
    const { toasts } = renderScreen(<DashboardPage />);
    await pause();
    expect(screen.getByText('Loading your dashboard')).toBeTruthy();
    profile.release(problem(404, 'No profile yet.'));
    await screen.findByRole('link', { name: 'Set Up Profile' });
    expect(toasts).toEqual([]);
  });

  it('says once that the bookings failed, beside the panels that say so', async () => {
    let down = true;
    const answer = (json: object) => (down ? problem(503, 'Down.') : { json });
    fakeApi({ ...practice(), 'GET /api/therapist/bookings': () => answer([sampleBooking(1)]), [OVERVIEW]: () => answer(sampleOverview()) });
    const { toasts, user } = renderScreen(<DashboardPage />, '/dashboard?tab=bookings');
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    await pause();
    expect(toasts).toEqual(['Failed to load dashboard data']);
    await user.click(screen.getByRole('tab', { name: /^Overview/ }));
    expect(await screen.findByText('Today’s appointments could not be loaded.')).toBeTruthy();
    // The figures are known from the other tab.
    expect(screen.getByText('1,284')).toBeTruthy();
    expect(retry.isConnected).toBe(false);
    down = false;
    await user.click(screen.getByRole('tab', { name: /^Bookings/ }));
    await screen.findByText('Jonah Whitfield');
  });

  it('says again that the list of bookings failed when another try brings nothing', async () => {
    fakeApi({ ...practice(), 'GET /api/therapist/bookings': () => late(problem(503, 'Down.')) });
    const { toasts, user } = renderScreen(<DashboardPage />, '/dashboard?tab=bookings');
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(toasts).toEqual(Array(2).fill('Failed to load dashboard data')));
  });

  it('asks for each thing once, and for nothing that it does not show', async () => {
    const notices = held();
    const api = fakeApi({
      ...practice(),
      [NOTICES]: () => notices.answer,
    });
    const { client, user } = renderScreen(<DashboardPage />);
    client.setDefaultOptions(FRESH_FOR_A_WHILE);
    await screen.findByText('Jonah Whitfield');
    // The page stands before the last answer has come, on a slow line.
    await pause();
    notices.release(noticesOf(sampleConnection({})));
    await pause();
    const asked = () => api.calls.map(({ path, query }) => `${path.replace('/api/therapist/', '')}${query.size > 0 ? `?${query.toString()}` : ''}`).sort();
    expect(asked()).toEqual(['bookings/overview', 'notices', 'profile']);
    // Another tab has its figures already; its list asks for its first page alone, the soonest first.
    await user.click(screen.getByRole('tab', { name: 'Bookings 1 today' }));
    await screen.findByText('Jonah Whitfield');
    await pause();
    expect(asked()).not.toContain('bookings/summary');
    expect(asked().filter((path) => path.startsWith('bookings?'))).toEqual(['bookings?when=upcoming&order=asc&limit=50']);
  });

  it('counts the services, also those that were added since', async () => {
    const services = [sampleService(), sampleService()];
    fakeApi({ ...practice(), 'GET /api/therapist/services': () => ({ json: [...services, sampleService({ name: 'EMDR' })] }) });
    const { client, user } = renderScreen(<DashboardPage />);
    client.setDefaultOptions(FRESH_FOR_A_WHILE);
    const figure = async () => (await screen.findByText('Total Bookings')).closest('dl, section, ul, main')?.textContent;
    expect(await figure()).toMatch(/Services\s*2/);
    await user.click(screen.getByRole('tab', { name: 'Services' }));
    await screen.findByText('EMDR');
    await user.click(screen.getByRole('tab', { name: /^Overview/ }));
    expect(await figure()).toMatch(/Services\s*3/);
  });

  it('opens the intake forms in a new browser tab', async () => {
    fakeApi(practice());
    renderScreen(<DashboardPage />, '/dashboard?tab=intake');
    for (const name of ['Manage Forms', 'Create Intake Form']) {
      const link = await screen.findByRole('link', { name });
      expect(['href', 'target', 'rel'].map((part) => link.getAttribute(part))).toEqual(['/intake-forms', '_blank', 'noopener']);
    }
  });

  it('shows the four figures and the profile', async () => {
    fakeApi(practice());
    renderScreen(<DashboardPage />);
    await screen.findByText('1,284');
    for (const label of ['Total Bookings', 'This Week', 'Confirmed']) expect(screen.getByText(label)).toBeTruthy();
    const card = screen.getByRole('region', { name: 'Your profile' });
    expect(within(card).getByText('No bio provided yet.')).toBeTruthy();
    expect(within(card).getByRole('button', { name: 'Copy Shareable Link' })).toBeTruthy();
  });

  it('offers no link to copy without a slug', async () => {
    fakeApi(practice(sampleProfile()));
    renderScreen(<DashboardPage />);
    await screen.findByText('Edit Profile');
    expect(screen.queryByRole('button', { name: 'Copy Shareable Link' })).toBeNull();
  });

  it('copies the public address', async () => {
    fakeApi(practice());
    const { user, toasts } = renderScreen(<DashboardPage />);
    const written = jest.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await user.click(await screen.findByText('Copy Shareable Link'));
    expect(written).toHaveBeenCalledWith(`${window.location.origin}/t/demo`);
    await waitFor(() => expect(toasts).toEqual(['Shareable link copied!']));
  });

  it('keeps the open tab in the address and moves by arrow keys', async () => {
    fakeApi(practice());
    const { user } = renderScreen(<DashboardPage />, '/dashboard?tab=calendar');
    await screen.findByText('Connect your Google Calendar for automatic booking management');
    screen.getByRole('tab', { name: 'Calendar Settings' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(window.location.search).toBe('?tab=intake');
    expect(screen.getByRole('tab', { name: 'Intake Forms' })).toBe(document.activeElement);
    await user.keyboard('{Home}');
    expect(window.location.search).toBe('');
  });

  it('sends a therapist without bookings to the services', async () => {
    fakeApi({ ...practice(), [SUMMARY]: () => ({ json: sampleCounts({ total: 0 }) }) });
    const { user } = renderScreen(<DashboardPage />, '/dashboard?tab=bookings');
    await screen.findByText('Bookings will appear here once clients start scheduling with you.');
    await user.click(screen.getByRole('button', { name: 'Manage Services' }));
    expect(window.location.search).toBe('?tab=services');
  });
});

describe('the way back from Google', () => {
  const connection = (part: Parameters<typeof sampleConnection>[0]) => ({ ...practice(), ...noOtherCalendars, [NOTICES]: () => noticesOf(sampleConnection(part)) });

  it('says once that the calendar was connected, and leaves nothing of it in the address', async () => {
    fakeApi(connection({ connected: true }));
    const length = window.history.length;
    const { toasts } = renderScreen(<DashboardPage />, '/dashboard?calendar_connected=true');
    expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeTruthy();
    expect([window.location.search, window.history.length - length]).toEqual(['?tab=calendar', 0]);
    expect(toasts).toEqual(['Google Calendar was connected successfully']);
  });

  it.each([
    ['account_taken', /connected by another therapist/],
    ['unverified', /did not confirm the email address/],
    ['made%20up', /^Failed to connect Google Calendar. Please try again.$/],
  ])('says why it was not: %s', async (reason, words) => {
    fakeApi(connection({}));
    const { user } = renderScreen(<DashboardPage />, `/dashboard?calendar_error=true&reason=${reason}`);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(words);
    expect(alert.textContent).toMatch(/^Failed to connect Google Calendar. Please try again./);
    expect(window.location.search).toBe('?tab=calendar');
    await user.click(within(alert).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the way back from Google with the list of calendars', () => {
  const back = (end: string) => {
    const json = sampleConnection({ connected: true, may_list: false, calendars: [sampleCalendar({ is_primary: true, blocks: true })] });
    fakeApi({ ...practice(), ...noOtherCalendars, [NOTICES]: () => noticesOf(json) });
    return renderScreen(<DashboardPage />, `/dashboard?calendar_list=${end}`);
  };

  it('says that all can be chosen, and leaves nothing of it in the address', async () => {
    const { toasts } = back('shown');
    expect(await screen.findByRole('button', { name: 'Disconnect' })).toBeTruthy();
    expect([window.location.search, toasts]).toEqual(['?tab=calendar', ['All your calendars can be chosen now']]);
  });

  it('without it says that the main one alone is used, which is no failure', async () => {
    back('declined');
    expect(await screen.findByText('Attune was not given the list of your calendars. Your calendar stays connected, and only the main one is used.')).toBeTruthy();
    expect([window.location.search, screen.queryByRole('alert')]).toEqual(['?tab=calendar', null]);
  });

  it.each([
    ['other_account', /^You chose another Google account than the one that is connected here, so nothing has changed/],
    ['made%20up', /^The list of your calendars could not be read, so nothing has changed/],
  ])('says what went wrong, and that nothing has changed: %s', async (end, words) => {
    back(end);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);
  });
});

describe('a calendar that is out of step', () => {
  it('is told of on every tab, can be made small, and leads to its settings', async () => {
    fakeApi({ ...practice(), [NOTICES]: () => noticesOf(sampleConnection({ connected: true, state: 'needs_reconnect', reason: 'revoked', detail: 'Please connect again.' })) });
    const { user } = renderScreen(<DashboardPage />, '/dashboard?tab=services');
    expect(await screen.findByText('Google Calendar needs to be connected again')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Make this notice small' }));
    expect(screen.queryByText(/does not block times/)).toBeNull();
    expect(document.activeElement?.id).toBe('main');
    await user.click(screen.getByRole('link', { name: 'Google Calendar needs to be connected again' }));
    expect(await screen.findByRole('button', { name: 'Connect again' })).toBeTruthy();
    expect(screen.queryByText('Google Calendar needs to be connected again')).toBeNull();
  });
});

describe('a free day', () => {
  const inDays = (days: number, part = {}) => sampleBooking(24 * days, { client_name: 'Lena Fischer', ...part });
  const dayIn = (days: number, sessions: number) => ({ date: inDays(days).appointment_date, sessions, first: '09:00', last: '16:00' });

  it('tells the next session and the days that come', async () => {
    fakeApi({ ...practice(), [OVERVIEW]: () => ({ json: sampleOverview({ next: inDays(3), coming_days: [dayIn(3, 1), dayIn(5, 4)] }) }) });
    renderScreen(<DashboardPage />);
    const card = within(await screen.findByRole('region', { name: 'Today' }));
    expect(await card.findByText('No appointments today.')).toBeTruthy();
    expect(card.getByText('Lena Fischer').closest('div')?.textContent).toMatch(/in 3 days/);
    const days = within(screen.getByRole('region', { name: 'Coming days' }));
    expect(days.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/in 3 days.*1 session at 09:00/),
      expect.stringMatching(/in 5 days.*4 sessions from 09:00 to 16:00/),
    ]);
  });

  it('looks further where nothing is booked for two weeks', async () => {
    fakeApi({ ...practice(), [OVERVIEW]: () => ({ json: sampleOverview({ next: inDays(30) }) }) });
    renderScreen(<DashboardPage />);
    const card = within(await screen.findByRole('region', { name: 'Today' }));
    expect(await card.findByText('Lena Fischer')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Coming days' })).getByText('Nothing is booked in the next two weeks.')).toBeTruthy();
  });

  it('says so where nothing is booked at all', async () => {
    fakeApi({ ...practice(), [OVERVIEW]: () => ({ json: sampleOverview() }) });
    renderScreen(<DashboardPage />);
    expect(await screen.findByText('Nothing is booked ahead.')).toBeTruthy();
  });

  it('is followed by another at midnight', async () => {
    jest.useFakeTimers({ now: Date.parse('2026-11-24T23:59:50Z'), advanceTimers: true });
    try {
      const api = fakeApi(practice());
      renderScreen(<DashboardPage />);
      await screen.findByText('Jonah Whitfield');
      await act(() => jest.advanceTimersByTimeAsync(20_000));
      expect(api.to(OVERVIEW)).toHaveLength(2);
    } finally {
      jest.useRealTimers();
    }
  });
});

describe('the working hours', () => {
  it('have their own place beside the services', async () => {
    fakeApi({ ...practice(), 'GET /api/therapist/working-hours': () => ({ json: sampleHours() }) });
    const { user } = renderScreen(<DashboardPage />);
    await user.click(await screen.findByRole('tab', { name: 'Working Hours' }));
    expect(window.location.search).toBe('?tab=hours');
    expect(await screen.findByRole('heading', { level: 2, name: 'Working hours' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Save working hours' })).toBeTruthy();
  });

  it('keep what is typed while another tab is open, and the tab says so', async () => {
    fakeApi({ ...practice(), 'GET /api/therapist/working-hours': () => ({ json: sampleHours() }) });
    const { user } = renderScreen(<DashboardPage />, '/dashboard?tab=hours');
    const notice = await screen.findByLabelText<HTMLInputElement>(/Minimum notice/);
    await user.clear(notice);
    await user.type(notice, '12');
    await user.click(screen.getByRole('tab', { name: /^Overview/ }));
    await user.click(screen.getByRole('tab', { name: 'Working Hours Not saved' }));
    expect((await screen.findByLabelText<HTMLInputElement>(/Minimum notice/)).value).toBe('12');
  });
});
