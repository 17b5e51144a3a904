import { fakeApi, problem } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { sampleAppointment, sampleDashboard, sampleForm, sampleMe, ZONE } from '../testing/samples';
import DashboardPage from './dashboard.page';

const FORMS = 'GET /api/client/forms';
const LINK = 'POST /api/client/forms/{id}/link';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  const dashboard = sampleDashboard({ upcoming_bookings: [sampleAppointment(3)] });
  server = fakeApi({ 'GET /api/auth/me': () => ({ json: sampleMe() }), 'GET /api/client/dashboard': () => ({ json: dashboard }), 'GET /api/client/meeting-consents': () => ({ json: [] }) });
});

const open = () => openPage(DashboardPage, '/client/dashboard');
const rows = (title: string) => within(screen.getByRole('region', { name: title })).queryAllByRole('listitem');

it('lists what waits first, with its appointment, and opens it where it is filled in', async () => {
  const forms = [
    sampleForm({ title: 'Done', status: 'completed', completed_at: '2026-11-03T18:00:00Z' }),
    sampleForm({ title: 'By hand' }),
    sampleForm({ title: 'Begun', status: 'started', starts_at: '2026-12-01T16:00:00Z', timezone: ZONE }),
  ];
  server.handlers[FORMS] = () => ({ json: forms });
  server.handlers[LINK] = () => ({ json: { path: '/forms#secret' } });
  const { user } = await open();
  await screen.findByRole('region', { name: 'Forms' });
  const [begun, byHand, done] = rows('Forms');
  expect(begun?.textContent).toMatch(/^BegunStartedfrom Dr. Amélie Okonkwo-ReyesFor your appointment on Tue 1 Dec, \d\d:\d\d your time, 11:00 in New York/);
  expect(byHand?.textContent).toContain('Sent on 2 Nov 2026');
  expect(within(done as HTMLElement).queryByRole('button')).toBeNull();
  expect(done?.textContent).toContain('Completed on 3 Nov 2026');
  await user.click(within(begun as HTMLElement).getByRole('button', { name: 'Go on: Begun' }));
  expect(await screen.findByText('Elsewhere: /forms')).toBeTruthy();
  expect(window.location.hash).toBe('#secret');
});

it('says why one could not be opened, and that the list could not be loaded', async () => {
  const form = sampleForm();
  server.handlers[FORMS] = () => ({ json: [form] });
  server.handlers[LINK] = () => problem(404, 'There is no such form.');
  const { user, toasts, unmount } = await open();
  await user.click(await screen.findByRole('button', { name: 'Fill in: Before we meet' }));
  await waitFor(() => expect(toasts).toEqual(['There is no such form.']));
  server.handlers[FORMS] = () => problem(503, 'Down.');
  unmount();
  const page = await open();
  expect(await screen.findByText('Your forms could not be loaded.')).toBeTruthy();
  expect(rows('Next appointments')).toHaveLength(1);
  server.handlers[FORMS] = () => ({ json: [form] });
  await page.user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('heading', { name: 'Before we meet' });
});
