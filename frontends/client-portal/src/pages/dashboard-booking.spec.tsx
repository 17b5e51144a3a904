import { addDays, formatDate, localZone, today } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { fakeApi, problem } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { POLICY, sampleAppointment, sampleDashboard, sampleMe, sampleTimes, ZONE } from '../testing/samples';
import DashboardPage from './dashboard.page';

// Names are looked up in a whole page with a calendar, which a busy machine takes a while for.
jest.setTimeout(30_000);

const tomorrow = addDays(today(ZONE), 1);
let dashboard = sampleDashboard();
let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  dashboard = sampleDashboard();
  server = fakeApi({ 'GET /api/auth/me': () => ({ json: sampleMe() }), 'GET /api/client/dashboard': () => ({ json: dashboard }) });
});

const open = (address = '/client/dashboard') => openPage(DashboardPage, address);

describe('Booking another session', () => {
  const SERVICES = 'GET /api/client/services';
  const SERVICE_TIMES = 'GET /api/client/services/{id}/availability';
  const BOOK = 'POST /api/client/bookings';
  const QUIET = { id: '0190aaaa-0000-7000-8000-00000000000b', name: 'For clients', description: '', duration_minutes: 50, price: 140, is_free: false, session_type: 'both', online_place: 'video', address: null };
  const practice = (part: object = {}) => ({
    therapist_id: 't1',
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    timezone: ZONE,
    bookings_paused: false,
    bookings_paused_message: null,
    services: [{ ...QUIET, id: '0190aaaa-0000-7000-8000-00000000000a', name: 'First conversation', session_type: 'online' }, QUIET],
    ...part,
  });

  beforeEach(() => {
    server.handlers[SERVICES] = () => ({ json: [practice()] });
    server.handlers[SERVICE_TIMES] = ({ query }) => ({ json: sampleTimes(query) });
    server.handlers[BOOK] = () => ({ status: 201, json: sampleAppointment(1) });
  });

  async function openDialog() {
    const page = await open();
    await page.user.click(await screen.findByRole('button', { name: 'Book another session' }));
    await screen.findByRole('dialog', { name: 'Book another session' });
    return page;
  }

  it('asks for service, time and place, and books once', async () => {
    const { user, toasts } = await openDialog();
    const submit = () => user.click(screen.getByRole('button', { name: /^Book (session|\w+ \d)/ }));
    await screen.findByLabelText('Service');
    await submit();
    expect(toasts).toEqual(['Please select a service']);
    await user.selectOptions(screen.getByLabelText('Service'), QUIET.id);
    await user.click(await screen.findByRole('button', { name: formatDate(tomorrow, 'full') }));
    await user.click(await screen.findByRole('button', { name: /09:00 in New York$/ }));
    await submit();
    expect(toasts.at(-1)).toBe('Please choose: online or in person?');
    await user.selectOptions(screen.getByLabelText('Online or in person?'), 'in-person');
    await submit();
    await waitFor(() => expect(toasts.at(-1)).toBe('Booking confirmed successfully!'));
    expect(server.to(BOOK).map(({ body }) => body)).toEqual([{ service_id: QUIET.id, new_date: tomorrow, new_time: '09:00', client_timezone: localZone(), session_place: 'in-person' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says in the therapist’s words that bookings are paused, and offers no times', async () => {
    server.handlers[SERVICES] = () => ({ json: [practice({ bookings_paused: true, bookings_paused_message: 'On leave until May.' })] });
    const { user } = await openDialog();
    await user.selectOptions(await screen.findByLabelText('Service'), QUIET.id);
    expect(await screen.findByText('On leave until May.')).toBeTruthy();
    expect(server.to(SERVICE_TIMES)).toEqual([]);
  });

  it('says when there is nothing to book, and tries again after a failure', async () => {
    server.handlers[SERVICES] = () => problem(503, 'A part is down.');
    const { user } = await openDialog();
    await screen.findByText('What you can book could not be loaded');
    server.handlers[SERVICES] = () => ({ json: [] });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText(/None of your therapists offers sessions/)).toBeTruthy();
  });
});

test('an upcoming appointment shows where it is and goes into a calendar', async () => {
  const link = 'https://video.example/room/42';
  dashboard = sampleDashboard({ upcoming_bookings: [sampleAppointment(1, { id: 'a1', place_kind: 'video', place_detail: link })], past_bookings: [sampleAppointment(-1)] });
  await open('/client/dashboard?tab=appointments');
  const links = await screen.findAllByRole<HTMLAnchorElement>('link', { name: link });
  expect(links.map((each) => each.getAttribute('href'))).toEqual([link, link]);
  const files = screen.getAllByRole<HTMLAnchorElement>('link', { name: /^Add to calendar/ });
  expect(files.map((file) => [file.getAttribute('href'), file.download])).toEqual([['/api/client/bookings/a1/event.ics', 'appointment.ics']]);
});

it('says in the server’s words why there are no times to move to', async () => {
  const gone = 'This therapist takes no new appointments here at the moment. You can still cancel.';
  dashboard = sampleDashboard({ upcoming_bookings: [sampleAppointment(3)] });
  server.handlers['GET /api/client/bookings/{id}/availability'] = () => problem(422, gone);
  const { user } = await open('/client/dashboard?tab=appointments');
  await user.click(await screen.findByRole('button', { name: /^Move appointment/ }));
  expect(await within(await screen.findByRole('dialog')).findByText(gone)).toBeTruthy();
});

describe('An upcoming appointment', () => {
  const MOVE = 'POST /api/client/bookings/{id}/move';
  const CANCEL = 'POST /api/client/bookings/{id}/cancel';
  const rows = (title: string) => within(screen.getByRole('region', { name: title })).queryAllByRole('listitem');

  beforeEach(() => {
    dashboard = sampleDashboard({ upcoming_bookings: [sampleAppointment(3)] });
    server.handlers['GET /api/client/bookings/{id}/availability'] = ({ query }) => ({ json: sampleTimes(query) });
  });

  it('says the rule before anything is pressed, and past the notice only the rule', async () => {
    const late = 'It is less than 24 hours until this appointment. Please call your therapist.';
    dashboard.upcoming_bookings.push(sampleAppointment(0, { can_change: false, policy: late }));
    await open();
    const [first, second] = await screen.findByRole('region', { name: 'Next appointments' }).then(() => rows('Next appointments'));
    expect(within(first as HTMLElement).getByText(POLICY)).toBeTruthy();
    expect(within(first as HTMLElement).getAllByRole('button')).toHaveLength(2);
    expect(within(second as HTMLElement).getByText(late)).toBeTruthy();
    expect(within(second as HTMLElement).queryByRole('button')).toBeNull();
  });

  it('is cancelled after the question', async () => {
    server.handlers[CANCEL] = () => {
      dashboard = { ...dashboard, upcoming_bookings: [] };
      return { json: sampleAppointment(3, { status: 'cancelled' }) };
    };
    const { user, toasts } = await open();
    await user.click(await screen.findByRole('button', { name: /^Cancel appointment/ }));
    const question = await screen.findByRole('alertdialog');
    expect(server.to(CANCEL)).toEqual([]);
    await user.click(within(question).getByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText('No upcoming appointments')).toBeTruthy();
    expect(toasts).toEqual(['Your appointment was cancelled.']);
  });

  it('is moved to a free time', async () => {
    server.handlers[MOVE] = () => ({ json: sampleAppointment(1) });
    const { user, toasts } = await open();
    await user.click(await screen.findByRole('button', { name: /^Move appointment/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Choose another time' });
    expect(within(dialog).getByText(POLICY)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: formatDate(tomorrow, 'full') }));
    // By the client's own clock first, and the therapist's is named.
    const own = ownTimeFirst(tomorrow, '09:00', ZONE, localZone()).split(' your time')[0];
    await user.click(await screen.findByRole('button', { name: /^\d\d:\d\d your time, 09:00 in New York$/ }));
    await user.click(screen.getByRole('button', { name: `Move to ${own}` }));
    await waitFor(() => expect(toasts).toEqual(['Your appointment was moved.']));
    expect(server.to(MOVE)[0]?.body).toEqual({ new_date: tomorrow, new_time: '09:00', client_timezone: localZone() });
    expect(server.to(MOVE)[0]?.headers.get('Idempotency-Key')).toMatch(/^[\x21-\x7e]{8,255}$/);
  });

  it('stays where it is when the server refuses', async () => {
    const refusal = 'It is less than 24 hours until this appointment. Please call your therapist.';
    server.handlers[CANCEL] = () => problem(422, refusal);
    const { user, toasts } = await open();
    await user.click(await screen.findByRole('button', { name: /^Cancel appointment/ }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(toasts).toEqual([refusal]));
    expect(rows('Next appointments')).toHaveLength(1);
  });
});
