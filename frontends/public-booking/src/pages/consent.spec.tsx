import type { OwnConsent } from '@attune/shared-ui/recording-consent';
import { fakeApi, lost, problem } from '@attune/shared-ui/testing/fake-api';
import { renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import ConsentPage from './consent.page';

const TOKEN = 'a-token-from-a-mail';
const OPEN = 'POST /api/meeting-consents/open';
const ANSWER = 'POST /api/meeting-consents/answer';

function sample(part: Partial<OwnConsent> = {}): OwnConsent {
  return {
    id: '0190cccc-0000-7000-8000-000000000001',
    therapist_name: 'Dr. Amélie Okonkwo-Reyes',
    practice_since: '2025-03-01T09:00:00Z',
    unknown_practice: null,
    consent_text: 'I agree that my therapist records the sound of this one session.',
    text_version: '2026-11',
    status: 'waiting',
    consented: null,
    recorded_by: null,
    needs_own_click: true,
    can_agree: true,
    can_decline: true,
    asked_at: '2026-11-26T09:00:00Z',
    expires_at: '2026-11-27T09:00:00Z',
    withdrawn_at: null,
    marks: [],
    ...part,
  };
}

/** What the server has; an answer changes it as it does there. */
function open(first: Partial<OwnConsent> = {}, address = `/consent#${TOKEN}`) {
  let consent = sample(first);
  const server = fakeApi({
    [OPEN]: () => ({ json: consent }),
    [ANSWER]: ({ body }) => {
      const { consent_given: consented } = body as { consent_given: boolean };
      consent = { ...consent, consented, recorded_by: 'client', status: consent.status === 'used' ? 'withdrawn' : consented ? 'waiting' : 'declined' };
      return { json: consent };
    },
  });
  return { server, change: (part: Partial<OwnConsent>) => void (consent = { ...consent, ...part }), ...renderPage(ConsentPage, '/consent', address) };
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const button = (name: string) => screen.findByRole('button', { name });

describe('the page behind the link that asks for a consent', () => {
  it('says who asks and what exactly is recorded, and offers both answers with the same weight', async () => {
    open();
    await heading('May your session be recorded?');
    expect(screen.getByText('Dr. Amélie Okonkwo-Reyes')).toBeTruthy();
    expect(screen.getByText('I agree that my therapist records the sound of this one session.').tagName).toBe('BLOCKQUOTE');
    const [agree, decline] = [await button('I agree'), await button('I decline')];
    expect(agree.className).toBe(decline.className);
  });

  it('promises that silence is a no only where it is; otherwise says that the therapist may note the answer, and that a no holds', async () => {
    const asked = open();
    await screen.findByText('Both answers are fine. Without your answer nothing is recorded.');
    asked.unmount();
    open({ needs_own_click: false });
    await screen.findByText(/Your therapist may also note your answer for you.*your no holds/);
    expect(document.body.textContent).not.toContain('Without your answer nothing is recorded');
  });

  it('does not say that somebody agreed who never answered, and lets them withdraw', async () => {
    const { user } = open({ needs_own_click: false, status: 'used', consented: true, recorded_by: 'therapist', can_agree: false });
    await heading('Your therapist noted that you agree, and records. Was that right?');
    expect(screen.getByText('The text that was answered for you, word for word')).toBeTruthy();
    await user.click(await button('Withdraw'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    await heading('This consent was withdrawn');
  });

  it('takes a yes, keeps the focus at what it says then, and sends and leaves the token in no address', async () => {
    const { server, user, unmount } = open();
    await user.click(await button('I agree'));
    await heading('Thank you, you have agreed');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Thank you, you have agreed/));
    expect(server.to(ANSWER).map(({ body }) => body)).toEqual([{ token: TOKEN, consent_given: true }]);
    for (const { path, query } of server.calls) expect(`${path}?${query}`).not.toContain(TOKEN);
    expect(window.location.href).not.toContain(TOKEN);
    // What a reload begins with.
    const { state } = window.history;
    unmount();
    window.history.replaceState(state, '', '/consent');
    expect(JSON.stringify(state)).toContain(TOKEN);
  });

  it('takes a yes back after a question whose safe answer has the focus', async () => {
    const { server, user } = open({ consented: true, recorded_by: 'client' });
    await user.click(await button('Withdraw'));
    const question = within(screen.getByRole('alertdialog', { name: 'Withdraw your consent?' }));
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep my consent' }));
    await user.click(question.getByRole('button', { name: 'Keep my consent' }));
    expect(server.to(ANSWER)).toEqual([]);
    await user.click(await button('Withdraw'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    await heading('You have said no');
    await user.click(await button('Agree after all'));
    await heading('Thank you, you have agreed');
    expect(server.to(ANSWER).map(({ body }) => (body as { consent_given: boolean }).consent_given)).toEqual([false, true]);
  });

  it('withdraws also once the session has begun', async () => {
    const { user } = open({ status: 'used', consented: true, recorded_by: 'client', can_agree: false });
    await heading('Your session is recorded with your consent');
    await user.click(await button('Withdraw'));
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
    await heading('This consent was withdrawn');
  });

  it('asks about a yes that the therapist has recorded', async () => {
    open({ consented: true, recorded_by: 'therapist' });
    await heading('Is it right that you agree?');
    expect(await button('I decline')).toBeTruthy();
  });

  it.each([
    [{ status: 'expired', can_agree: false, can_decline: false }, 'This question is out of date'],
    [{ status: 'withdrawn', can_agree: false, can_decline: false }, 'This consent was withdrawn'],
    [{ status: 'declined', consented: null }, 'Your session is not recorded'],
    [{ status: 'declined', consented: false, recorded_by: 'therapist' }, 'Your therapist has noted your no'],
  ] as const)('says plainly how it stands: %j', async (part, title) => {
    open(part);
    await heading(title);
    expect(screen.queryByRole('button', { name: 'I agree' })).toBeNull();
  });

  it('shows how it stands now when the answer is refused, with the reason', async () => {
    const { server, user, change } = open();
    const agree = await button('I agree');
    server.handlers[ANSWER] = () => problem(409, 'This consent was asked for more than a day ago. Please ask for it again.');
    change({ status: 'expired', can_agree: false, can_decline: false });
    await user.click(agree);
    await heading('This question is out of date');
    expect(screen.getByRole('alert').textContent).toContain('more than a day ago');
  });

  it('keeps the question while there is no connection, and takes the answer afterwards', async () => {
    const { server, user } = open();
    const answered = server.handlers[ANSWER]!;
    server.handlers[ANSWER] = lost;
    await user.click(await button('I decline'));
    expect((await screen.findByRole('alert')).textContent).toContain('nothing has changed');
    server.handlers[ANSWER] = answered;
    await user.click(await button('I decline'));
    await heading('You have said no');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says when the link does not work, or when it could not be loaded', async () => {
    const { server, unmount } = open();
    await heading('May your session be recorded?');
    unmount();
    renderPage(ConsentPage, '/consent', '/consent');
    await heading('This link does not work');
    server.handlers[OPEN] = () => problem(503, 'Resting.');
    const { user } = renderPage(ConsentPage, '/consent', '/consent#another');
    const again = await button('Try Again');
    server.handlers[OPEN] = () => problem(404, 'There is no such consent.');
    await user.click(again);
    await waitFor(() => expect(screen.getAllByRole('heading', { name: 'This link does not work' })).toHaveLength(2));
  });
});
