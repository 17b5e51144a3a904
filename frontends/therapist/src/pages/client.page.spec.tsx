import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { fakeApi, problem, sampleBooking, sampleId, sampleSentForm, type SeenCall } from '../test-kit';
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
  has_account: true,
  known_by_visitor: false,
  phone_by_visitor: false,
  other_contacts: [],
  merged_into: null as string | null,
  merged: [] as object[],
};
const OTHER = { ...KIM, id: '01234567-89ab-7cde-8f01-23456789abce', name: 'Kim Park-Öztürk', email: 'kim.park@example.org', sessions: { upcoming: 0, completed: 2, cancelled: 0, no_shows: 0 }, remark: '' };
const MERGED = { id: OTHER.id, name: OTHER.name, email: OTHER.email, remark: 'Of the other record.', merged_at: '2026-11-20T10:00:00Z', separable_until: '2026-11-27T10:00:00Z' as string | null };

const practice = () => ({
  'GET /api/therapist/clients/{id}': ({ path }: SeenCall) => ({ json: path.endsWith(OTHER.id) ? OTHER : KIM }),
  'GET /api/therapist/care-plans/clients': () => ({ json: [KIM, OTHER].map(({ id, name, email }) => ({ id, name, email })) }),
  'PUT /api/therapist/clients/{id}': ({ body }: SeenCall) => ({ json: { ...KIM, ...(body as object), version: 4 } }),
  'GET /api/therapist/bookings': () => ({ json: [sampleBooking(48, { client_name: 'Kim Park' })] }),
  'GET /api/therapist/intake-requests': () => ({ json: [sampleSentForm()] }),
  'GET /api/therapist/clients/{id}/scores': () => ({ json: [4, 11].map((sum, index) => ({ id: sampleId(), instrument: 'gad-7', completed_at: `2026-1${index}-05T10:00:00Z`, sum, most: 21, severity: index === 0 ? 'minimal' : 'moderate', self_harm: null, self_harm_answer: null })) }),
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
  expect((await screen.findByRole('heading', { name: 'Scores' })).closest('section')?.textContent).toMatch(/GAD-7: 11 of 21, moderate/);
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

it('what only visitors typed is told as such, and what others of them typed instead', async () => {
  const typed = { ...KIM, known_by_visitor: true, phone_by_visitor: true, other_contacts: [{ name: 'Kim Falsch', phone: '+49 170 666666' }] };
  fakeApi({ ...practice(), 'GET /api/therapist/clients/{id}': () => ({ json: typed }) });
  open();
  await screen.findByText(/the name and the number are what they typed/);
  expect(screen.getByText(/Ask the client before you use it/).textContent).toContain('Kim Falsch, +49 170 666666');
});

it('somebody who is no client of theirs is not there', async () => {
  fakeApi({ ...practice(), 'GET /api/therapist/clients/{id}': () => problem(404, 'No.') });
  open();
  await screen.findByRole('heading', { name: 'This client is not there' });
});

it('another record is looked at beside this one before the two are merged; a refusal is said and leaves everything as it was', async () => {
  let merged: object[] = [];
  const api = fakeApi({
    ...practice(),
    'GET /api/therapist/clients/{id}': ({ path }: SeenCall) => ({ json: path.endsWith(OTHER.id) ? OTHER : { ...KIM, merged } }),
    'POST /api/therapist/clients/{id}/merged': () => problem(409, 'One of the two is merged with another record.'),
    'DELETE /api/therapist/clients/{id}/merged/{id}': () => {
      merged = [];
      return { json: KIM };
    },
  });
  const { user, toasts } = open();
  await user.click(await screen.findByRole('button', { name: 'Merge with another record…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Name or email of the other record'), 'park');
  expect((await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([`${OTHER.name}${OTHER.email}`]);
  await user.click(dialog.getByRole('button', { name: `${OTHER.name} ${OTHER.email}` }));
  await dialog.findByText(OTHER.email);
  expect(dialog.getByText('2 completed')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep apart'));
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await dialog.findByText('One of the two is merged with another record.');
  api.handlers['POST /api/therapist/clients/{id}/merged'] = () => {
    merged = [MERGED];
    return { json: { ...KIM, merged } };
  };
  await user.click(dialog.getByRole('button', { name: 'Merge' }));
  await waitFor(() => expect(toasts.at(-1)).toBe('The two records are shown together'));
  expect(api.to('POST /api/therapist/clients/{id}/merged').map(({ body }) => body)).toEqual([{ client_id: OTHER.id }, { client_id: OTHER.id }]);
  await screen.findByText(/They can be separated until/);
  expect(screen.getByText('Of the other record.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: `Separate: ${OTHER.name}` }));
  await user.click(await screen.findByRole('button', { name: 'Separate' }));
  await waitFor(() => expect(toasts.at(-1)).toBe('The two records are separate again'));
  await waitFor(() => expect(screen.queryByText(/They can be separated until/)).toBeNull());
});

it('after a week two records stay together, and a record that is shown with another one leads there', async () => {
  const api = fakeApi({ ...practice(), 'GET /api/therapist/clients/{id}': () => ({ json: { ...KIM, merged: [{ ...MERGED, separable_until: null }] } }) });
  const { unmount } = open();
  await screen.findByText(/They stay together/);
  expect(screen.queryByRole('button', { name: /^Separate/ })).toBeNull();
  unmount();
  api.handlers['GET /api/therapist/clients/{id}'] = () => ({ json: { ...KIM, id: OTHER.id, merged_into: ID } });
  open();
  expect((await screen.findByRole('link', { name: 'Open the page of both' })).getAttribute('href')).toBe(`/clients/${ID}`);
  expect(screen.queryByRole('button', { name: /^Merge/ })).toBeNull();
});

it('everything is taken along as a page or as data; why it was not is said', async () => {
  const api = fakeApi({ ...practice(), 'GET /api/therapist/clients/{id}/export.html': () => problem(429, 'Many copies were made.'), 'GET /api/therapist/clients/{id}/export': () => ({ json: { parts: [] } }) });
  const { user, toasts } = open();
  await user.click(await screen.findByRole('button', { name: 'As a page to read' }));
  await waitFor(() => expect(toasts.at(-1)).toBe('Many copies were made.'));
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:copy', revokeObjectURL: () => undefined });
  await user.click(screen.getByRole('button', { name: 'As data' }));
  await waitFor(() => expect(saved).toHaveBeenCalledTimes(1));
  expect(api.to('GET /api/therapist/clients/{id}/export').length).toBe(1);
  saved.mockRestore();
});
