import { screen, waitFor } from '@testing-library/react';
import { fakeApi, late, pause, problem, renderScreen, sampleHours, sampleProfile, sampleSession } from '../test-kit';
import ProfilePage from './profile.page';

function practice() {
  return {
    'GET /api/therapist/profile': () => ({ json: sampleProfile() }),
    'GET /api/therapist/services': () => ({ json: [] }),
    'GET /api/therapist/working-hours': () => ({ json: sampleHours() }),
    'GET /api/auth/second-factor': () => ({ json: { enabled: false, required: false, recovery_codes_left: 0 } }),
    'GET /api/auth/sessions': () => ({ json: [sampleSession({ current: true })] }),
  };
}

const open = () => renderScreen(<ProfilePage />, '/profile');

describe('the profile page', () => {
  it('says once that the services failed, and again when they fail again', async () => {
    fakeApi({ ...practice(), 'GET /api/therapist/services': () => late(problem(503, 'Down.')) });
    const { user, toasts } = open();
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    await pause();
    expect(toasts).toEqual(['Failed to load profile data']);
    await user.click(retry);
    await waitFor(() => expect(toasts).toHaveLength(2));
  });

  it('asks a new therapist for no services', async () => {
    const api = fakeApi({ 'GET /api/therapist/profile': () => problem(404, 'No profile yet.') });
    const { toasts } = open();
    await screen.findByLabelText('Display name');
    await pause();
    expect(api.to('GET /api/therapist/services')).toEqual([]);
    expect(toasts).toEqual([]);
  });

  it.each(['Attune, dashboard', '← Back to dashboard'])('asks before typed text is left behind (%s)', async (name) => {
    fakeApi(practice());
    const { user } = open();
    await user.type(await screen.findByLabelText(/^Bio/), 'Half a sen');
    await user.click(screen.getByRole('link', { name }));
    await screen.findByText('Leave without saving?');
    expect(window.location.pathname).toBe('/profile');
    await user.click(screen.getByRole('button', { name: 'Leave without saving' }));
    expect(window.location.pathname).toBe('/dashboard');
  });

  it('says what is lost before the person signs out here with text half typed', async () => {
    fakeApi(practice());
    const { user } = open();
    await user.type(await screen.findByLabelText(/^Bio/), 'Half a sen');
    await user.click(await screen.findByRole('button', { name: /^Sign out: Firefox on Windows/ }));
    expect(await screen.findByText('What you have not saved on this page is lost.')).toBeTruthy();
  });

  it('shows a new therapist the security settings too', async () => {
    fakeApi({ ...practice(), 'GET /api/therapist/profile': () => problem(404, 'No profile yet.') });
    open();
    expect(await screen.findByRole('region', { name: 'Where you are signed in' })).toBeTruthy();
  });

  it('lets go at once when nothing was typed', async () => {
    fakeApi(practice());
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Attune, dashboard' }));
    expect(window.location.pathname).toBe('/dashboard');
  });
});
