import { fakeApi, problem, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { practice, services, therapist, ZONE } from '../testing/practice';
import TherapistBySlugPage from './therapist-by-slug.page';
import WaitingPage from './waiting.page';

const TOKEN = 'a-token-from-a-mail';
const OFFER = { id: '01234567-89ab-7cde-8f01-23456789abcd', starts_at: '2031-05-06T14:00:00Z', appointment_date: '2031-05-06', appointment_time: '10:00', expires_at: '2031-05-01T12:00:00Z' };
const REQUEST = {
  state: 'unconfirmed',
  therapist_name: therapist.display_name,
  therapist_id: therapist.id,
  practice_since: '2026-11-27T12:00:00Z',
  unknown_practice: null as { namesake: string | null } | null,
  client_name: 'Ines Duarte',
  client_phone: '+33 1 23' as string | null,
  service_name: 'Individual session',
  duration_minutes: 50,
  timezone: ZONE,
  wishes: [{ weekday: 2, from: '09:00', until: '12:00' }],
  expires_at: '2031-06-01T12:00:00Z',
  offer: null as typeof OFFER | null,
};

describe('Somebody who finds no time', () => {
  it('says when they could come, beside the times, and is told to look into their mailbox', async () => {
    const bodies: unknown[] = [];
    fakeApi({
      ...practice(),
      'POST /api/waiting-list': ({ body }: SeenCall) => {
        bodies.push(body);
        return { json: { status: 'mail_sent' }, status: 202 };
      },
    });
    renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
    await userEvent.click(await screen.findByRole('button', { name: 'Book Now Individual session' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Wait for a free time' }));
    const dialog = await screen.findByRole('dialog', { name: 'Wait for a free time' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Join the waiting list' }));
    expect(within(dialog).getByText('Please enter your name.')).toBeTruthy();
    expect(bodies).toEqual([]);
    await userEvent.selectOptions(within(dialog).getByLabelText('Day'), 'Tuesday');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add another wish' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add another wish' }));
    expect(within(dialog).queryByRole('button', { name: 'Add another wish' })).toBeNull();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove: Wish 3' }));
    await userEvent.type(within(dialog).getByLabelText('Full Name'), 'Ines Duarte');
    await userEvent.type(within(dialog).getByLabelText('Email'), 'ines@example.org');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Join the waiting list' }));
    expect(await screen.findByText(/We have sent a link to ines@example.org/)).toBeTruthy();
    expect(bodies).toMatchObject([
      { service_id: services[1]?.id, client_name: 'Ines Duarte', client_email: 'ines@example.org', wishes: [{ weekday: 2, from: '09:00', until: '17:00' }, { weekday: null, from: '09:00', until: '17:00' }] },
    ]);
  });

  it('leaves nothing of it to whoever opens the window next in that tab', async () => {
    fakeApi(practice());
    const openWindow = async () => {
      const { unmount } = renderPage(TherapistBySlugPage, '/t/:slug', '/t/demo');
      await userEvent.click(await screen.findByRole('button', { name: 'Book Now Individual session' }));
      await userEvent.click(await screen.findByRole('button', { name: 'Wait for a free time' }));
      return { unmount, dialog: await screen.findByRole('dialog', { name: 'Wait for a free time' }) };
    };
    const first = await openWindow();
    await userEvent.type(within(first.dialog).getByLabelText('Full Name'), 'Vera Quill');
    await userEvent.type(within(first.dialog).getByLabelText('Email'), 'vera@mail.example');
    first.unmount();
    const { dialog } = await openWindow();
    expect(within(dialog).getByLabelText<HTMLInputElement>('Full Name').value).toBe('');
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('vera@mail.example');
  });
});

describe('The page behind the link', () => {
  it('shows whoever has the address what was typed in their name, before it counts', async () => {
    fakeApi({ 'POST /api/waiting-list/request': () => ({ json: REQUEST }) });
    renderPage(WaitingPage, '/waiting', `/waiting#${TOKEN}`);
    expect((await screen.findByText(/^Asked for in the name of/)).textContent).toBe('Asked for in the name of Ines Duarte, +33 1 23. Your therapist reads it once you confirm. If somebody else typed it, do nothing.');
  });

  it('changes nothing until a button is pressed: it confirms, takes what is offered, and never sends the token in an address', async () => {
    let now = REQUEST;
    const server = fakeApi({
      'POST /api/waiting-list/request': () => ({ json: now }),
      'POST /api/waiting-list/confirm': () => ({ json: (now = { ...REQUEST, state: 'offered', offer: OFFER }) }),
      'POST /api/waiting-list/accept': () => {
        now = { ...now, state: 'booked' };
        return { json: { id: OFFER.id, status: 'confirmed', manage_token: 'secret' }, status: 201 };
      },
    });
    renderPage(WaitingPage, '/waiting', `/waiting#${TOKEN}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'A time is free for you' })).toBeTruthy();
    expect(server.to('POST /api/waiting-list/accept')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Take this time' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'This time is yours' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See the appointment' }).getAttribute('href')).toBe('/manage#secret');
    expect(server.to('POST /api/waiting-list/accept').map(({ body }) => body)).toEqual([{ token: TOKEN, offer_id: OFFER.id }]);
    for (const { path, query } of server.calls) expect(`${path}?${query}`).not.toContain(TOKEN);
  });

  it('asks who is signed in whether they know the practice, where they go to others, before it is taken', async () => {
    const now = { ...REQUEST, state: 'offered', offer: OFFER, unknown_practice: { namesake: 'Tess Morgan' } };
    const server = fakeApi({
      'POST /api/waiting-list/request': () => ({ json: now }),
      'POST /api/waiting-list/accept': () => ({ json: { id: OFFER.id, status: 'confirmed', manage_token: 'secret' }, status: 201 }),
    });
    renderPage(WaitingPage, '/waiting', `/waiting#${TOKEN}`);
    expect((await screen.findByText('It is another one than the', { exact: false })).textContent).toBe(' It is another one than the Tess Morgan you go to.');
    expect(screen.queryByRole('button', { name: 'Take this time' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'I know it: take this time' }));
    await waitFor(() => expect(server.to('POST /api/waiting-list/accept').map(({ body }) => body)).toEqual([{ token: TOKEN, offer_id: OFFER.id }]));
  });

  it('what is no longer kept is said, and what holds now is shown', async () => {
    let now = { ...REQUEST, state: 'offered', offer: OFFER as typeof OFFER | null };
    fakeApi({
      'POST /api/waiting-list/request': () => ({ json: now }),
      'POST /api/waiting-list/accept': () => {
        now = { ...REQUEST, state: 'waiting', offer: null };
        return problem(409, 'This time is no longer kept for you. You stay on the waiting list and are told of the next one.');
      },
      'POST /api/waiting-list/leave': () => ({ json: (now = { ...REQUEST, state: 'over', offer: null }) }),
    });
    const { toasts } = renderPage(WaitingPage, '/waiting', `/waiting#${TOKEN}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Take this time' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'You are on the waiting list' })).toBeTruthy();
    expect(screen.getByText('Tuesday, 09:00 to 12:00')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Leave the waiting list' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'This request has ended' })).toBeTruthy();
    await waitFor(() => expect(toasts).toEqual(['This time is no longer kept for you. You stay on the waiting list and are told of the next one.', 'You have left the waiting list']));
  });

  it('says when the link does not work', async () => {
    fakeApi({ 'POST /api/waiting-list/request': () => problem(404, 'No.') });
    renderPage(WaitingPage, '/waiting', `/waiting#${TOKEN}`);
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  });
});
