import { fakeApi, lost, problem } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { sampleConsent, sampleDashboard, sampleMe } from '../testing/samples';
import DashboardPage from './dashboard.page';

const CONSENTS = 'GET /api/client/meeting-consents';
const ANSWER = 'POST /api/client/meeting-consents/{id}/answer';

let server: ReturnType<typeof fakeApi>;

beforeEach(() => {
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe() }),
    'GET /api/client/dashboard': () => ({ json: sampleDashboard() }),
    'GET /api/client/forms': () => ({ json: [] }),
  });
});

const open = () => openPage(DashboardPage, '/client/dashboard');
const card = () => screen.findByRole('region', { name: 'Recording' });
const titles = async () => within(await card()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

it('asks first, then shows what was answered; an answer stays where it was given', async () => {
  const past = sampleConsent({ status: 'withdrawn', can_agree: false, can_decline: false, consented: true, recorded_by: 'client' });
  let asked = sampleConsent({ therapist_name: 'Dr. Amélie '.repeat(12) });
  server.handlers[CONSENTS] = () => ({ json: [past, asked] });
  server.handlers[ANSWER] = () => ({ json: (asked = { ...asked, consented: true, recorded_by: 'client', status: 'complete' }) });
  const { user } = await open();
  expect(await titles()).toEqual(['May your session be recorded?', 'This consent was withdrawn']);
  await user.click(screen.getByRole('button', { name: 'I agree' }));
  await waitFor(async () => expect(await titles()).toEqual(['Thank you, you have agreed', 'This consent was withdrawn']));
  expect(document.activeElement?.textContent).toMatch(/^Thank you/);
  expect(server.to(ANSWER).map(({ path, body }) => [path, body])).toEqual([[`/api/client/meeting-consents/${asked.id}/answer`, { consent_given: true }]]);
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  server.handlers[ANSWER] = lost;
  await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  expect((await screen.findByRole('alert')).textContent).toContain('nothing has changed');
});

it('says who clicked for whom, where and beside which text', async () => {
  const mark = { party: 'client', answer: 'agreed', recorded_by: 'therapist', way: 'screen', answered_at: '2026-11-26T09:05:00Z', text_version: '2026-11' } as const;
  server.handlers[CONSENTS] = () => ({ json: [sampleConsent({ consented: true, recorded_by: 'therapist', marks: [mark, { ...mark, recorded_by: 'client', way: 'link', answer: 'withdrawn', answered_at: '2026-11-26T09:06:00Z' }] })] });
  await open();
  const marks = within(await card()).getByRole('list', { name: 'Who answered' });
  expect(within(marks).getAllByRole('listitem').map(({ textContent }) => textContent?.replace(/, [A-Z][a-z]{2} .*\. Version/, '. Version'))).toEqual([
    'Client agreed (recorded by the therapist on behalf of the client), on the therapist’s screen. Version of the text: 2026-11',
    'Client withdrew, with the mailed link. Version of the text: 2026-11',
  ]);
});

it('follows what was answered in another tab', async () => {
  let asked = sampleConsent();
  server.handlers[CONSENTS] = () => ({ json: [asked] });
  await open();
  expect(await titles()).toEqual(['May your session be recorded?']);
  asked = { ...asked, consented: false, recorded_by: 'client', status: 'declined' };
  fireEvent(window, new Event('visibilitychange'));
  await waitFor(async () => expect(await titles()).toEqual(['You have said no']));
});

it('is not there for somebody who was asked nothing, and says when it could not be loaded', async () => {
  server.handlers[CONSENTS] = () => ({ json: [] });
  const { unmount } = await open();
  await screen.findByRole('heading', { name: 'Next appointments' });
  expect(screen.queryByRole('region', { name: 'Recording' })).toBeNull();
  unmount();
  server.handlers[CONSENTS] = () => problem(503, 'Down.');
  const { user } = await open();
  await screen.findByText('What you were asked about recordings could not be loaded.');
  server.handlers[CONSENTS] = () => ({ json: [sampleConsent()] });
  await user.click(within(await card()).getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('button', { name: 'I decline' });
});
