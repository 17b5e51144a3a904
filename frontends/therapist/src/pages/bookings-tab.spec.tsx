import { screen, waitFor, within } from '@testing-library/react';
import type { Booking } from '../features/bookings/bookings.api';
import { fakeApi, noOtherCalendars, NOTICES, noticesOf, pause, problem, renderScreen, sampleBooking, sampleConnection, sampleDisagreement, sampleHours, sampleId, type SeenCall } from '../test-kit';
import BookingsTab from './bookings-tab';

const ZONE = 'America/New_York';
/** A Friday; timers run as ever. */
const TODAY = '2026-11-20T15:00:00Z';
const RUNNING = ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'requestAnimationFrame', 'cancelAnimationFrame', 'requestIdleCallback', 'cancelIdleCallback', 'setImmediate', 'clearImmediate', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const;
beforeEach(() => void jest.useFakeTimers({ now: Date.parse(TODAY), doNotFake: [...RUNNING] }));
afterEach(() => void jest.useRealTimers());
const LIST = 'GET /api/therapist/bookings';
const STATUS = 'PUT /api/therapist/bookings/{id}/status';

const on = (starts_at: string, client_name: string, part: Partial<Booking> = {}) =>
  sampleBooking(0, { starts_at, ends_at: new Date(Date.parse(starts_at) + 3_000_000).toISOString(), client_name, timezone: ZONE, ...part });

/** Tuesday 10:00 and 14:00, Thursday 13:30; one of Tuesday is cancelled. */
const week = () => [
  on('2026-11-26T18:30:00Z', 'Dora'),
  on('2026-11-24T19:00:00Z', 'Ben', { status: 'completed', completed_at: '2026-11-24T20:00:00Z' }),
  on('2026-11-24T17:00:00Z', 'Cleo', { status: 'cancelled' }),
  on('2026-11-24T15:00:00Z', 'Ada'),
];

const lunch = { id: sampleId(), kind: 'block', name: 'Lunch', first_date: '2026-11-24', last_date: '2026-11-24', start_time: '12:00', end_time: '13:00', starts_at: '2026-11-24T17:00:00Z', ends_at: '2026-11-24T18:00:00Z' };
const feast = { id: sampleId(), kind: 'holiday', name: 'Thanksgiving', first_date: '2026-11-26', last_date: '2026-11-26', start_time: null, end_time: null, starts_at: '2026-11-26T05:00:00Z', ends_at: '2026-11-27T05:00:00Z' };

function practice(bookings: Booking[] = week()) {
  return {
    [LIST]: ({ query }: SeenCall) => ({
      json: bookings.filter(({ starts_at }) => starts_at.slice(0, 10) >= (query.get('from') ?? '') && starts_at.slice(0, 10) <= (query.get('to') ?? '9')),
    }),
    'GET /api/therapist/working-hours': () => ({ json: sampleHours() }),
    'GET /api/therapist/time-off': () => ({ json: [lunch, feast] }),
    [STATUS]: ({ path, body }: SeenCall) => {
      const booking = bookings.find(({ id }) => path.includes(id));
      Object.assign(booking ?? {}, body);
      return { json: booking };
    },
  };
}

const open = (search: string) =>
  renderScreen(
    <main id="main" tabIndex={-1}>
      <BookingsTab total={4} timezone={ZONE} onOpenServices={() => undefined} onOpenCalendar={() => undefined} onFailure={() => undefined} />
    </main>,
    `/dashboard?tab=bookings${search}`,
  );

const WEEK = '&show=week&date=2026-11-25';
const address = (name: string) => new URLSearchParams(window.location.search).get(name);
/** What is read out, which is more than is drawn. */
const wordsOf = (stop: Element | null) => stop?.getAttribute('aria-label') ?? stop?.querySelector('.hidden')?.textContent;
const names = () => screen.getAllByRole('gridcell').flatMap((cell) => within(cell).queryAllByRole('button').map((button) => wordsOf(button)));
const focusedName = () => wordsOf(document.activeElement);
const comesTo = (name: RegExp) => waitFor(() => expect(focusedName()).toMatch(name));

describe('the schedule', () => {
  it('stands beside the list, in the address', async () => {
    fakeApi(practice());
    const { user } = open('');
    await screen.findByText('Upcoming');
    await user.click(screen.getByRole('radio', { name: 'Week' }));
    await screen.findByRole('grid');
    expect([address('tab'), address('show')]).toEqual(['bookings', 'week']);
    await user.click(screen.getByRole('radio', { name: 'List' }));
    await screen.findByText('Upcoming');
    expect(address('show')).toBeNull();
  });

  it('shows a week by the therapist’s clock, without what was cancelled', async () => {
    fakeApi(practice());
    open(WEEK);
    await screen.findByText('3 appointments');
    expect(names()).toEqual(['10:00 to 10:50, Ada, Individual session', '14:00 to 14:50, Ben, Individual session, completed', '13:30 to 14:20, Dora, Individual session']);
    expect(screen.getByRole('button', { name: /^Tuesday 24 November, (today, )?2 appointments, working 09:00 to 18:00$/ })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Thursday 26 November, 1 appointment, Thanksgiving, working 09:00 to 18:00' })).toBeTruthy();
    expect(screen.getByRole('gridcell', { name: '12:00 to 13:00, Lunch' })).toBeTruthy();
    expect(screen.getByText(/^· Times are in America\/New York/)).toBeTruthy();
  });

  it('is one stop for Tab, with arrows among days and appointments', async () => {
    fakeApi(practice());
    const { user } = open(WEEK);
    await screen.findByText('3 appointments');
    screen.getByRole('button', { name: 'Next week' }).focus();
    await user.tab();
    expect(focusedName()).toMatch(/^Wednesday 25 November/);
    await user.keyboard('{ArrowLeft}{ArrowDown}');
    expect(focusedName()).toMatch(/Ada/);
    await user.keyboard('{ArrowDown}');
    expect(focusedName()).toMatch(/Lunch/);
    await user.keyboard('{ArrowRight}{ArrowRight}');
    await comesTo(/^Thursday/);
    await user.keyboard('{ArrowDown}{ArrowLeft}{ArrowLeft}');
    expect(focusedName()).toMatch(/^Tuesday/);
    await user.keyboard('{End}');
    expect(focusedName()).toMatch(/Ben/);
    await user.keyboard('{Home}');
    expect(focusedName()).toMatch(/^Tuesday/);
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });

  it('turns the page with Page Up and Page Down and past the last day, and says what is there', async () => {
    fakeApi(practice());
    const { user } = open(WEEK);
    await screen.findByText('3 appointments');
    screen.getByRole('button', { name: /^Wednesday/ }).focus();
    await user.keyboard('{PageDown}');
    await comesTo(/^Wednesday 2 December/);
    expect(address('date')).toBe('2026-12-02');
    await waitFor(() => expect(screen.getByRole('status').textContent).toMatch(/30 Nov – 6 Dec 2026: No appointments/));
    await user.keyboard('{PageUp}');
    await comesTo(/^Wednesday 25 November/);
    await user.keyboard('{Home}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    await comesTo(/^Saturday 21 November/);
  });

  it('opens an appointment with what can be done, and keeps the focus when it goes', async () => {
    const api = fakeApi(practice());
    const { user } = open(WEEK);
    await screen.findByText('3 appointments');
    screen.getByRole('button', { name: /Ada/ }).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: /^Cancel: Ada/ }));
    await user.click(await screen.findByRole('button', { name: 'Cancel appointment' }));
    await waitFor(() => expect(api.to(STATUS).map(({ body }) => body)).toEqual([{ status: 'cancelled' }]));
    // It would lie over the toast that takes it back.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('2 appointments');
    await comesTo(/^Tuesday/);
  });

  it('shows a month, whose days open', async () => {
    fakeApi(practice());
    const { user } = open('&show=month&date=2026-11-25');
    await screen.findByText('3 appointments');
    const tuesday = screen.getByRole('button', { name: /^Tuesday 24 November, (today, )?2 appointments.*10:00 to 10:50, Ada/ });
    tuesday.focus();
    await user.keyboard('{ArrowDown}');
    expect(focusedName()).toMatch(/^Tuesday 1 December/);
    await user.keyboard('{ArrowUp}{ArrowRight}{Enter}');
    await screen.findByRole('heading', { name: /^Wednesday 25 November 2026/ });
    expect([address('show'), address('date')]).toEqual(['day', '2026-11-25']);
  });

  it('reads all pages of a full week', async () => {
    const all = week();
    fakeApi({
      ...practice(),
      [LIST]: ({ query }) => {
        const from = Number(query.get('cursor') ?? 0);
        return { json: all.slice(from, from + 2), ...(from === 0 && { headers: { Link: '</api/therapist/bookings?cursor=2>; rel="next"' } }) };
      },
    });
    open(WEEK);
    await screen.findByText('3 appointments');
    expect(names()).toHaveLength(3);
  });

  it('says that it could not be read and tries again, and shows bookings without the rest', async () => {
    let down = true;
    const parts = practice();
    fakeApi({ ...parts, [LIST]: (call) => (down ? problem(503, 'Down.') : parts[LIST](call)), 'GET /api/therapist/time-off': () => (down ? problem(503, 'Down.') : { json: [lunch] }) });
    const { user } = open(WEEK);
    await screen.findByRole('heading', { name: 'The schedule could not be loaded.' });
    down = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('3 appointments');
    expect(screen.queryByText('Lunch')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Lunch');
    await pause();
    expect(screen.queryByText(/could not be loaded/)).toBeNull();
  });

  it('is a list of days on a phone', async () => {
    const wide = globalThis.matchMedia;
    globalThis.matchMedia = ((query: string) => ({ matches: query.includes('max-width: 639px'), addEventListener: () => undefined, removeEventListener: () => undefined })) as unknown as typeof matchMedia;
    try {
      fakeApi({ ...practice(), 'GET /api/therapist/working-hours': () => ({ json: { ...sampleHours(), buffer_before_minutes: 0, buffer_after_minutes: 15 } }) });
      const { user } = open(WEEK);
      await screen.findByText('3 appointments');
      expect(screen.queryByRole('grid')).toBeNull();
      // Of the five working days one is a holiday.
      await waitFor(() => expect(screen.getAllByText('Working 09:00 to 18:00')).toHaveLength(4));
      expect(screen.getByText('Kept free around appointments: 15 min after.')).toBeTruthy();
      expect(screen.getByRole('heading', { name: /26 Nov/ })).toBeTruthy();
      await user.click(screen.getByRole('button', { name: /Dora/ }));
      await screen.findByRole('dialog');
    } finally {
      globalThis.matchMedia = wide;
    }
  });
});

describe('an appointment that was moved in Google Calendar', () => {
  const moved = () => {
    const bookings = week();
    const ada = bookings.find(({ client_name }) => client_name === 'Ada');
    const differs = sampleDisagreement({ booking_id: ada?.id ?? '', client_name: 'Ada', starts_at: ada?.starts_at ?? '', google_starts_at: '2026-11-25T16:00:00Z', timezone: ZONE });
    return fakeApi({
      ...practice(bookings),
      ...noOtherCalendars,
      [NOTICES]: () => noticesOf(sampleConnection({ connected: true, undecided_appointments: 1 })),
      'GET /api/therapist/calendar/appointments': () => ({ json: [differs] }),
    });
  };

  it('is marked in its row, and asked for once however many rows there are', async () => {
    const server = moved();
    open('');
    const row = (await screen.findByText(/^Agreed: /)).closest('li');
    expect(row?.textContent).toMatch(/Ada.*Agreed: Tue 24 Nov, 10:00.* – In Google: Wed 25 Nov, 11:00/);
    expect(screen.getByText(/^One appointment waits for your decision/)).toBeTruthy();
    expect(server.to('GET /api/therapist/calendar/appointments')).toHaveLength(1);
  });

  it('is marked in the schedule, and decided about where it is opened', async () => {
    moved();
    const { user } = open(WEEK);
    await waitFor(() => expect(names()).toContain('10:00 to 10:50, Ada, Individual session, moved in Google Calendar'));
    screen.getByRole('button', { name: /moved in Google Calendar$/ }).focus();
    await user.keyboard('{Enter}');
    expect(await within(await screen.findByRole('dialog')).findByRole('button', { name: /^Put it back: Ada/ })).toBeTruthy();
  });
});
