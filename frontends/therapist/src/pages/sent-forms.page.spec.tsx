import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, sampleId, sampleSentForm } from '../test-kit';
import SentFormsPage from './sent-forms.page';

const LIST = 'GET /api/therapist/intake-requests';
const PATH = '/intake-forms/sent';
const FORM = sampleId();
const CSV = 'GET /api/therapist/intake-forms/{id}/answers.csv';

const open = (search = '') => renderPage(SentFormsPage, PATH, `${PATH}${search}`);
const own = { 'GET /api/therapist/intake-forms': () => ({ json: [{ id: FORM, title: 'PHQ-9' }] }) };

it('lists what was sent to whom, filtered by form and status in the address', async () => {
  const marked = sampleSentForm({ client_name: 'Dora', title: 'PHQ-9', status: 'completed', self_harm: 3, starts_at: '2026-12-01T16:00:00Z', timezone: 'America/New_York' });
  const api = fakeApi({ ...own, [LIST]: ({ query }) => ({ json: query.get('status') === 'expired' ? [] : [marked] }) });
  const { user } = open(`?form_id=${FORM}&status=never`);
  const row = within((await screen.findByText('Dora')).closest('li') as HTMLElement);
  expect(row.getByText('Item 9 above zero')).toBeTruthy();
  expect(row.getByText(/1 Dec 2026, 11:00 \(New York\)/)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Status'), 'expired');
  await screen.findByText('No forms match');
  expect(Object.fromEntries(api.to(LIST).at(-1)?.query ?? [])).toEqual({ form_id: FORM, status: 'expired', limit: '50' });
  await user.click(screen.getByRole('button', { name: 'Show all sent forms' }));
  await screen.findByText('Dora');
  expect(window.location.search).toBe('');
});

it('is read by the page', async () => {
  const forms = Array.from({ length: 51 }, (_, index) => sampleSentForm({ client_name: `C${index}` }));
  fakeApi({
    ...own,
    [LIST]: ({ query }) => {
      const from = Number(query.get('cursor') ?? 0);
      return { json: forms.slice(from, from + 50), headers: from === 0 ? { Link: '</api/x?cursor=50>; rel="next"' } : undefined };
    },
  });
  const { user } = open();
  await screen.findByText('C0');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await screen.findByText('C50');
  expect(screen.queryByText('C0')).toBeNull();
});

it('says what will be there, and that it could not be loaded', async () => {
  const api = fakeApi({ ...own, [LIST]: () => problem(503, 'Down.') });
  const { user } = open();
  await screen.findByText('The forms could not be loaded.');
  api.handlers[LIST] = () => ({ json: [] });
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('No forms sent yet')).toBeTruthy();
});

it('saves the answers to one form as a file', async () => {
  const saved: string[] = [];
  URL.createObjectURL = () => 'blob:answers';
  HTMLAnchorElement.prototype.click = function click() {
    saved.push(this.download);
  };
  const api = fakeApi({ ...own, [LIST]: () => ({ json: [sampleSentForm()] }), [CSV]: () => problem(503, 'Down.') });
  const { user, toasts } = open(`?form_id=${FORM}`);
  await user.click(await screen.findByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(toasts).toEqual(['The answers could not be exported. Please try again.']));
  api.handlers[CSV] = () => ({ json: 'file', headers: { 'Content-Disposition': 'attachment; filename="answers.csv"' } });
  await user.click(screen.getByRole('button', { name: 'Export CSV' }));
  await waitFor(() => expect(toasts.at(-1)).toBe('The answers were saved as a file. Keep it in a safe place.'));
  expect(saved).toEqual(['answers.csv']);
});
