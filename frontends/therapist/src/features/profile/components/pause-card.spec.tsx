import { screen, waitFor } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleProfile } from '../../../test-kit';
import type { Profile } from '../profile.api';
import { PauseCard } from './pause-card';
import { PausedNotice } from './paused-notice';

const PAUSE = 'PUT /api/therapist/profile/bookings-pause';

const open = (profile: Profile) => renderScreen(<PauseCard profile={profile} labelledBy="new-bookings" onDirtyChange={() => undefined} />, '/profile');

describe('pausing bookings', () => {
  it('sends the sentence for visitors', async () => {
    const api = fakeApi({ [PAUSE]: ({ body }) => ({ json: sampleProfile(body as Partial<Profile>) }) });
    const { user, toasts } = open(sampleProfile());
    await user.type(screen.getByLabelText(/Sentence for visitors/), ' Away until May. ');
    await user.click(screen.getByRole('button', { name: 'Pause bookings' }));
    await waitFor(() => expect(toasts).toEqual(['Bookings are paused. Visitors read your sentence instead.']));
    expect(api.to(PAUSE)[0]?.body).toEqual({ bookings_paused: true, bookings_paused_message: 'Away until May.' });
  });

  it('keeps the sentence when it is refused, and says why at the field', async () => {
    const message = 'The sentence for visitors can have at most 300 characters.';
    fakeApi({ [PAUSE]: () => problem(400, message, [{ field: 'bookings_paused_message', message }]) });
    const { user, toasts } = open(sampleProfile());
    await user.type(screen.getByLabelText(/Sentence for visitors/), 'Away');
    await user.click(screen.getByRole('button', { name: 'Pause bookings' }));
    expect(await screen.findByText(message)).toBeTruthy();
    expect(toasts).toEqual(['Bookings could not be paused']);
    expect(screen.getByLabelText<HTMLTextAreaElement>(/Sentence for visitors/).value).toBe('Away');
  });
});

describe('the notice of paused bookings', () => {
  it('is not there while they are open', () => {
    fakeApi({});
    renderScreen(<PausedNotice profile={sampleProfile()} />, '/dashboard');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows the sentence and opens them again with one press', async () => {
    const api = fakeApi({ [PAUSE]: () => ({ json: sampleProfile() }) });
    const { user, toasts } = renderScreen(<PausedNotice profile={sampleProfile({ bookings_paused: true, bookings_paused_message: 'Away.' })} />, '/dashboard');
    expect(screen.getByText('“Away.”')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Open bookings again' }));
    await waitFor(() => expect(toasts).toEqual(['Bookings are open again']));
    expect(api.to(PAUSE).map(({ body }) => body)).toEqual([{ bookings_paused: false }]);
  });
});
