import { formatDate, localZone } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { type Answer, fakeApi, problem, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ManagedBooking } from '../features/manage/manage.api';
import { availabilityFrom, therapist, tomorrow, ZONE } from '../testing/practice';
import ManagePage from './manage.page';

const POLICY = 'You can cancel or move this appointment until 24 hours before it begins.';
const TOKEN = 'a-token-from-an-email';

let server: ReturnType<typeof fakeApi>;
let booking: ManagedBooking;

/** Does what is asked of it for the link's own token only. */
const withToken = (work: (asked: Record<string, string>) => unknown) => ({ body }: SeenCall): Answer => {
  const asked = body as Record<string, string>;
  return asked.token === TOKEN ? { json: work(asked) } : problem(404, 'No.');
};

it('behind the link that ends the mails of a practice nothing ends before the button is pressed, and it can be taken back', async () => {
  let wanted = true;
  const asked: unknown[] = [];
  fakeApi({
    'POST /api/practice-mails/choice': () => ({ json: { therapist_name: 'Dr. Nobody', wanted } }),
    'PUT /api/practice-mails/choice': ({ body }) => {
      asked.push(body);
      wanted = (body as { wanted: boolean }).wanted;
      return { json: { therapist_name: 'Dr. Nobody', wanted } };
    },
  });
  window.history.replaceState(null, '', '/manage#end.abc');
  const { user } = renderPage(ManagePage, '/manage', '/manage#end.abc');
  expect(await screen.findByText('“Dr. Nobody” sends mail to your address, because somebody gave it there.')).toBeTruthy();
  expect(asked).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'No more mail from this practice' }));
  expect(await screen.findByText('“Dr. Nobody” sends no more mail to your address.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Let it send mail again' }));
  await screen.findByRole('button', { name: 'No more mail from this practice' });
  expect(asked).toEqual([{ token: 'abc', wanted: false }, { token: 'abc', wanted: true }]);
});

beforeEach(() => {
  booking = {
    id: 'b',
    is_past: false,
    status: 'confirmed',
    appointment_date: '2026-12-01',
    appointment_time: '11:00',
    timezone: ZONE,
    starts_at: '2026-12-01T16:00:00Z',
    ends_at: '2026-12-01T16:50:00Z',
    duration_minutes: 50,
    service_id: 's',
    service_name: 'Individual session',
    session_type: 'in-person',
    place_kind: 'in-person',
    place_detail: '12 Main Street\nSuite 4',
    therapist_id: therapist.id,
    therapist_name: therapist.display_name,
    therapist_slug: 'demo',
    client_name: 'Nadia Öztürk',
    by_visitor: false,
    client_phone: null,
    client_notes: null,
    therapist_word: null,
    cancellation_notice_hours: 24,
    can_change: true,
    change_deadline: '2026-11-30T16:00:00Z',
    policy: POLICY,
  };
  server = fakeApi({
    'POST /api/bookings/manage': withToken(() => booking),
    'POST /api/bookings/manage/availability': withToken(({ from = '', to = '' }) => availabilityFrom(new URLSearchParams({ from, to }))),
    'POST /api/bookings/manage/cancel': withToken(() => (booking = { ...booking, status: 'cancelled', can_change: false })),
    'POST /api/bookings/manage/move': withToken(
      ({ new_date = '', new_time = '' }) => (booking = { ...booking, appointment_date: new_date, appointment_time: new_time }),
    ),
  });
});

const open = (token = TOKEN) => renderPage(ManagePage, '/manage', `/manage#${token}`);

describe('The page behind the link in the mail', () => {
  it('says the rule before anything is pressed, and never sends the token in an address', async () => {
    open();
    expect((await screen.findByText('12 Main Street', { exact: false })).textContent).toContain('Suite 4');
    expect(await screen.findByText(POLICY)).toBeTruthy();
    expect(window.location.href).not.toContain(TOKEN);
    for (const { path, query } of server.calls) expect(`${path}?${query}`).not.toContain(TOKEN);
  });

  it('of an appointment of long ago shows when it was, and no empty names', async () => {
    booking = { ...booking, is_past: true, status: 'cancelled', can_change: false, service_name: '', client_name: '', place_detail: null };
    open();
    expect(await screen.findByText(/the link tells no more than when it was/)).toBeTruthy();
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['With', 'Duration']);
  });

  it('cancels after asking', async () => {
    const { toasts } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    const question = await screen.findByRole('alertdialog');
    expect(booking.status).toBe('confirmed');
    await userEvent.click(within(question).getByRole('button', { name: 'Cancel appointment' }));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(toasts).toEqual(['Your appointment was cancelled.']);
    expect(screen.getByRole('link', { name: 'Book another appointment' }).getAttribute('href')).toBe('/t/demo');
  });

  it('moves to another free time', async () => {
    const { toasts } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Move appointment' }));
    await userEvent.click(await screen.findByRole('button', { name: formatDate(tomorrow, 'full') }));
    await userEvent.click(await screen.findByRole('button', { name: /09:00 in New York$/ }));
    await userEvent.click(screen.getByRole('button', { name: `Move to ${ownTimeFirst(tomorrow, '09:00', ZONE, localZone()).split(' your time')[0]}` }));
    expect(await screen.findByText('Both of you get an email with the new time in a few minutes.')).toBeTruthy();
    expect(toasts).toEqual(['Your appointment was moved.']);
    expect(server.to('POST /api/bookings/manage/move')[0]?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(document.activeElement?.id).toBe('appointment-day');
    expect(booking).toMatchObject({ appointment_date: tomorrow, appointment_time: '09:00' });
  });

  it('names the zone that the times are of, when the therapist lives in another one by now', async () => {
    server.handlers['POST /api/bookings/manage/availability'] = withToken(({ from = '', to = '' }) => ({ ...availabilityFrom(new URLSearchParams({ from, to })), timezone: 'Asia/Tokyo' }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Move appointment' }));
    await userEvent.click(await screen.findByRole('button', { name: formatDate(tomorrow, 'full') }));
    expect(await screen.findByText(/(Times in|the time in) Tokyo/)).toBeTruthy();
    expect(screen.queryByText(/^(Times|Your time).*New York/)).toBeNull();
  });

  it('begins with the reader’s own time where the therapist’s clock shows another', async () => {
    open();
    const own = ownTimeFirst('2026-12-01', '11:00', ZONE, localZone()).split(' your time')[0] ?? '';
    const when = await screen.findByRole('heading', { level: 2 });
    expect(when.textContent).toContain(own.slice(-5));
    expect(when.nextElementSibling?.textContent).toContain('11:00 in New York');
  });

  it('says why a time cannot be had beside those that are left', async () => {
    server.handlers['POST /api/bookings/manage/move'] = () => problem(422, 'This therapist takes no new appointments here at the moment. You can still cancel.');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Move appointment' }));
    await userEvent.click(await screen.findByRole('button', { name: formatDate(tomorrow, 'full') }));
    await userEvent.click(await screen.findByRole('button', { name: /09:00 in New York$/ }));
    await userEvent.click(screen.getByRole('button', { name: /^Move to/ }));
    const failure = await within(screen.getByRole('region', { name: 'Time' })).findByRole('alert');
    expect(failure.textContent).toContain('This therapist takes no new appointments here at the moment.');
    expect(document.activeElement?.contains(failure)).toBe(true);
  });

  it('says in the server’s words why there are no times', async () => {
    const gone = 'This therapist takes no new appointments here at the moment. You can still cancel.';
    server.handlers['POST /api/bookings/manage/availability'] = () => problem(422, gone);
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Move appointment' }));
    expect(await screen.findByText(gone)).toBeTruthy();
  });

  describe('of an appointment that was booked without signing in', () => {
    const NOTE = 'Please call me first.';
    beforeEach(() => {
      booking = { ...booking, by_visitor: true, client_phone: '+49 170 666666', client_notes: NOTE };
      server.handlers['POST /api/bookings/manage/own'] = withToken(() => (booking = { ...booking, by_visitor: false, client_phone: null, client_notes: null }));
    });
    const question = () => screen.findByRole('region', { name: 'Did you book this appointment yourself?' });

    it('shows what was typed and asks who it was; opening it says nothing', async () => {
      open();
      const asked = await question();
      for (const typed of ['Nadia Öztürk', '+49 170 666666', NOTE]) expect(within(asked).getByText(typed)).toBeTruthy();
      expect(server.calls.map(({ path }) => path)).toEqual(['/api/bookings/manage']);
      await userEvent.click(within(asked).getByRole('button', { name: 'I booked this' }));
      expect(await screen.findByText('This counts as yours now.')).toBeTruthy();
      expect(screen.queryByText(NOTE)).toBeNull();
      expect(document.activeElement?.id).toBe('appointment-day');
    });

    it('ends the link of whoever booked only after saying what follows, and goes on by the new one', async () => {
      let live = TOKEN;
      const withLive = (work: () => unknown) => ({ body }: SeenCall): Answer => ((body as { token: string }).token === live ? { json: work() } : problem(404, 'No.'));
      server.handlers['POST /api/bookings/manage'] = withLive(() => booking);
      server.handlers['POST /api/bookings/manage/not-own'] = withLive(() => ({ ...booking, manage_token: (live = 'the-new-token') }));
      server.handlers['POST /api/bookings/manage/cancel'] = withLive(() => (booking = { ...booking, status: 'cancelled', by_visitor: false, can_change: false }));
      open();
      await userEvent.click(within(await question()).getByRole('button', { name: 'Somebody else did' }));
      await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Not now' }));
      expect(live).toBe(TOKEN);
      await userEvent.click(within(await question()).getByRole('button', { name: 'Somebody else did' }));
      await userEvent.click(within(await screen.findByRole('alertdialog', { description: /They may notice that it ended/ })).getByRole('button', { name: 'End their link' }));
      expect(await screen.findByText('The link of whoever booked this has ended.')).toBeTruthy();
      await waitFor(() => expect(document.activeElement?.id).toBe('appointment-day'));
      expect(screen.queryByText(NOTE)).toBeNull();
      await waitFor(() => expect(window.location.href).not.toContain(live));
      await userEvent.click(screen.getByRole('button', { name: 'Cancel appointment' }));
      await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel appointment' }));
      expect(await screen.findByText('Cancelled')).toBeTruthy();
    });
  });

  it('offers nothing past the notice, only the sentence that says to call', async () => {
    const policy = 'It is less than 24 hours until this appointment. Please call your therapist.';
    booking = { ...booking, can_change: false, policy };
    open();
    expect(await screen.findByText(policy)).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(['', 'wrong'])('says when the link does not work (%p)', async (token) => {
    open(token);
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  });
});
