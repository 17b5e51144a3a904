import { screen, waitFor } from '@testing-library/react';
import { fakeApi, renderScreen, sampleHours, sampleProfile, sampleSession } from '../test-kit';
import { Link } from '@attune/shared-ui/runtime';
import { Route, Routes } from '@attune/shared-ui/runtime/host';
import ProfilePage from './profile.page';

/** The dashboard, from which somebody came to the profile. */
async function open() {
  fakeApi({
    'GET /api/therapist/profile': () => ({ json: sampleProfile() }),
    'GET /api/therapist/services': () => ({ json: [] }),
    'GET /api/therapist/working-hours': () => ({ json: sampleHours() }),
    'GET /api/auth/second-factor': () => ({ json: { enabled: false, required: false, recovery_codes_left: 0 } }),
    'GET /api/auth/sessions': () => ({ json: [sampleSession({ current: true })] }),
  });
  const view = renderScreen(
    <Routes>
      <Route path="/profile" element={<ProfilePage />} />
      <Route path="*" element={<Link to="/profile">Profile</Link>} />
    </Routes>,
    '/dashboard',
  );
  await view.user.click(screen.getByRole('link', { name: 'Profile' }));
  return view;
}

it('Back asks before typed text is left behind, and stays with it', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText(/^Bio/), 'Half a sen');
  window.history.back();
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(window.location.pathname).toBe('/profile');
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Bio/).value).toBe('Half a sen');
});

it('Back leaves once somebody insists', async () => {
  const { user } = await open();
  await user.type(await screen.findByLabelText(/^Bio/), 'Half a sen');
  window.history.back();
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'));
});
