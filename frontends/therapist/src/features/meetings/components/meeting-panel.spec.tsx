import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeApi, held, lost, problem, renderScreen, sampleId } from '../../../test-kit';
import type { MeetingConsent } from '../meetings.api';
import MeetingPanel from './meeting-panel';

const SETTINGS = 'GET /api/ai-meeting/settings';
const SAVE = 'PUT /api/ai-meeting/settings';
const REQUEST = 'POST /api/ai-meeting/request-consent';
const RECORD = 'POST /api/ai-meeting/record-consent';
const OPEN = 'GET /api/ai-meeting/consents';
const FIND = 'GET /api/ai-meeting/consents/{id}';
const WITHDRAW = 'POST /api/ai-meeting/consents/{id}/withdraw';
const ENGINES = 'GET /api/ai-meeting/engines';
const SESSIONS = 'GET /api/ai-meeting/sessions';
const CLIENTS = 'GET /api/therapist/care-plans/clients';
const LINK = 'https://meet.google.com/abc-defg-hij';

const jonah = { id: sampleId(), name: 'Jonah Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(), email: 'jonah@example.com' };

function sampleConsent(part: Partial<MeetingConsent> = {}): MeetingConsent {
  return {
    consent_id: sampleId(),
    client_id: null,
    client_name: null,
    meeting_url: null,
    session_id: null,
    therapist_consent_text: 'I agree that the sound of this one session is recorded.',
    client_consent_text: 'I agree that my therapist records the sound.',
    text_version: '2026-11',
    status: 'waiting',
    therapist_consented: null,
    client_consented: null,
    client_recorded_by: null,
    client_own_click_needed: false,
    client_was_mailed: false,
    both_consents_complete: false,
    created_at: '2026-11-26T09:00:00.000Z',
    expires_at: '2026-11-27T09:00:00.000Z',
    withdrawn_at: null,
    withdrawn_by: null,
    marks: [],
    ...part,
  };
}

function engines(hasBot = true) {
  const reason = hasBot ? null : 'No notetaker is set up here.';
  return {
    engines: [
      { route: 'bot', platform: 'google_meet', available: hasBot, reason },
      { route: 'bot', platform: 'zoom', available: false, reason: 'Zoom lets in authorised apps only.' },
      { route: 'device', platform: null, available: true, reason: null },
      { route: 'upload', platform: null, available: true, reason: null },
    ],
    upload_formats: ['wav'],
    upload_reason: 'WAV files only.',
    upload_max_bytes: 524_288_000,
    upload_max_minutes: 300,
    transcription_available: false,
    transcription_reason: 'Transcription is not configured here.',
    transcription_sent: null,
  };
}

/** A server that keeps one consent as the real one does. */
function open(view = 'setup', first: Partial<MeetingConsent> = {}) {
  let consent = sampleConsent(first);
  const change = (part: Partial<MeetingConsent>) => ({ json: (consent = { ...consent, ...part }) });
  const server = fakeApi({
    [SETTINGS]: () => ({ json: { ask_client_own_click: true } }),
    [CLIENTS]: () => ({ json: [jonah] }),
    [ENGINES]: () => ({ json: engines() }),
    [SESSIONS]: () => ({ json: [] }),
    [OPEN]: () => ({ json: [] }),
    [REQUEST]: () => ({ status: 201, json: consent }),
    [FIND]: () => ({ json: consent }),
    [RECORD]: ({ body }) => {
      const { party, consent_given: given } = body as { party: string; consent_given: boolean };
      change(party === 'therapist' ? { therapist_consented: given } : { client_consented: given, client_recorded_by: 'therapist' });
      const answers = [consent.therapist_consented, consent.client_consented];
      return change({ status: answers.includes(false) ? 'declined' : answers.includes(null) || consent.client_own_click_needed ? 'waiting' : 'complete' });
    },
    [WITHDRAW]: () => change({ status: 'withdrawn', withdrawn_at: '2026-11-26T10:00:00.000Z', withdrawn_by: 'therapist' }),
  });
  const screenOf = () => renderScreen(<MeetingPanel />, `/dashboard?tab=ai-meeting&view=${view}`);
  return { server, change, screenOf, ...screenOf() };
}

const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

async function chooseBot({ user }: Pick<ReturnType<typeof open>, 'user'>): Promise<void> {
  await user.click(await screen.findByRole('radio', { name: /^A notetaker joins the meeting/ }));
}

async function chooseJonah({ user }: Pick<ReturnType<typeof open>, 'user'>): Promise<void> {
  await user.click(await button('Choose a client'));
  await user.click(await screen.findByRole('button', { name: /jonah@example.com/ }));
}

async function ask(page: Pick<ReturnType<typeof open>, 'user'>, { user } = page): Promise<void> {
  await chooseBot(page);
  await user.type(await screen.findByLabelText('Meeting URL'), LINK);
  await user.click(await button('Request Consent'));
  await screen.findByRole('region', { name: 'Your consent' });
}

beforeEach(() => sessionStorage.clear());

it('says before anything else what works here and what does not', async () => {
  const { server } = open('overview');
  server.handlers[ENGINES] = () => ({ json: engines(false) });
  const card = await screen.findByRole('region', { name: 'What works here' });
  const lines = (await within(card).findAllByRole('listitem')).map(({ textContent }) => textContent);
  expect(lines).toEqual([
    'A notetaker joins Google MeetNot set up hereNo notetaker is set up here.',
    'A notetaker joins ZoomNot set up hereZoom lets in authorised apps only.',
    'Record on this deviceWorks here',
    'Upload an audio fileWorks hereWAV files only.',
    'Transcripts and drafts of notesNot set up hereTranscription is not configured here. Without it the sound is kept for 7 days and then destroyed.',
  ]);
});

it('a consent that was asked for on another device goes on here, to be recorded as one likes', async () => {
  const { server, user } = open('setup', { status: 'complete', client_id: jonah.id, client_name: jonah.name, therapist_consented: true, client_consented: true });
  const consent = (await server.handlers[FIND]?.({} as never)) as { json: MeetingConsent };
  server.handlers[OPEN] = () => ({ json: [consent.json] });
  fireEvent(window, new Event('visibilitychange'));
  await user.click(await screen.findByRole('button', { name: /^Go on with the consent of Jonah/ }));
  expect(await screen.findByText('Both consents are complete')).toBeTruthy();
  await user.click(await button('Send an audio file instead'));
  expect(await screen.findByLabelText('Audio file')).toBeTruthy();
  await user.click(await button('Record on this device instead'));
  expect(await button('Start recording')).toBeTruthy();
});

describe('the setting', () => {
  it('is read, changed at once, and says so', async () => {
    const { server, user, toasts } = open('overview');
    server.handlers[SAVE] = ({ body }) => ({ json: body });
    const own = await screen.findByRole('switch', { name: 'Ask clients for their own click' });
    expect(own.getAttribute('aria-checked')).toBe('true');
    await user.click(own);
    await waitFor(() => expect(toasts).toEqual(['Your record of a client’s yes is enough from now on.']));
    expect(own.getAttribute('aria-checked')).toBe('false');
    server.handlers[SAVE] = lost;
    await user.click(own);
    await waitFor(() => expect(toasts.at(-1)).toBe('The setting could not be saved.'));
    expect(own.getAttribute('aria-checked')).toBe('false');
  });

  it('how long transcripts are kept is longer at once, and shorter only after a question', async () => {
    const { server, user, toasts } = open('overview');
    const sent: unknown[] = [];
    server.handlers[SAVE] = ({ body }) => (sent.push(body), { json: body });
    const term = await screen.findByLabelText('How long transcripts are kept');
    await user.selectOptions(term, '90 days');
    await waitFor(() => expect(toasts).toEqual(['Transcripts are kept for 90 days.']));
    await user.selectOptions(term, '7 days');
    await user.click(await button('Leave it'));
    expect(sent).toEqual([{ ask_client_own_click: true, transcript_kept_days: 90 }]);
    await user.selectOptions(term, '7 days');
    await user.click(await button('Destroy older ones'));
    await waitFor(() => expect(sent.at(-1)).toEqual({ ask_client_own_click: true, transcript_kept_days: 7 }));
  });

  it('follows another tab, and can be asked for again when it could not be loaded', async () => {
    const { server, user } = open('overview');
    const own = await screen.findByRole('switch');
    server.handlers[SETTINGS] = () => ({ json: { ask_client_own_click: false } });
    fireEvent(window, new Event('visibilitychange'));
    await waitFor(() => expect(own.getAttribute('aria-checked')).toBe('false'));
    server.handlers[SETTINGS] = () => problem(503, 'Resting.');
    const { container } = renderScreen(<MeetingPanel />, '/dashboard?tab=ai-meeting');
    const again = await within(container).findByRole('button', { name: 'Try Again' });
    server.handlers[SETTINGS] = () => ({ json: { ask_client_own_click: true } });
    await user.click(again);
    expect(await within(container).findByRole('switch')).toBeTruthy();
  });
});

describe('the configuration', () => {
  it('cannot be sent without a meeting, and says what is wrong at its fields', async () => {
    const { server, user } = open();
    expect((await button('Request Consent')).disabled).toBe(false);
    await chooseBot({ user });
    expect((await button('Request Consent')).disabled).toBe(true);
    await user.type(screen.getByLabelText('Meeting URL'), 'https://zoom.us/j/1234567890');
    await user.clear(screen.getByLabelText('Duration in minutes'));
    await user.type(screen.getByLabelText('Duration in minutes'), '301');
    await user.click(await button('Request Consent'));
    expect(await screen.findByText('This link leads to Zoom. Choose that platform, or use another link.')).toBeTruthy();
    expect(screen.getByText('Please enter a whole number from 15 to 300')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Meeting URL')));
    await user.selectOptions(screen.getByLabelText('Platform'), 'Zoom');
    await waitFor(() => expect(screen.queryByText(/This link leads to Zoom/)).toBeNull());
    expect(server.to(REQUEST)).toEqual([]);
  });

  it('is sent for a client with a long name, and a refusal stays at its field', async () => {
    const { server, user, toasts } = open();
    const asked = server.handlers[REQUEST]!;
    await chooseBot({ user });
    await user.type(await screen.findByLabelText('Meeting URL'), LINK);
    await chooseJonah({ user });
    server.handlers[REQUEST] = () => problem(422, 'No.', [{ field: 'meeting_url', message: 'This is no link to a meeting.' }]);
    await user.click(await button('Request Consent'));
    expect(await screen.findByText('This is no link to a meeting.')).toBeTruthy();
    server.handlers[REQUEST] = lost;
    await user.click(await button('Request Consent'));
    await waitFor(() => expect(toasts).toEqual(['Failed to request consent', 'Network error - please check your connection']));
    server.handlers[REQUEST] = asked;
    await user.click(await button('Request Consent'));
    await screen.findByText(jonah.name);
    expect(server.to(REQUEST).at(-1)?.body).toMatchObject({ client_id: jonah.id, meeting_url: LINK });
  });

  it('outlives a look elsewhere while it is typed', async () => {
    const { user, unmount, screenOf } = open();
    await chooseBot({ user });
    await user.type(await screen.findByLabelText('Meeting URL'), LINK);
    unmount();
    screenOf();
    expect((await screen.findByLabelText<HTMLInputElement>('Meeting URL')).value).toBe(LINK);
  });
});

describe('the consents', () => {
  it('are clicked for both where there is no client with an address, and marked so', async () => {
    const page = open();
    await ask(page);
    const { server, user, unmount, screenOf } = page;
    expect(screen.getByText('I agree that my therapist records the sound.').tagName).toBe('BLOCKQUOTE');
    await user.click(await button('I agree'));
    await screen.findByText('You have agreed.');
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your consent' }).contains(document.activeElement)).toBe(true));
    await user.click(await button('My client agrees'));
    for (const said of ['Agreed: recorded by you on behalf of your client.', 'Both consents are complete']) expect(await screen.findByText(said)).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Steps of the setup' }).querySelector('[aria-current=step]')?.textContent).toBe('3Consent complete');
    expect(server.to(RECORD).map(({ body }) => (body as { party: string }).party)).toEqual(['therapist', 'client']);
    unmount();
    screenOf();
    await screen.findByText('Both consents are complete');
    await user.click(await button('Start over'));
    await chooseBot(page);
    expect((await screen.findByLabelText<HTMLInputElement>('Meeting URL')).value).toBe('');
  });

  it('wait for the client’s own click, and say when it came without moving the focus', async () => {
    const page = open('setup', { client_id: jonah.id, client_was_mailed: true, client_own_click_needed: true, therapist_consented: true });
    await ask(page);
    expect(screen.getByText(/Their own click is needed/)).toBeTruthy();
    const reset = await button('Start over');
    reset.focus();
    page.change({ client_consented: true, client_recorded_by: 'client', client_own_click_needed: false, status: 'complete' });
    fireEvent(window, new Event('visibilitychange'));
    expect(await screen.findByText('Your client has agreed themselves.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^My client/ })).toBeNull();
    expect(document.activeElement).toBe(reset);
    page.change({ status: 'withdrawn', withdrawn_by: 'client', withdrawn_at: '2026-11-26T10:00:00.000Z' });
    fireEvent(window, new Event('visibilitychange'));
    expect(await screen.findByText(/^Your client has withdrawn it\./)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Withdraw consent' })).toBeNull();
  });

  it('can be declined and given after all', async () => {
    const page = open();
    await ask(page);
    await page.user.click(await button('I decline'));
    await screen.findByText('You have declined. Nothing is recorded.');
    await page.user.click(await button('Agree after all'));
    expect(await screen.findByText('You have agreed.')).toBeTruthy();
  });

  it('are withdrawn after a question', async () => {
    const page = open();
    await ask(page);
    await page.user.click(await button('Withdraw consent'));
    const question = within(screen.getByRole('alertdialog', { name: 'Withdraw this consent?' }));
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Keep the consent' }));
    await page.user.click(question.getByRole('button', { name: 'Withdraw consent' }));
    expect(await screen.findByText(/^You have withdrawn it\./)).toBeTruthy();
    expect(page.toasts).toEqual(['The consent is withdrawn']);
  });

  it('say why a click was not taken, and show how it stands', async () => {
    const page = open();
    await ask(page);
    page.server.handlers[RECORD] = lost;
    await page.user.click(await button('I agree'));
    await waitFor(() => expect(page.toasts).toEqual(['Network error - please try again']));
    page.server.handlers[RECORD] = () => problem(500, 'Broken.');
    await page.user.click(await button('My client agrees'));
    await waitFor(() => expect(page.toasts.at(-1)).toBe('Failed to record client consent'));
    page.server.handlers[RECORD] = () => problem(409, 'This consent was asked for more than a day ago. Please ask for it again.');
    page.change({ status: 'expired' });
    await page.user.click(await button('I agree'));
    expect(await screen.findByText('This consent is out of date')).toBeTruthy();
    expect(page.toasts.at(-1)).toContain('more than a day ago');
  });

  it('say while they are loaded, that they could not be, and that they are gone', async () => {
    const page = open();
    await ask(page);
    page.unmount();
    const { answer, release } = held();
    page.server.handlers[FIND] = () => answer;
    page.screenOf();
    expect(await screen.findByText('Loading the consent')).toBeTruthy();
    release(problem(503, 'Resting.'));
    const again = await button('Try Again');
    page.server.handlers[FIND] = () => problem(404, 'There is no such consent.');
    await page.user.click(again);
    expect(await screen.findByText('This consent is not there any more.')).toBeTruthy();
    await page.user.click(await button('Start over'));
    expect(await screen.findByRole('radio', { name: /^On this device/ })).toBeTruthy();
  });
});

it.each([
  ['monitor', 'No session is running'],
  ['results', 'No results yet'],
])('%s says what is true now', async (view, title) => {
  open(view);
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});
