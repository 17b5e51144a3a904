import { formatDate } from '@attune/shared-ui/format';
import { fakeApi } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { practice, therapist, tomorrow, ZONE } from '../testing/practice';
import TherapistByIdPage from './therapist-by-id.page';
import TherapistBySlugPage from './therapist-by-slug.page';

// Names are looked up in a whole page with its calendar, which a busy machine takes a while for.
jest.setTimeout(30_000);

const BOOK = 'POST /api/bookings';
const LINK = 'https://video.example/room/42';
const confirmed = {
  id: 'b',
  status: 'confirmed',
  service_name: 'Individual session',
  appointment_date: tomorrow,
  appointment_time: '11:00',
  timezone: ZONE,
  starts_at: `${tomorrow}T16:00:00Z`,
  duration_minutes: 50,
  therapist_name: therapist.display_name,
  client_email: 'nadia@example.org',
  cancellation_notice_hours: 24,
  place_kind: 'video',
  place_detail: LINK,
};

const open = () => renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Confirm Booking' }));
const button = (name: string | RegExp) => screen.findByRole('button', { name });

async function type(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.paste(text);
}

describe('A booking', () => {
  it('of a service that takes place either way asks where, says what is missing, and shows where it takes place', async () => {
    const server = fakeApi({ ...practice(() => [], { therapist: { address: '12 Main Street' }, service: { session_type: 'both' } }), [BOOK]: () => ({ status: 201, json: confirmed }) });
    const { toasts } = open();
    await userEvent.click(await button('Book Now Individual session'));
    await userEvent.click(await button(new RegExp(`^${formatDate(tomorrow, 'full')}$`)));
    await userEvent.click(await button(/11:00 in New York/));
    await type('Full name', 'Nadia Öztürk');
    await type('Email', 'nadia@example.org');
    const question = screen.getByRole('group', { name: 'Online or in person?' });
    expect(question.textContent).toContain('12 Main Street');
    await submit();
    expect(toasts).toEqual(['Please choose: online or in person?']);
    const first = screen.getByRole<HTMLInputElement>('radio', { name: 'Online, by video' });
    await waitFor(() => expect(document.activeElement).toBe(first));
    expect(first.checked).toBe(false);
    expect(document.getElementById(question.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Please choose: online or in person?');
    await userEvent.click(screen.getByRole('radio', { name: 'Online, by video' }));
    await submit();
    expect((await screen.findByRole<HTMLAnchorElement>('link', { name: LINK })).rel).toBe('noreferrer');
    expect(server.to(BOOK)[0]?.body).toMatchObject({ session_place: 'online' });
  });

  it('is not possible while bookings are paused: both pages say why in the therapist’s words', async () => {
    const sentence = 'On leave until May.';
    fakeApi(practice(() => [], { therapist: { bookings_paused: true, bookings_paused_message: sentence } }));
    open();
    expect(await screen.findByRole('heading', { name: 'No new bookings at the moment' })).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Book Now/ })).toBeNull();
    renderPage(TherapistByIdPage, '/book/:therapistId', `/book/${therapist.id}`);
    await waitFor(() => expect(screen.getAllByText(sentence)).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Book Appointment' })).toBeNull();
  });
});
