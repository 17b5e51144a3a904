import { formatDate } from '@attune/shared-ui/format';
import { endSession } from '@attune/shared-ui/runtime/host';
import { type Answer, fakeApi, lost, problem, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { practice, therapist, tomorrow, ZONE } from '../testing/practice';
import TherapistByIdPage from './therapist-by-id.page';
import TherapistBySlugPage from './therapist-by-slug.page';

const FAILED = 'Failed to create booking. Please try again.';
const TAKEN = 'This time is no longer available. Please choose another.';
const VERIFY = 'POST /api/bookings/verify';
const NEW_CODE = 'POST /api/bookings/hold/code';
const RELEASE = 'POST /api/bookings/hold/release';
const RIGHT = '123456';
const WRONG = 'This code is not right. You have 4 tries left.';

// Names are looked up in a whole page with its calendar, which a busy machine takes a while for.
jest.setTimeout(30_000);

/** Answers for the practice while very many strangers book. */
let server: ReturnType<typeof fakeApi>;
/** Times that are held, as the server sees it. */
let heldTimes: Map<string, string>;
let madeHolds: number;

function hold({ body }: SeenCall): Answer {
  const { appointment_date, appointment_time } = body as Record<string, string>;
  const id = `hold-${(madeHolds += 1)}`;
  heldTimes.set(id, `${appointment_date} ${appointment_time}`);
  return { status: 202, json: { status: 'code_sent', hold_id: id, expires_in_seconds: 600 } };
}

function verify({ body }: SeenCall): Answer {
  const { hold_id, code } = body as Record<string, string>;
  if (code !== RIGHT) return problem(401, WRONG);
  const [date = '', time = ''] = heldTimes.get(hold_id ?? '')?.split(' ') ?? [];
  return {
    status: 201,
    json: {
      id: 'b',
      status: 'confirmed',
      service_name: 'Individual session',
      appointment_date: date,
      appointment_time: time,
      timezone: ZONE,
      starts_at: `${date}T16:00:00Z`,
      duration_minutes: 50,
      therapist_name: therapist.display_name,
      client_email: 'nadia@example.org',
      cancellation_notice_hours: 24,
    },
  };
}

beforeEach(() => {
  endSession('logout');
  heldTimes = new Map();
  madeHolds = 0;
  server = fakeApi({
    ...practice(() => [...heldTimes.values()]),
    'POST /api/bookings': hold,
    [VERIFY]: verify,
    [NEW_CODE]: ({ body }) => ({ status: 202, json: { status: 'code_sent', ...(body as object), expires_in_seconds: 500 } }),
    [RELEASE]: ({ body }) => {
      heldTimes.delete((body as { hold_id: string }).hold_id);
      return { json: { status: 'released' } };
    },
  });
});

afterEach(() => jest.restoreAllMocks());

const PAGES = {
  'by its address': () => renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo'),
  'by id': () => renderPage(TherapistByIdPage, '/book/:therapistId', `/book/${therapist.id}`),
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const codeField = () => screen.findByLabelText<HTMLInputElement>('Code from the email');
const title = (name: string) => screen.findByRole('heading', { level: 2, name });

async function fillField(label: string | RegExp, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.paste(text);
}

async function giveCode(code: string) {
  await userEvent.clear(await codeField());
  await userEvent.type(await codeField(), code);
  await press('Confirm Booking');
}

/** Fills the form and sends it; the server keeps the time. */
async function bookUntilHeld(page: keyof typeof PAGES = 'by its address') {
  const drawn = PAGES[page]();
  if (page === 'by id') await userEvent.click(await screen.findByRole('radio', { name: /Individual session/ }));
  else await press('Book Now Individual session');
  await press(new RegExp(`^${formatDate(tomorrow, 'full')}$`));
  await press(/11:00 in New York/);
  await fillField('Full name', 'Nadia Öztürk');
  await fillField('Email', 'nadia@example.org');
  await fillField(/^Notes/, 'No video, please.');
  await press(page === 'by id' ? 'Book Appointment' : 'Confirm Booking');
  await title('Check your email');
  return drawn;
}

function expectAllStillTyped() {
  expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Nadia Öztürk');
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('nadia@example.org');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Notes/).value).toBe('No video, please.');
}

function letTimePass(ms: number) {
  const now = Date.now.bind(Date);
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe.each(['by its address', 'by id'] as const)('In a wave of strangers, a therapist’s page %s', (page) => {
  it('asks for the code from the email and books with it', async () => {
    const { toasts } = await bookUntilHeld(page);
    expect(document.activeElement).toBe(await title('Check your email'));
    expect(screen.getByText('nadia@example.org')).toBeTruthy();
    expect(screen.getByText(/your time, 11:00 in New York$/)).toBeTruthy();
    expect(toasts).toEqual([]);

    await giveCode(RIGHT);
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
    expect(toasts).toEqual(['Booking confirmed successfully!']);
    expect(server.to(VERIFY).map(({ body }) => body)).toEqual([{ hold_id: 'hold-1', code: RIGHT }]);
    expect(server.to(RELEASE)).toEqual([]);
  });

  it('gives the time back when something is to be changed, with everything typed', async () => {
    await bookUntilHeld(page);
    await press('Change something');
    await screen.findByLabelText('Full name');
    expectAllStillTyped();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Individual session'));
    expect((await screen.findByRole('button', { name: /11:00 in New York/ })).getAttribute('aria-pressed')).toBe('true');
    expect(server.to(RELEASE).map(({ body }) => body)).toEqual([{ hold_id: 'hold-1' }]);

    await fillField('Email', 'nadia@example.com');
    await press(page === 'by id' ? 'Book Appointment' : 'Confirm Booking');
    expect(await screen.findByText('nadia@example.com')).toBeTruthy();
    await giveCode(RIGHT);
    await screen.findByRole('heading', { name: 'Booking Confirmed!' });
    expect(server.to(VERIFY).at(-1)?.body).toEqual({ hold_id: 'hold-2', code: RIGHT });
  });
});

describe('The code of a held time', () => {
  it('is not asked for without its six digits', async () => {
    await bookUntilHeld();
    await giveCode('12');
    expect(screen.getByText('Please enter the 6 digits from the email')).toBeTruthy();
    expect(document.activeElement).toBe(await codeField());
    expect(server.to(VERIFY)).toEqual([]);
  });

  it('is told at its field when it is wrong, and can be typed over', async () => {
    const { toasts } = await bookUntilHeld();
    await giveCode('000000');
    expect(await screen.findByText(WRONG)).toBeTruthy();
    const field = await codeField();
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(toasts).toEqual([]);
    await userEvent.keyboard(RIGHT);
    await press('Confirm Booking');
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
  });

  it('can be sent again when the answer was lost', async () => {
    await bookUntilHeld();
    server.handlers[VERIFY] = lost;
    await giveCode(RIGHT);
    expect((await screen.findByRole('alert')).textContent).toContain('Attune could not be reached');
    expect((await codeField()).value).toBe(RIGHT);
    server.handlers[VERIFY] = verify;
    await press('Confirm Booking');
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
  });

  it('comes anew after a minute, and not before', async () => {
    await bookUntilHeld();
    await userEvent.type(await codeField(), '000000');
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Send a new code in \d:\d\d$/ })).disabled).toBe(true);
    letTimePass(61_000);
    await userEvent.click(await screen.findByRole('button', { name: 'Send a new code' }, { timeout: 5_000 }));
    expect(await screen.findByText('A new code is on its way. Only the newest one works.')).toBeTruthy();
    expect(server.to(NEW_CODE).map(({ body }) => body)).toEqual([{ hold_id: 'hold-1' }]);
    expect((await codeField()).value).toBe('');
    expect(document.activeElement).toBe(await codeField());
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send a new code in/ }).disabled).toBe(true);
  });

  it('waits as long as the server says', async () => {
    await bookUntilHeld();
    const wait = 'A code was sent a moment ago. You can ask for a new one in 40 seconds.';
    server.handlers[NEW_CODE] = () => problem(429, wait, undefined, { 'Retry-After': '40' });
    letTimePass(61_000);
    await userEvent.click(await screen.findByRole('button', { name: 'Send a new code' }, { timeout: 5_000 }));
    expect((await screen.findByRole('alert')).textContent).toContain(wait);
    expect(screen.getByRole('button', { name: /^Send a new code in 0:(40|3\d)$/ })).toBeTruthy();
  });
});

describe('A held time', () => {
  it('is let go of by itself after ten minutes', async () => {
    await bookUntilHeld();
    letTimePass(601_000);
    const over = await screen.findByRole('heading', { name: 'Your time is no longer kept' }, { timeout: 5_000 });
    await waitFor(() => expect(document.activeElement).toBe(over));
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
    await press('Choose a time again');
    await screen.findByLabelText('Full name');
    expectAllStillTyped();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Choose a day' })));
  });

  it('that went meanwhile leads back to the free times, with everything typed', async () => {
    const { toasts } = await bookUntilHeld();
    server.handlers[VERIFY] = () => problem(409, TAKEN);
    await giveCode(RIGHT);
    expect(await screen.findByText(TAKEN)).toBeTruthy();
    expect(toasts).toEqual([FAILED]);
    expectAllStillTyped();
    await waitFor(() => expect(screen.queryByRole('button', { name: /11:00 in New York/ })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Time' }));
  });

  it('is still there after the sheet was put aside', async () => {
    await bookUntilHeld();
    await press('Close');
    await waitFor(() => expect(screen.queryByLabelText('Code from the email')).toBeNull());
    await press('Continue');
    await giveCode(RIGHT);
    expect(await screen.findByRole('heading', { name: 'Booking Confirmed!' })).toBeTruthy();
    expect(server.to('POST /api/bookings')).toHaveLength(1);
  });

  it('is still there after a reload, its code to be typed again', async () => {
    const { unmount } = await bookUntilHeld();
    await userEvent.type(await codeField(), '654321');
    expect(JSON.stringify({ ...sessionStorage })).toContain('hold-1');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('654321');
    unmount();
    PAGES['by id']();
    expect((await codeField()).value).toBe('');
    expect(screen.getByText(/your time, 11:00 in New York$/)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Send a new code in/ })).toBeTruthy();
    await giveCode(RIGHT);
    await screen.findByRole('heading', { name: 'Booking Confirmed!' });
    expect(server.to(VERIFY).map(({ body }) => body)).toEqual([{ hold_id: 'hold-1', code: RIGHT }]);
    expect({ ...sessionStorage }).toEqual({});
  });

  it('that ended meanwhile is not asked for after a reload; what was typed is still there', async () => {
    const { unmount } = await bookUntilHeld();
    unmount();
    letTimePass(601_000);
    PAGES['by id']();
    await screen.findByLabelText('Full name');
    expectAllStillTyped();
  });

  it('that was given back is not there after a reload', async () => {
    const { unmount } = await bookUntilHeld();
    await press('Change something');
    await screen.findByLabelText('Full name');
    unmount();
    PAGES['by id']();
    await screen.findByLabelText('Full name');
    expectAllStillTyped();
  });

  it('is given back when another service is chosen', async () => {
    await bookUntilHeld('by id');
    await userEvent.click(screen.getByRole('radio', { name: /First conversation/ }));
    await screen.findByLabelText('Full name');
    expectAllStillTyped();
    expect(server.to(RELEASE)).toHaveLength(1);
  });
});
