import { fakeApi, held, lost, problem, type SeenCall } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormLink, FormSheet } from '../features/forms/forms.api';
import FormsPage from './forms.page';

const TOKEN = 'a-token-from-an-email';
const OPEN = 'POST /api/forms/open';
const ANSWER = 'PUT /api/forms/answer';

const question = (id: string, fields: Partial<FormSheet['questions'][number]> = {}): FormSheet['questions'][number] => ({
  id, type: 'text', question: `About ${id}`, help_text: '', required: false, options: [], new_page: false, show_if: null, ...fields,
});

let server: ReturnType<typeof fakeApi>;
let link: FormLink;
let sheet: FormSheet;

const bodyOf = ({ body }: SeenCall) => body as { question_id: string; value: unknown; version: number; signed_name: string };

beforeEach(() => {
  sessionStorage.clear();
  sheet = { title: 'Before we meet', description: 'Take your time.', version: 1, questions: [question('q_hope'), question('q_sleep', { type: 'radio', options: ['Well', 'Badly'], required: true })], answers: [] };
  link = { status: 'open', therapist_name: 'Dr. Amélie Laurent', practice_since: '2026-11-27T12:00:00Z', unknown_practice: null, starts_at: '2026-12-01T16:00:00Z', timezone: 'America/New_York', completed_at: null, form: sheet, answered_elsewhere: false };
  server = fakeApi({
    [OPEN]: () => ({ json: link }),
    [ANSWER]: (call) => {
      const { question_id, value } = bodyOf(call);
      const answers = sheet.answers.filter((one) => one.question_id !== question_id);
      sheet = { ...sheet, answers: value === null ? answers : [...answers, { question_id, value: value as string, answered_at: '2026-11-22T10:00:00Z' }] };
      link = { ...link, form: sheet };
      return { json: { question_id, saved_at: '2026-11-22T10:00:00Z' } };
    },
    'POST /api/forms/complete': () => ({ json: { ...link, status: 'completed', form: null } }),
  });
});

const open = (token = TOKEN) => renderPage(FormsPage, '/forms', `/forms#${token}`);
const saved = () => server.to(ANSWER).map((call) => [bodyOf(call).question_id, bodyOf(call).value]);

describe('The form behind the link in the mail', () => {
  it('saves each answer as it is given, and is signed with the name', async () => {
    open();
    await userEvent.type(await screen.findByLabelText(/About q_hope/), 'Rest');
    expect(screen.getByText('Attune never asks for a sign-in code in a form.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Well' }));
    await screen.findByText('All answers are saved.');
    expect(saved()).toEqual([['q_hope', 'Rest'], ['q_sleep', 'Well']]);
    await userEvent.click(screen.getByRole('button', { name: 'Sign and send' }));
    expect(await screen.findByText('Please type your name to sign.')).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/Sign with your name/), 'Nadia');
    await userEvent.click(screen.getByRole('button', { name: 'Sign and send' }));
    expect(await screen.findByRole('heading', { name: 'Thank you, your form is completed' })).toBeTruthy();
    expect(server.to('POST /api/forms/complete').map(bodyOf)).toEqual([{ token: TOKEN, version: 1, signed_name: 'Nadia' }]);
    for (const { path, query } of server.calls) expect(`${path}?${query}`).not.toContain(TOKEN);
  });

  it('asks first whether somebody knows a practice that passes for one of theirs, and shows nothing of the form before', async () => {
    const asked = { ...link, status: 'practice_unknown' as const, form: null, unknown_practice: { namesake: 'Dr. Amélie Laurent' } };
    server.handlers[OPEN] = ({ body }) => ({ json: (body as { knows_practice?: boolean }).knows_practice ? link : asked });
    open();
    await screen.findByRole('heading', { name: 'Do you know this practice?' });
    expect(document.body.textContent).toContain('It is another one than the Dr. Amélie Laurent you go to.');
    expect(screen.queryByLabelText(/About q_hope/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Yes, I know it: show the form' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Well' }));
    await userEvent.type(screen.getByLabelText(/Sign with your name/), 'Nadia');
    await screen.findByText('All answers are saved.');
    await userEvent.click(screen.getByRole('button', { name: 'Sign and send' }));
    await screen.findByRole('heading', { name: 'Thank you, your form is completed' });
    expect(server.to('POST /api/forms/complete').map(bodyOf)).toEqual([{ token: TOKEN, version: 1, signed_name: 'Nadia' }]);
  });

  it('keeps what was typed while there is no connection, over a reload too, and saves it when there is one', async () => {
    const answers = server.handlers[ANSWER]!;
    server.handlers[ANSWER] = lost;
    const { unmount } = open();
    await userEvent.type(await screen.findByLabelText(/About q_hope/), 'Rest');
    await screen.findByText(/Not saved yet/);
    unmount();
    open();
    expect(await screen.findByDisplayValue('Rest')).toBeTruthy();
    server.handlers[ANSWER] = answers;
    fireEvent(window, new Event('online'));
    await screen.findByText('All answers are saved.');
    expect(sheet.answers).toMatchObject([{ question_id: 'q_hope', value: 'Rest' }]);
  });

  it('saves what is typed while an earlier text is on its way', async () => {
    const first = held();
    const answers = server.handlers[ANSWER]!;
    server.handlers[ANSWER] = () => first.answer;
    open();
    const field = await screen.findByLabelText(/About q_hope/);
    await userEvent.type(field, 'Rest');
    await waitFor(() => expect(server.to(ANSWER)).toHaveLength(1));
    await userEvent.type(field, ' and sleep');
    server.handlers[ANSWER] = answers;
    first.release({ json: { question_id: 'q_hope', saved_at: '2026-11-22T10:00:00Z' } });
    await screen.findByText('All answers are saved.');
    expect(saved().at(-1)).toEqual(['q_hope', 'Rest and sleep']);
    expect(screen.getByDisplayValue('Rest and sleep')).toBeTruthy();
  });

  it('shows what the server refuses at the question, and keeps it', async () => {
    server.handlers[ANSWER] = () => problem(422, 'This can have at most 500 characters.', [{ field: 'value', message: 'This can have at most 500 characters.' }]);
    open();
    await userEvent.type(await screen.findByLabelText(/About q_hope/), 'Rest');
    expect(await screen.findByText('This can have at most 500 characters.')).toBeTruthy();
    expect(screen.getByDisplayValue('Rest')).toBeTruthy();
  });

  it('goes on in the new version when the therapist has changed the form', async () => {
    const answers = server.handlers[ANSWER]!;
    server.handlers[ANSWER] = () => {
      sheet = { ...sheet, version: 2, questions: [question('q_hope', { question: 'In new words' })] };
      link = { ...link, form: sheet };
      server.handlers[ANSWER] = answers;
      return problem(409, 'The form has changed.', [{ field: 'version', message: 'The form has changed.' }]);
    };
    open();
    await userEvent.type(await screen.findByLabelText(/About q_hope/), 'Rest');
    expect(await screen.findByText('This form was changed')).toBeTruthy();
    expect(screen.getByLabelText(/In new words/)).toHaveProperty('value', 'Rest');
    await screen.findByText('All answers are saved.');
    expect(bodyOf(server.to(ANSWER).at(-1)!)).toMatchObject({ version: 2, value: 'Rest' });
  });

  it('turns to what the server still misses', async () => {
    server.handlers['POST /api/forms/complete'] = () => problem(422, 'One question still needs an answer.', [{ field: 'answers.q_hope', message: 'Please answer this question.' }]);
    open();
    await userEvent.click(await screen.findByRole('radio', { name: 'Well' }));
    await userEvent.type(screen.getByLabelText(/Sign with your name/), 'Nadia');
    await userEvent.click(screen.getByRole('button', { name: 'Sign and send' }));
    expect(await screen.findByText('Please answer this question.')).toBeTruthy();
  });

  it('asks for the mailed code where answers were given in another browser', async () => {
    const form = link.form;
    link = { ...link, status: 'code_needed', form: null };
    server.handlers['POST /api/forms/code'] = () => ({ status: 202, json: { status: 'code_sent', resend_after_seconds: 60, expires_in_seconds: 600 } });
    server.handlers['POST /api/forms/verify'] = ({ body }) =>
      (body as { code: string }).code === '123456' ? { json: { ...(link = { ...link, status: 'open', form }), answered_elsewhere: true } } : problem(401, 'This code is not right. 4 tries are left.');
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Mail me a code' }));
    await userEvent.type(await screen.findByLabelText('Code'), '000000');
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(await screen.findByText('This code is not right. 4 tries are left.')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Code'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    expect(await screen.findByRole('heading', { name: 'Before we meet' })).toBeTruthy();
    expect(screen.getByText(/^Answers were already given, here or on another device\. Please check each of them/)).toBeTruthy();
    // Said once; a later look at the form does not take it away.
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(server.to(OPEN).length).toBeGreaterThan(1));
    expect(screen.getByText('There are answers already')).toBeTruthy();
  });

  it('is closed for whoever sits here next: the link leaves the address, and stopping leaves nothing in the tab', async () => {
    server.handlers['POST /api/forms/leave'] = () => ({ json: { ...link, status: 'code_needed', form: null } });
    open();
    await userEvent.type(await screen.findByLabelText(/About q_hope/), 'Rest');
    expect(`${window.location.href} ${document.title}`).not.toContain(TOKEN);
    await userEvent.type(screen.getByLabelText(/Sign with your name/), 'Nadia');
    await userEvent.click(screen.getByRole('button', { name: 'Stop here' }));
    await screen.findByRole('heading', { name: 'Your form is closed here' });
    expect(saved()).toEqual([['q_hope', 'Rest']]);
    expect(server.to('POST /api/forms/leave').map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    expect(JSON.stringify([window.history.state, { ...sessionStorage }])).not.toMatch(/Rest|Nadia|a-token/);
  });

  it('says nothing of other devices where the form is just opened', async () => {
    open();
    expect(await screen.findByRole('heading', { name: 'Before we meet' })).toBeTruthy();
    expect(screen.queryByText('There are answers already')).toBeNull();
  });

  it.each([
    ['expired', 'This form is closed'],
    ['cancelled', 'This appointment was cancelled'],
    ['withdrawn', 'This form was taken back'],
    ['other_person', 'This form was sent to somebody else'],
  ] as const)('says why there is nothing to fill in: %s', async (status, title) => {
    link = { ...link, status, form: null };
    open();
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it.each(['', 'wrong'])('says when the link does not work (%p)', async (token) => {
    server.handlers[OPEN] = () => problem(404, 'No.');
    open(token);
    expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  });
});
