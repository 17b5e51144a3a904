import { sessionState, standingNotice } from '@attune/shared-ui/runtime/host';
import { fakeApi, problem, sampleId } from '@attune/shared-ui/testing/fake-api';
import { openPage, renderPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { ADDRESS, codeSent, proofAsked, sampleAccount, sampleMe } from '../testing/samples';
import type { Account } from '../wire';
import AccountPage from './account.page';

jest.setTimeout(30_000);

const VERIFY = 'POST /api/auth/client/verify';
const EMAIL = 'POST /api/client/account/email';
const CONFIRM = 'POST /api/client/account/email/confirm';
const SESSION = 'DELETE /api/auth/sessions/{id}';
const TRUSTED = 'DELETE /api/client/trusted-browsers/{id}';
const ACTIVITY = 'GET /api/client/activity';
const EXPORT = 'GET /api/client/export';
const CLOSE = 'POST /api/client/account/close';
const NEW_ADDRESS = 'nadia@example.com';

let account: Account;
let server: ReturnType<typeof fakeApi>;
let sessions: object[];
let trusted: object[];

const at = '2026-11-20T10:00:00Z';
const entry = (part: object) => ({ id: sampleId(), at, actor_type: 'therapist', actor_name: 'Dr. Amélie', is_you: false, action: 'read_bookings', ...part });

beforeEach(() => {
  account = sampleAccount();
  const session = { id: sampleId(), created_at: at, last_seen_at: at };
  sessions = [
    { ...session, browser: 'Firefox on Windows', current: true },
    { ...session, id: sampleId(), browser: 'Safari on iOS', current: false },
  ];
  trusted = [{ id: sampleId(), label: 'Firefox on Windows', created_at: at, last_used_at: at, expires_at: '2027-02-18T10:00:00Z', current: true }];
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe({ email: account.email, name: account.name }) }),
    'POST /api/auth/logout': () => ({ json: { status: 'signed_out' } }),
    'POST /api/auth/client/code': () => codeSent(),
    [VERIFY]: () => ({ json: sampleMe() }),
    'GET /api/client/account': () => ({ json: account }),
    'GET /api/client/account/practices': () => ({ json: [] }),
    'GET /api/auth/sessions': () => ({ json: sessions }),
    'GET /api/client/trusted-browsers': () => ({ json: trusted }),
    'GET /api/client/account/closing': () => ({ json: { removed: ['Your account.'], kept: ['Your appointments stay.'], upcoming: 1 } }),
    [ACTIVITY]: () => ({ json: { entries: [entry({})] } }),
  });
});

const open = () => openPage(AccountPage, '/client/account');
type User = Awaited<ReturnType<typeof open>>['user'];
const section = (name: string) => screen.findByRole('region', { name });

async function prove(user: User) {
  await user.click(await screen.findByRole('button', { name: 'Send me a code' }));
  await user.type(await screen.findByLabelText('Code from the email'), '123456');
  await user.click(screen.getByRole('button', { name: 'Confirm' }));
}

describe('Your details', () => {
  it('are saved as they were typed; what is empty is taken away', async () => {
    account = sampleAccount({ phone: '+1 212 555 0100' });
    server.handlers['PUT /api/client/account'] = ({ body }) => {
      account = { ...account, ...(body as object) };
      return { json: account };
    };
    const { user, toasts } = await open();
    await user.clear(await screen.findByLabelText('Full name'));
    await user.type(screen.getByLabelText('Full name'), ' Nadia Yılmaz ');
    await user.clear(screen.getByLabelText('Phone (optional)'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(toasts).toEqual(['Your details were saved.']));
    expect(server.to('PUT /api/client/account')[0]?.body).toEqual({ name: 'Nadia Yılmaz', phone: null, date_of_birth: null });
  });

  it('need a name, and show what the server found at its field', async () => {
    server.handlers['PUT /api/client/account'] = () => problem(400, 'Please check the phone.', [{ field: 'phone', message: 'Digits, please.' }]);
    const { user, toasts } = await open();
    await user.clear(await screen.findByLabelText('Full name'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(toasts).toEqual(['Please fill in required fields']);
    expect(server.to('PUT /api/client/account')).toEqual([]);
    await user.type(screen.getByLabelText('Full name'), 'Nadia');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText('Digits, please.')).toBeTruthy();
  });

  it('are all there is before the address is proved', async () => {
    account = sampleAccount({ verified: false, proof_required: true });
    const { user } = await open();
    expect(await screen.findByRole('heading', { name: 'Please confirm your email address' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Your data' })).toBeNull();
    expect(server.to('GET /api/auth/sessions')).toEqual([]);
    account = sampleAccount();
    await prove(user);
    expect(await section('Your data')).toBeTruthy();
  });
});

describe('The address', () => {
  async function askFor(user: User, email: string) {
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New email address')));
    await user.type(screen.getByLabelText('New email address'), email);
    await user.click(screen.getByRole('button', { name: 'Send a code there' }));
  }

  it.each([
    [' ', 'Please enter your email address'],
    ['nadia', 'Please enter a valid email address'],
    ['NADIA@example.org', 'This is your address already.'],
  ])('is checked before anything is sent (%j)', async (typed, sentence) => {
    const { user } = await open();
    await askFor(user, typed);
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(server.to(EMAIL)).toEqual([]);
  });

  it('changes once the new one has proved itself, after a proof of the old one', async () => {
    let proved = false;
    server.handlers[VERIFY] = () => {
      proved = true;
      return { json: sampleMe() };
    };
    server.handlers[EMAIL] = () => (proved ? codeSent() : proofAsked());
    server.handlers[CONFIRM] = () => {
      account = sampleAccount({ email: NEW_ADDRESS, pending_address_change: { new_email: NEW_ADDRESS, old_email: ADDRESS, object_until: '2026-12-01T10:00:00Z' } });
      return { json: account };
    };
    const { user, toasts } = await open();
    await askFor(user, NEW_ADDRESS);
    await prove(user);
    const form = await screen.findByRole('form', { name: 'Confirm the new address' });
    expect(form.textContent).toContain(NEW_ADDRESS);
    expect(server.to(EMAIL).map(({ body }) => body)).toEqual([{ email: NEW_ADDRESS }, { email: NEW_ADDRESS }]);
    await user.type(within(form).getByLabelText('Code from the email'), '654321');
    await user.click(screen.getByRole('button', { name: 'Use this address' }));
    await waitFor(() => expect(toasts).toEqual(['Your email address was changed.']));
    expect(server.to(CONFIRM)[0]?.body).toEqual({ code: '654321' });
    expect(await screen.findByText(/^From nadia@example.org to nadia@example.com\. .* until /)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change address' })));
  });

  it('is at the same step again after a reload: the proof of the old address, then the code of the new one', async () => {
    let proved = false;
    server.handlers[VERIFY] = () => {
      proved = true;
      return { json: sampleMe() };
    };
    server.handlers[EMAIL] = () => (proved ? codeSent() : proofAsked());
    const first = await open();
    await askFor(first.user, NEW_ADDRESS);
    await first.user.click(await screen.findByRole('button', { name: 'Send me a code' }));
    await screen.findByLabelText('Code from the email');
    first.unmount();
    // As a reload does, whoever is signed in stays so.
    const reload = () => renderPage(AccountPage, '/client/account', '/client/account');
    const second = reload();
    await second.user.type(await screen.findByLabelText('Code from the email'), '123456');
    await second.user.click(screen.getByRole('button', { name: 'Confirm' }));
    expect((await screen.findByRole('form', { name: 'Confirm the new address' })).textContent).toContain(NEW_ADDRESS);
    second.unmount();
    reload();
    expect((await screen.findByRole('form', { name: 'Confirm the new address' })).textContent).toContain(NEW_ADDRESS);
  });

  it('can be tried again after a wrong code, which signs nobody out', async () => {
    const wrong = 'This code is not right. You have 4 tries left.';
    server.handlers[EMAIL] = codeSent;
    server.handlers[CONFIRM] = () => problem(401, wrong, [{ field: 'code', message: wrong }]);
    const { user } = await open();
    await askFor(user, NEW_ADDRESS);
    await user.type(await screen.findByLabelText('Code from the email'), '000000');
    await user.click(screen.getByRole('button', { name: 'Use this address' }));
    expect(await screen.findByText(wrong)).toBeTruthy();
    expect(sessionState.get().user).not.toBeNull();
  });
});

describe('Who is in', () => {
  it('lists sessions; another one can be ended, this one ends with Logout', async () => {
    server.handlers[SESSION] = () => {
      sessions = sessions.slice(0, 1);
      return { json: { status: 'ended' } };
    };
    const { user, toasts } = await open();
    const region = await section('Where you are signed in');
    await user.click(await within(region).findByRole('button', { name: 'Sign out: Safari on iOS' }));
    await waitFor(() => expect(toasts).toEqual(['Signed out there.']));
    await waitFor(() => expect(within(region).queryByText('Safari on iOS')).toBeNull());
    expect(within(region).queryByRole('button')).toBeNull();
  });

  it('stops trusting a browser', async () => {
    server.handlers[TRUSTED] = () => {
      trusted = [];
      return { json: { status: 'revoked' } };
    };
    const { user } = await open();
    const region = await section('Trusted browsers');
    await user.click(await within(region).findByRole('button', { name: 'Stop trusting: Firefox on Windows' }));
    expect(await within(region).findByText(/^No browser is trusted/)).toBeTruthy();
  });

  it('tells who opened the record, page by page', async () => {
    server.handlers[ACTIVITY] = ({ query }) => {
      if (query.get('about') === 'sign_in') return { json: { entries: [entry({ actor_type: 'visitor', actor_name: null, action: 'request_code' })] } };
      const more = query.get('cursor') === null;
      const entries = more ? Array.from({ length: 10 }, () => entry({})) : [entry({ actor_name: null, actor_type: 'client', is_you: true, action: 'register' })];
      const next = '<http://localhost/api/client/activity?limit=10&cursor=next>; rel="next"';
      return { json: { entries }, headers: more ? { Link: next } : undefined };
    };
    const { user } = await open();
    const region = await section('Who opened my record');
    expect(await within(region).findAllByText('Dr. Amélie')).toHaveLength(10);
    expect(within(region).getAllByRole('listitem')[0]?.textContent).toMatch(/^Dr\. Amélie looked at your appointments20 Nov 2026, /);
    await user.click(within(region).getByRole('button', { name: 'Show earlier ones' }));
    expect(await within(region).findByText('made your account')).toBeTruthy();
    expect(within(region).queryByRole('button', { name: 'Show earlier ones' })).toBeNull();
    const signIns = await section('Signing in to your account');
    expect(await within(signIns).findByText('asked for a code')).toBeTruthy();
    expect(within(region).queryByText('asked for a code')).toBeNull();
  });
});

describe('Your data', () => {
  const saved: string[] = [];
  const { createObjectURL, revokeObjectURL } = URL;

  beforeEach(() => {
    saved.length = 0;
    Object.assign(URL, { createObjectURL: () => 'blob:record', revokeObjectURL: () => undefined });
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(`${this.getAttribute('href')} ${this.download}`);
    };
  });

  afterEach(() => {
    Object.assign(URL, { createObjectURL, revokeObjectURL });
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'click');
  });

  it('is downloaded under its name, after a proof where one is asked for', async () => {
    let proved = false;
    server.handlers[VERIFY] = () => {
      proved = true;
      return { json: sampleMe() };
    };
    const file = { json: {}, headers: { 'Content-Disposition': 'attachment; filename="attune-record-2026-11-21.json"' } };
    server.handlers[EXPORT] = () => (proved ? file : proofAsked());
    const { user, toasts } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download as data (JSON)' }));
    await prove(user);
    await waitFor(() => expect(saved).toEqual(['blob:record attune-record-2026-11-21.json']));
    expect(toasts).toEqual(['Your data was downloaded. Keep the file in a safe place.']);
  });

  it('is not downloaded when the proof is put off: focus goes from what was pressed to the question and back', async () => {
    server.handlers[EXPORT] = () => proofAsked();
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download as data (JSON)' }));
    const question = within(await screen.findByRole('region', { name: 'Confirm it is you' }));
    await waitFor(() => expect(document.activeElement).toBe(question.getByRole('button', { name: 'Send me a code' })));
    await user.click(question.getByRole('button', { name: 'Not now' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Download to read (HTML)' })));
    expect(screen.queryByRole('region', { name: 'Confirm it is you' })).toBeNull();
    expect(saved).toEqual([]);
  });

  it('says why it could not be downloaded', async () => {
    server.handlers['GET /api/client/export.html'] = () => problem(503, 'The database is resting.');
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Download to read (HTML)' }));
    expect(await screen.findByText('The database is resting.')).toBeTruthy();
    expect(saved).toEqual([]);
  });
});

describe('Closing the account', () => {
  const closeButton = () => screen.findByRole('button', { name: 'Close my account' });
  const confirm = async (user: User) => user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Close my account' }));

  it('says what goes and what stays, asks, and signs out', async () => {
    server.handlers[CLOSE] = () => ({ json: { status: 'closed', kept: [] } });
    const { user } = await open();
    expect(await screen.findByText('Your appointments stay.')).toBeTruthy();
    expect(screen.getByText('You have 1 upcoming appointment. Closing your account does not cancel it.')).toBeTruthy();
    await user.click(await closeButton());
    expect(server.to(CLOSE)).toEqual([]);
    await confirm(user);
    await waitFor(() => expect(server.to('POST /api/auth/logout')).toHaveLength(1));
    expect(server.to(CLOSE)[0]?.body).toEqual({ confirm: true });
    // It stays on the page that follows.
    expect(standingNotice.get()).toBe('Your account is closed.');
  });

  it('asks once more after the proof, for it cannot be undone', async () => {
    let proved = false;
    server.handlers[VERIFY] = () => {
      proved = true;
      return { json: sampleMe() };
    };
    server.handlers[CLOSE] = () => (proved ? { json: { status: 'closed', kept: [] } } : proofAsked());
    const { user } = await open();
    await user.click(await closeButton());
    await confirm(user);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Send me a code' })));
    await prove(user);
    expect(await screen.findByRole('alertdialog')).toBeTruthy();
    expect(server.to(CLOSE)).toHaveLength(1);
    await confirm(user);
    await waitFor(() => expect(standingNotice.get()).toBe('Your account is closed.'));
  });
});

describe('The page', () => {
  it('says when it cannot be loaded, and tries again', async () => {
    server.handlers['GET /api/client/account'] = () => problem(503, 'Down.');
    const { user } = await open();
    expect(await screen.findByRole('heading', { name: 'Unable to Load Account' })).toBeTruthy();
    server.handlers['GET /api/client/account'] = () => ({ json: account });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await section('Your details')).toBeTruthy();
  });
});
