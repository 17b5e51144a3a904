import { formatDate } from '@attune/shared-ui/format';
import { ownTimeFirst } from '@attune/shared-ui/free-times';
import { fakeApi, problem } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { practice, services, therapist, tomorrow, ZONE } from '../testing/practice';
import TherapistBySlugPage from './therapist-by-slug.page';

jest.setTimeout(30_000);

const PARIS = 'Europe/Paris';
const TAKEN = 'This time is no longer available. Please choose another.';

let taken: string[];
let server: ReturnType<typeof fakeApi>;
const { matchMedia } = window;

beforeEach(() => {
  taken = [];
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: true });
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (this: Intl.DateTimeFormat) {
    return { ...resolvedOptions.call(this), timeZone: PARIS };
  });
  server = fakeApi({
    ...practice(() => taken),
    'POST /api/bookings': ({ body }) => ({
      status: 201,
      json: {
        ...(body as object),
        id: 'b',
        status: 'confirmed',
        service_name: 'Individual session',
        timezone: ZONE,
        duration_minutes: 50,
        therapist_name: therapist.display_name,
        cancellation_notice_hours: 24,
        place_kind: 'in-person',
        place_detail: '12 Main Street',
        manage_token: 'secret-1',
      },
    }),
  });
});

afterEach(() => {
  window.matchMedia = matchMedia;
  jest.restoreAllMocks();
});

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => userEvent.click(await button(name));
const own = (time: string) => ownTimeFirst(tomorrow, time, ZONE, PARIS);

async function chooseTime() {
  await press('Book Now Individual session');
  await press(new RegExp(`^${formatDate(tomorrow, 'full')}$`));
  await press('17:00 your time, 11:00 in New York');
}

async function book() {
  const page = renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
  await chooseTime();
  await userEvent.type(await screen.findByLabelText('Full name'), 'Nadia Öztürk');
  await userEvent.type(screen.getByLabelText('Email'), 'nadia@example.org');
  await press('Confirm Booking');
  return page;
}

describe('Beside the text', () => {
  it('a finished step is one line, by the own clock first, and the details come once a time is chosen', async () => {
    renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
    await press('Book Now Individual session');
    expect(await screen.findByText('Your details come next.')).toBeTruthy();
    expect(screen.queryByLabelText('Full name')).toBeNull();
    await press(new RegExp(`^${formatDate(tomorrow, 'full')}$`));
    await press('17:00 your time, 11:00 in New York');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full name')));
    expect(screen.queryByRole('grid')).toBeNull();
    expect(screen.getByText(own('11:00'))).toBeTruthy();
  });

  it('a finished step opens again with the focus in it, and keeps what was typed', async () => {
    renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
    await chooseTime();
    await userEvent.type(await screen.findByLabelText('Full name'), 'Nadia');
    await press('Change day or time');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Choose a day'));
    await press('15:00 your time, 09:00 in New York');
    expect(await screen.findByText(own('09:00'))).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Nadia');
  });

  it('opens again when somebody else was quicker, with the reason at the times', async () => {
    server.handlers['POST /api/bookings'] = () => {
      taken.push(`${tomorrow} 11:00`);
      return problem(409, TAKEN);
    };
    await book();
    const part = await screen.findByRole('region', { name: 'Time' });
    expect(await within(part).findByText(TAKEN)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(part));
    expect(screen.getByLabelText<HTMLInputElement>('Full name').value).toBe('Nadia Öztürk');
  });
});

describe('A therapist without a free time', () => {
  it('is full up to and including a day, not from it', async () => {
    server.handlers['GET /api/public/therapist/{id}/availability'] = () => ({ json: { timezone: ZONE, cancellation_notice_hours: 24, days: [] } });
    renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
    await press('Book Now Individual session');
    expect(await screen.findByText(/^No free times up to and including \d+ \w+ \d{4}\. New ones may open at any moment/)).toBeTruthy();
  });
});

describe('The confirmation', () => {
  it('has the price, the place, the own time first, and a way to change it', async () => {
    await book();
    const card = await screen.findByRole('region', { name: 'Booking Confirmed!' });
    const facts = within(card).getAllByRole('definition').map(({ textContent }) => textContent);
    expect(facts).toContain(`$${services[1]?.price}`);
    expect(facts.join()).toContain('12 Main Street');
    expect(facts).toContain('17:00 your time, 11:00 in New York');
    expect(within(card).getByRole('link', { name: 'Move or cancel' }).getAttribute('href')).toBe('/manage#secret-1');
  });

  it('is put into a calendar as the mail’s event is, and printed', async () => {
    const saved: string[] = [];
    Object.assign(URL, { createObjectURL: () => 'blob:event', revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    window.print = jest.fn();
    await book();
    await screen.findByRole('heading', { name: 'Booking Confirmed!' });
    server.handlers['POST /api/bookings/manage/event.ics'] = ({ body }) => ({ json: body });
    await press('Add to calendar');
    await waitFor(() => expect(saved).toEqual(['appointment.ics']));
    expect(server.to('POST /api/bookings/manage/event.ics')[0]?.body).toEqual({ token: 'secret-1' });
    await press('Print');
    expect(window.print).toHaveBeenCalledTimes(1);
  });

  it('says so when the calendar entry does not come', async () => {
    const { toasts } = await book();
    await screen.findByRole('heading', { name: 'Booking Confirmed!' });
    server.handlers['POST /api/bookings/manage/event.ics'] = () => problem(503, 'Not now.');
    await press('Add to calendar');
    await waitFor(() => expect(toasts.at(-1)).toBe('The calendar entry could not be loaded. Please try again.'));
  });
});
