import { formatDate, addDays, localZone, today } from '@attune/shared-ui/format';
import { ownTimeFirst, readersMoment } from '@attune/shared-ui/free-times';
import { fakeApi, problem } from '@attune/shared-ui/testing/fake-api';
import { openPage, renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { ADDRESS, codeSent, sampleAppointment, sampleDashboard, sampleForm, sampleMe, sampleNote, samplePlan, sampleTimes, ZONE } from '../testing/samples';
import type { Dashboard } from '../wire';
import DashboardPage from './dashboard.page';

// Names are looked up in a whole page with a calendar, which a busy machine takes a while for.
jest.setTimeout(30_000);

const DASHBOARD = 'GET /api/client/dashboard';
const FORMS = 'GET /api/client/forms';
const CODE = 'POST /api/auth/client/code';
const VERIFY = 'POST /api/auth/client/verify';
const REBOOK = 'POST /api/client/rebook';
const TIMES = 'GET /api/client/bookings/{id}/availability';
const tomorrow = addDays(today(ZONE), 1);

let dashboard: Dashboard;
let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  dashboard = sampleDashboard({
    counts: { upcoming: 5, completed: 2, session_notes: 3, care_plans: 1 },
    upcoming_bookings: [1, 2, 3, 4, 5].map((days) => sampleAppointment(days, { service_name: `Session ${days}` })),
    past_bookings: [
      sampleAppointment(-1, { status: 'completed' }),
      sampleAppointment(-2, { status: 'cancelled', can_rebook: false }),
      sampleAppointment(-3, { status: 'confirmed', can_rebook: false }),
    ],
    session_notes: [1, 2, 3].map((number) => sampleNote({ session_summary: `Note ${number}` })),
    aftercare_recommendations: [samplePlan()],
  });
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe() }),
    'POST /api/auth/logout': () => ({ json: { status: 'signed_out' } }),
    [DASHBOARD]: () => ({ json: dashboard }),
    [FORMS]: () => ({ json: [] }),
    [CODE]: () => codeSent(),
    [VERIFY]: () => ({ json: sampleMe() }),
    [TIMES]: ({ query }) => ({ json: sampleTimes(query) }),
  });
});

const open = (address = '/client/dashboard') => openPage(DashboardPage, address);
const rows = (title: string) => within(screen.getByRole('region', { name: title })).queryAllByRole('listitem');

describe('The dashboard', () => {
  it('opens with the next session, by the reader’s own clock', async () => {
    await open();
    const next = await screen.findByRole('region', { name: ownTimeFirst(tomorrow, '11:00', ZONE, localZone()).split(' your time')[0] });
    // In the small hours the reader is a day ahead of New York.
    const day = readersMoment(tomorrow, '11:00', ZONE, localZone()).date === today(localZone()) ? 'today' : 'tomorrow';
    expect(next.textContent).toContain(`Your next session, ${day}`);
    expect(next.textContent).toContain('11:00 in New York');
    expect(next.textContent).toContain('50 min with Dr. Amélie Okonkwo-Reyes');
    expect(next.compareDocumentPosition(screen.getByRole('region', { name: 'At a glance' }))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('welcomes, counts, and shows the next three appointments and the latest two notes', async () => {
    await open();
    await screen.findByRole('region', { name: 'Next appointments' });
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Nadia Öztürk' })).toBeTruthy();
    const counters = screen.getByRole('region', { name: 'At a glance' });
    expect(counters.textContent).toBe('Upcoming Sessions5Completed Sessions2Care Plans1');
    expect(rows('Next appointments').map((row) => within(row).getByRole('heading').textContent)).toEqual(['Session 1', 'Session 2', 'Session 3']);
    expect(screen.getByText('Note 2')).toBeTruthy();
    expect(screen.queryByText('Note 3')).toBeNull();
  });

  it('keeps the open tab in the address', async () => {
    const { user } = await open('/client/dashboard?tab=plans');
    expect(await screen.findByRole('heading', { name: 'Sleep first' })).toBeTruthy();
    expect(screen.getByText('Follow up by 12 Dec 2026')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Session Notes' }));
    expect(window.location.search).toBe('?tab=notes');
    expect(screen.getByText('Note 3')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(window.location.search).toBe('');
  });

  it('offers no Rebook at a practice that is none of theirs, before they say that it is', async () => {
    dashboard = { ...dashboard, past_bookings: [sampleAppointment(-1, { status: 'completed', practice_confirmed: false, by_practice: true })] };
    dashboard.unknown_practices = dashboard.past_bookings.map(({ therapist_id }) => ({ therapist_id, practice_since: '2026-11-27T12:00:00Z', namesake: null }));
    await open('/client/dashboard?tab=appointments');
    await screen.findByRole('region', { name: 'Past appointments' });
    expect(screen.queryByRole('button', { name: /^Rebook/ })).toBeNull();
    expect(within(rows('Past appointments')[0] as HTMLElement).getByRole('button', { name: /^This is my practice/ })).toBeTruthy();
  });

  it('offers Rebook on completed appointments alone, and names every status', async () => {
    await open('/client/dashboard?tab=appointments');
    await screen.findByRole('region', { name: 'Past appointments' });
    const past = rows('Past appointments');
    expect(past.map((row) => within(row).getByText(/^(Confirmed|Completed|Cancelled)$/).textContent)).toEqual(['Completed', 'Cancelled', 'Confirmed']);
    expect(past.map((row) => within(row).queryAllByRole('button').length)).toEqual([1, 0, 0]);
    expect(screen.getAllByRole('button', { name: /^Rebook/ })).toHaveLength(1);
  });

  it('shows long lists step by step', async () => {
    dashboard.past_bookings = Array.from({ length: 45 }, (_, index) => sampleAppointment(-1 - index));
    const { user } = await open('/client/dashboard?tab=appointments');
    await screen.findByRole('region', { name: 'Past appointments' });
    expect(rows('Past appointments')).toHaveLength(20);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(rows('Past appointments')).toHaveLength(45);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says what will be there while there is nothing', async () => {
    dashboard = sampleDashboard();
    const { user } = await open();
    expect(await screen.findByText('No upcoming appointments')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Session Notes' }));
    expect(screen.getByText('No session notes yet')).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: 'Care Plans' }));
    expect(screen.getByText('No care plans yet')).toBeTruthy();
  });

  it('says when it cannot be loaded, and tries again', async () => {
    server.handlers[DASHBOARD] = () => problem(503, 'Down.');
    const { user, toasts } = await open();
    expect(await screen.findByRole('heading', { name: 'Unable to Load Dashboard' })).toBeTruthy();
    expect(toasts).toEqual(['Failed to load dashboard data']);
    server.handlers[DASHBOARD] = () => ({ json: dashboard });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('region', { name: 'Next appointments' })).toBeTruthy();
  });

  it('signs out', async () => {
    const { user, toasts } = await open();
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(toasts).toEqual(['Logged out successfully']));
    expect(server.to('POST /api/auth/logout')).toHaveLength(1);
  });
});

describe('Before it is certain who it is', () => {
  it('shows zeros and asks for a code while the address is not proved, then everything', async () => {
    const proved = dashboard;
    server.handlers[FORMS] = () => ({ json: [sampleForm()] });
    dashboard = sampleDashboard({ verified: false, proof_required: true });
    const { user, unmount } = await open();
    expect(await screen.findByRole('heading', { name: 'Please confirm your email address' })).toBeTruthy();
    expect(screen.getByRole('region', { name: 'At a glance' }).textContent).toBe('Upcoming Sessions0Completed Sessions0Care Plans0');
    expect(screen.queryByRole('tab')).toBeNull();
    expect(screen.queryByText('Before we meet')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Send me a code' }));
    await screen.findByLabelText('Code from the email');
    unmount();
    // Loaded anew, the page still waits for the code.
    const again = renderPage(DashboardPage, '/client/dashboard', '/client/dashboard');
    await again.user.type(await screen.findByLabelText('Code from the email'), '123456');
    dashboard = proved;
    await again.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('region', { name: 'Next appointments' })).toBeTruthy();
    expect(server.to(VERIFY)[0]?.body).toEqual({ email: ADDRESS, code: '123456', trust: false });
    await waitFor(() => expect(document.activeElement?.id).toBe('main'));
  });

  it('asks for a fresh code before notes and care plans, in place', async () => {
    const { session_notes, aftercare_recommendations } = dashboard;
    dashboard = { ...dashboard, proof_required: true, session_notes: [], aftercare_recommendations: [] };
    const { user } = await open('/client/dashboard?tab=plans');
    expect(await screen.findByRole('heading', { name: 'Confirm it is you' })).toBeTruthy();
    expect(screen.queryByText('No care plans yet')).toBeNull();
    await user.click(screen.getByRole('tab', { name: 'Overview' }));
    expect(rows('Next appointments')).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Confirm it is you' }));
    expect(window.location.search).toBe('?tab=notes');

    await user.click(screen.getByRole('button', { name: 'Send me a code' }));
    await user.type(await screen.findByLabelText('Code from the email'), '123456');
    dashboard = { ...dashboard, proof_required: false, session_notes, aftercare_recommendations };
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Note 3')).toBeTruthy();
  });

  it('says while the address before may object that the code goes there, and gives it back as from there', async () => {
    dashboard = { ...dashboard, proof_required: true, proof_address: { email: 'before@example.org', until: '2026-12-04T10:00:00.000Z' }, session_notes: [], aftercare_recommendations: [] };
    const { user } = await open('/client/dashboard?tab=notes');
    expect(await screen.findByText(/^Your address was changed lately\. Until .* the code goes to the one before, before@example\.org, .* Your appointments are shown\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send me a code' }));
    await user.type(await screen.findByLabelText('Code from the email'), '123456');
    expect(screen.getByText('before@example.org')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(server.to(VERIFY)[0]?.body).toEqual({ email: 'before@example.org', code: '123456', trust: false }));
  });

  it('takes the code that is on its way already', async () => {
    dashboard = sampleDashboard({ verified: false, proof_required: true });
    server.handlers[CODE] = () => problem(429, 'A code was sent a moment ago.', undefined, { 'Retry-After': '50' });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
    expect(await screen.findByLabelText('Code from the email')).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Send a new code in 0:(50|4\d)$/ })).toBeTruthy();
  });

  it('says when no code could be sent', async () => {
    dashboard = sampleDashboard({ verified: false, proof_required: true });
    server.handlers[CODE] = () => problem(503, 'The mail server is resting. Please try again later.');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The mail server is resting. Please try again later.');
    expect(screen.getByRole('button', { name: 'Send me a code' })).toBeTruthy();
  });
});

describe('Rebooking', () => {
  const FAILED = 'Failed to rebook session. Please try again.';
  type User = Awaited<ReturnType<typeof open>>['user'];
  const day = () => screen.findByRole('button', { name: formatDate(tomorrow, 'full') });
  const submit = (user: User) => user.click(screen.getByRole('button', { name: /^(Rebook|Book .*)$/ }));

  async function openDialog() {
    const page = await open('/client/dashboard?tab=appointments');
    await page.user.click(await screen.findByRole('button', { name: /^Rebook/ }));
    await screen.findByRole('dialog', { name: 'Rebook this session' });
    return page;
  }
  async function choose(user: User, time = '09:00') {
    await user.click(await day());
    await user.click(await screen.findByRole('button', { name: new RegExp(`${time} in New York`) }));
  }

  it('shows the original session and asks for both day and time', async () => {
    const dayAfter = addDays(tomorrow, 1);
    server.handlers[TIMES] = ({ query }) => ({ json: sampleTimes(query, ['09:00'], [tomorrow, addDays(tomorrow, 2)]) });
    const { user, toasts } = await openDialog();
    const dialog = screen.getByRole('dialog');
    expect(dialog.textContent).toContain('Original session: ');
    expect(dialog.textContent).toContain('11:00 in New York');
    await day();
    await submit(user);
    await user.click(await day());
    await submit(user);
    const both = 'Please select date and time for your appointment';
    expect(toasts).toEqual([both, both]);
    expect(within(dialog).getByText(both)).toBeTruthy();
    expect(server.to(REBOOK)).toEqual([]);
    if (dayAfter.slice(0, 7) !== tomorrow.slice(0, 7)) await user.click(within(dialog).getByRole('button', { name: 'Go to the Next Month' }));
    expect((await within(dialog).findByRole<HTMLButtonElement>('button', { name: `${formatDate(dayAfter, 'full')}, not available` })).disabled).toBe(true);
  });

  it('books the chosen time and shows it', async () => {
    server.handlers[REBOOK] = ({ body }) => {
      const { new_date } = body as { new_date: string };
      const made = sampleAppointment(1, { service_name: 'Once more', appointment_date: new_date });
      dashboard = { ...dashboard, upcoming_bookings: [made] };
      return { status: 201, json: made };
    };
    const { user, toasts } = await openDialog();
    await choose(user);
    await submit(user);
    await waitFor(() => expect(toasts).toEqual(['Session rebooked successfully!']));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Once more' })).toBeTruthy();
    expect(server.to(REBOOK)[0]?.body).toEqual({ booking_id: dashboard.past_bookings[0]?.id, new_date: tomorrow, new_time: '09:00', client_timezone: localZone() });
  });

  it('says why it failed, and offers what is still free', async () => {
    let free = ['09:00', '11:00'];
    server.handlers[TIMES] = ({ query }) => ({ json: sampleTimes(query, free) });
    server.handlers[REBOOK] = () => {
      free = ['11:00'];
      return problem(409, 'This time is no longer available. Please choose another.');
    };
    const { user, toasts } = await openDialog();
    await choose(user);
    await submit(user);
    expect(await screen.findByText('This time is no longer available. Please choose another.')).toBeTruthy();
    expect(toasts).toEqual([FAILED]);
    // Beside the times that are left, and with the focus, for what was chosen is gone.
    const failure = within(screen.getByRole('region', { name: 'Time' })).getByRole('alert');
    await waitFor(() => expect(document.activeElement?.contains(failure)).toBe(true));
    await waitFor(() => expect(screen.queryByRole('button', { name: /09:00 in New York/ })).toBeNull());
    expect(screen.getByRole('button', { name: /11:00 in New York/ })).toBeTruthy();
  });

  it('tries again under the same key when the answer was lost', async () => {
    server.handlers[REBOOK] = () => {
      throw new TypeError('Failed to fetch');
    };
    const { user, toasts } = await openDialog();
    await choose(user);
    await submit(user);
    await waitFor(() => expect(toasts).toEqual([FAILED]));
    server.handlers[REBOOK] = () => ({ status: 201, json: sampleAppointment(1) });
    await submit(user);
    await waitFor(() => expect(toasts.at(-1)).toBe('Session rebooked successfully!'));
    const [first, second] = server.to(REBOOK).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toMatch(/^[\x21-\x7e]{8,255}$/);
    expect(second).toBe(first);
  });
});
