import { formatDate } from '@attune/shared-ui/format';
import { endSession, refreshSession } from '@attune/shared-ui/runtime/host';
import { type Answer, fakeApi, type Handler, lost, problem, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { practice, services, therapist, tomorrow, ZONE } from '../testing/practice';
import TherapistByIdPage from './therapist-by-id.page';
import TherapistBySlugPage from './therapist-by-slug.page';

const FAILED = 'Failed to create booking. Please try again.';
const TAKEN = 'This time is no longer available. Please choose another.';

// Names are looked up in a whole page with its calendar, which a busy machine takes a while for.
jest.setTimeout(30_000);

let server: ReturnType<typeof fakeApi>;
let taken: string[];
let onBooking: Handler;

const confirmed = ({ body }: SeenCall): Answer => {
  const { client_email, appointment_date, appointment_time } = body as Record<string, string>;
  return {
    status: 201,
    json: {
      id: 'b',
      status: 'confirmed',
      service_name: 'Individual session',
      appointment_date,
      appointment_time,
      timezone: ZONE,
      starts_at: `${appointment_date}T16:00:00Z`,
      duration_minutes: 50,
      therapist_name: therapist.display_name,
      client_email,
      cancellation_notice_hours: 24,
    },
  };
};

beforeEach(() => {
  endSession('logout');
  taken = [];
  onBooking = confirmed;
  server = fakeApi({ ...practice(() => taken), 'POST /api/bookings': (call) => onBooking(call) });
});

const bookings = () => server.to('POST /api/bookings');
const open = () => renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Confirm Booking' }));
const chooseService = async () => userEvent.click(await screen.findByRole('button', { name: 'Book Now Individual session' }));
const chooseDay = async () =>
  userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${formatDate(tomorrow, 'full')}$`) }));
const chooseTime = async (time: string) => userEvent.click(await screen.findByRole('button', { name: new RegExp(`${time} in New York`) }));

async function fillField(label: string | RegExp, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.paste(text);
}

async function fillAll() {
  await chooseService();
  await chooseDay();
  await chooseTime('11:00');
  await fillField('Full name', 'Nadia Öztürk');
  await fillField('Email', 'nadia@example.org');
  await fillField(/^Notes/, 'No video, please.');
}

describe("A therapist's page", () => {
  it('shows who it is and what can be booked', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: therapist.display_name })).toBeTruthy();
    expect(screen.getByText('America/New York')).toBeTruthy();
    expect(screen.getByText('Free Consultation')).toBeTruthy();
    expect(screen.getByText('$140')).toBeTruthy();
    expect(screen.getByText('HIPAA Compliant')).toBeTruthy();
  });

  it('says when there is nobody at the address', async () => {
    const { toasts } = renderPage(TherapistBySlugPage, '/t/:slug', '/t/nobody');
    expect(
      await screen.findByText("The therapist page you're looking for doesn't exist or is no longer available."),
    ).toBeTruthy();
    expect(toasts).toEqual(['Therapist not found']);
  });
});

describe('Booking', () => {
  it('asks for what is missing, one thing after the other, and moves there', async () => {
    const { toasts } = open();
    await chooseService();
    await submit();
    expect(toasts.at(-1)).toBe('Please select a date');
    await chooseDay();
    await submit();
    expect(toasts.at(-1)).toBe('Please select a time');
    await chooseTime('11:00');
    await submit();
    expect(toasts.at(-1)).toBe('Please enter your name');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full name')));
    await fillField('Full name', 'Nadia');
    await submit();
    expect(toasts.at(-1)).toBe('Please enter your email');
    await fillField('Email', 'nadia');
    await submit();
    expect(toasts.at(-1)).toBe('Please enter a valid email address');
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(bookings()).toEqual([]);
  });

  it('confirms what was booked', async () => {
    const { toasts } = open();
    await fillAll();
    await submit();
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
    expect(toasts).toEqual(['Booking confirmed successfully!']);
    expect(screen.getByText('A confirmation email was sent to nadia@example.org.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Book Another Session' })).toBeTruthy();
    expect(bookings()[0]?.body).toEqual({
      service_id: services[1]?.id,
      client_name: 'Nadia Öztürk',
      client_email: 'nadia@example.org',
      appointment_date: tomorrow,
      appointment_time: '11:00',
      client_timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      notes: 'No video, please.',
    });
  });

  it('keeps everything typed when somebody else was quicker, and offers what is still free', async () => {
    onBooking = () => {
      taken.push(`${tomorrow} 11:00`);
      return problem(409, TAKEN);
    };
    const { toasts } = open();
    await fillAll();
    await submit();
    expect(await screen.findByText(TAKEN)).toBeTruthy();
    expect(toasts).toEqual([FAILED]);
    await waitFor(() => expect(screen.queryByRole('button', { name: /11:00 in New York/ })).toBeNull());
    // Message, times and focus are in one place.
    const part = screen.getByRole('region', { name: 'Time' });
    expect(document.activeElement).toBe(part);
    expect(within(part).getByText(TAKEN).parentElement?.id).toBe(part.getAttribute('aria-describedby'));
    expect(within(part).getByRole('button', { name: /09:00 in New York/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Nadia Öztürk');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('nadia@example.org');
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('No video, please.');

    onBooking = confirmed;
    await chooseTime('09:00');
    await submit();
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
    const [first, second] = bookings().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).not.toBe(first);
  });

  it('says how many times a chosen day has, to those who do not see them', async () => {
    open();
    await chooseService();
    await chooseDay();
    expect(await screen.findByText(`2 free times on ${formatDate(tomorrow, 'full')}`)).toBeTruthy();
  });

  it('counts long notes, and refuses too long ones with a sentence instead of cutting them', async () => {
    open();
    await fillAll();
    await fillField(/^Notes/, 'x'.repeat(1_700));
    expect(screen.getByText('1,700 of 2,000 characters')).toBeTruthy();
    await fillField(/^Notes/, 'x'.repeat(2_004));
    await submit();
    expect(await screen.findByText('The notes can have at most 2,000 characters. Please leave out 4.')).toBeTruthy();
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toHaveLength(2_004);
    expect(bookings()).toEqual([]);
  });

  it('tries again under the same key when the answer was lost', async () => {
    onBooking = lost;
    const { toasts } = open();
    await fillAll();
    await submit();
    await waitFor(() => expect(toasts).toEqual([FAILED]));
    onBooking = confirmed;
    await submit();
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
    const keys = bookings().map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  it('shows what the server found at its field', async () => {
    onBooking = () => problem(400, 'Please check the form.', [{ field: 'client_phone', message: 'Digits, please.' }]);
    open();
    await fillAll();
    await fillField(/^Phone/, 'x');
    await submit();
    expect(await screen.findByText('Digits, please.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Phone/)));
  });

  it('keeps day, time and details when another service is chosen', async () => {
    open();
    await fillAll();
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    // The way back through the history takes a moment; until then the page beneath is inert, which the simulated browser ignores.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(await screen.findByRole('button', { name: 'Book Now First conversation' }));
    expect(await screen.findByRole('heading', { name: 'First conversation', level: 2 })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Nadia Öztürk');
    expect((await screen.findByRole('button', { name: /11:00 in New York/ })).getAttribute('aria-pressed')).toBe('true');
  });
});

describe('A booking that is half made', () => {
  const kept = () => Object.values({ ...sessionStorage }).join();
  const field = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);
  const openById = () => renderPage(TherapistByIdPage, '/book/:therapistId', `/book/${therapist.id}`);
  const signIn = (id: string) => {
    server.handlers['GET /api/auth/me'] = () => ({ json: { id, email: `${id}@example.org`, name: id, picture: null, user_type: 'client' } });
    return act(() => refreshSession());
  };
  const leaveHalfMade = async () => {
    const page = open();
    await fillAll();
    page.unmount();
  };
  const now = Date.now;
  const whenHoursHavePassed = (hours: number) => jest.spyOn(Date, 'now').mockImplementation(() => now() + hours * 3_600_000);

  afterEach(() => jest.restoreAllMocks());

  it('is there again after leaving and after a reload, with its service, day and time', async () => {
    await leaveHalfMade();
    openById();
    expect((await field('Full name')).value).toBe('Nadia Öztürk');
    expect((await field(/^Notes/)).value).toBe('No video, please.');
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: /Individual session/ })).checked).toBe(true);
    expect((await screen.findByRole('button', { name: /11:00 in New York/ })).getAttribute('aria-pressed')).toBe('true');
    expect(localStorage).toHaveLength(0);
  });

  it('shows the month of the day that was chosen', async () => {
    const { unmount } = open();
    await chooseService();
    for (let months = 0; months < 3; months += 1) await userEvent.click(screen.getByRole('button', { name: /next month/i }));
    const month = screen.getByRole('grid').getAttribute('aria-label');
    await userEvent.click(await screen.findByRole('button', { name: / 15 / }));
    unmount();
    openById();
    await screen.findByRole('button', { name: /11:00 in New York/ });
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe(month);
  });

  it('does not choose what is gone meanwhile; the rest stays', async () => {
    await leaveHalfMade();
    taken.push(`${tomorrow} 11:00`);
    openById();
    await screen.findByRole('button', { name: /09:00 in New York/ });
    expect(screen.queryByRole('button', { name: /11:00 in New York/ })).toBeNull();
    expect((await field('Full name')).value).toBe('Nadia Öztürk');
  });

  it('belongs to its therapist', async () => {
    await leaveHalfMade();
    const another = { ...therapist, id: '0190bbbb-0000-7000-8000-000000000002' };
    server.handlers['GET /api/public/therapist/{id}'] = () => ({ json: another });
    renderPage(TherapistByIdPage, '/book/:therapistId', `/book/${another.id}`);
    expect((await field('Full name')).value).toBe('');
  });

  it('is forgotten once it is booked', async () => {
    open();
    await fillAll();
    expect(kept()).toContain('Nadia Öztürk');
    await submit();
    await screen.findByRole('heading', { name: 'Booking Confirmed!' });
    expect(kept()).toBe('');
  });

  it('is forgotten when somebody signs in, and not written down in that name', async () => {
    open();
    await fillAll();
    await signIn('mara');
    expect(kept()).toBe('');
    await fillField('Full name', 'Somebody');
    expect(kept()).toBe('');
  });

  it('of a client is forgotten at the sign-out, and found again before', async () => {
    await signIn('mara');
    await leaveHalfMade();
    const second = openById();
    expect((await field('Full name')).value).toBe('Nadia Öztürk');
    second.unmount();
    act(() => endSession('expired'));
    expect(kept()).toBe('');
    openById();
    expect((await field('Full name')).value).toBe('');
  });

  it('is forgotten after half an hour, however often the page was opened meanwhile', async () => {
    await leaveHalfMade();
    whenHoursHavePassed(0.4);
    const second = openById();
    expect((await field('Full name')).value).toBe('Nadia Öztürk');
    second.unmount();
    whenHoursHavePassed(0.6);
    openById();
    expect((await field('Full name')).value).toBe('');
    expect(kept()).toBe('');
  });

  it('lasts as long as the page where nothing can be stored', async () => {
    const off = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const method of ['getItem', 'setItem', 'removeItem'] as const) jest.spyOn(Storage.prototype, method).mockImplementation(off);
    await leaveHalfMade();
    const second = openById();
    expect((await field('Full name')).value).toBe('Nadia Öztürk');
    await userEvent.click(screen.getByRole('button', { name: 'Book Appointment' }));
    await screen.findByRole('heading', { name: 'Booking Confirmed!' });
    second.unmount();
    openById();
    expect((await field('Full name')).value).toBe('');
  });
});
