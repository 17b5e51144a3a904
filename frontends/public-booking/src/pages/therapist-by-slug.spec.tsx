import { formatDate } from '@attune/shared-ui/format';
import { type Answer, fakeApi, type Handler, lost, problem, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { forgetDraft } from '../features/booking/booking-draft';
import { practice, services, therapist, tomorrow, ZONE } from '../testing/practice';
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
  forgetDraft(therapist.id);
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
const chooseTime = async (time: string) => userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${time}`) }));

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
    await waitFor(() => expect(screen.queryByRole('button', { name: /^11:00/ })).toBeNull());
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
    expect((await screen.findByRole('button', { name: /^11:00/ })).getAttribute('aria-pressed')).toBe('true');
  });
});
