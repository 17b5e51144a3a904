import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { fakeApi, problem, sampleBooking, sampleSentForm, type SeenCall } from '../test-kit';
import ClientPage from './client.page';

const ID = '01234567-89ab-7cde-8f01-23456789abcd';
const KIM = {
  id: ID,
  name: 'Kim Park',
  email: 'kim@example.org',
  phone: '+1 555 0100 234',
  timezone: 'Asia/Tokyo',
  since: '2026-01-05T10:00:00Z',
  next_starts_at: '2026-12-01T10:00:00Z',
  sessions: { upcoming: 1, completed: 4, cancelled: 0, no_shows: 1 },
  remark: 'Likes mornings.',
  discharged_on: null,
  version: 3,
};

const practice = () => ({
  'GET /api/therapist/clients/{id}': () => ({ json: KIM }),
  'PUT /api/therapist/clients/{id}': ({ body }: SeenCall) => ({ json: { ...KIM, ...(body as object), version: 4 } }),
  'GET /api/therapist/bookings': () => ({ json: [sampleBooking(48, { client_name: 'Kim Park' })] }),
  'GET /api/therapist/intake-requests': () => ({ json: [sampleSentForm()] }),
  'GET /api/therapist/enhanced-session-notes': () => ({ json: [] }),
  'GET /api/therapist/care-plans': () => problem(503, 'Down.'),
});
const open = () => renderPage(ClientPage, '/clients/:id', `/clients/${ID}`);

it('tells of one client what there is, part by part; a part that fails leaves the others', async () => {
  const api = fakeApi(practice());
  open();
  await screen.findByRole('heading', { name: 'Kim Park', level: 1 });
  expect(screen.getByText(/1 upcoming · 4 completed · 1 no-show/)).toBeTruthy();
  await screen.findByText('No notes about this client yet.');
  await screen.findByText('Before we meet');
  expect((await screen.findByRole('alert')).textContent).toContain('This part could not be loaded.');
  expect(api.to('GET /api/therapist/bookings').map(({ query }) => query.get('client_id'))).toEqual([ID]);
});

it('a remark is saved with the version that is shown; what was changed elsewhere is said and nothing typed is lost', async () => {
  const api = fakeApi({ ...practice(), 'PUT /api/therapist/clients/{id}': () => problem(409, 'Changed somewhere else meanwhile.') });
  const { user, toasts } = open();
  const remark = await screen.findByLabelText(/^Remark/);
  await user.type(remark, ' And tea.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Changed somewhere else meanwhile.')).toBeTruthy();
  expect((remark as HTMLTextAreaElement).value).toBe('Likes mornings. And tea.');
  api.handlers['PUT /api/therapist/clients/{id}'] = practice()['PUT /api/therapist/clients/{id}'];
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts.at(-1)).toBe('Saved'));
  expect(api.to('PUT /api/therapist/clients/{id}').at(-1)?.body).toEqual({ remark: 'Likes mornings. And tea.', discharged_on: null, version: 3 });
});

it('somebody who is no client of theirs is not there', async () => {
  fakeApi({ ...practice(), 'GET /api/therapist/clients/{id}': () => problem(404, 'No.') });
  open();
  await screen.findByRole('heading', { name: 'This client is not there' });
});
