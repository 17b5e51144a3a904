import { fakeApi, problem, type Answer } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { ADDRESS, codeSent, sampleMe } from '../testing/samples';
import LoginPage from './login.page';

const LOGIN = 'POST /api/auth/client/login';
const VERIFY = 'POST /api/auth/client/verify';

let signedIn: boolean;
let server: ReturnType<typeof fakeApi>;

/** Answers a sign-in: from now on somebody is there. */
function enters(): Answer {
  signedIn = true;
  return { json: sampleMe() };
}

beforeEach(() => {
  signedIn = false;
  server = fakeApi({
    'GET /api/auth/me': () => (signedIn ? { json: sampleMe() } : problem(401, 'Please sign in.')),
    [LOGIN]: () => codeSent(),
    [VERIFY]: enters,
  });
});

const open = (address = '/client/login') => openPage(LoginPage, address);
const atDashboard = () => screen.findByText('Elsewhere: /client/dashboard');

describe("The email's link", () => {
  const LATE = 'This link has expired or was used already. Please ask for a new code.';
  const ELSEWHERE = 'This link was not asked for in this browser.';
  const press = () => screen.findByRole('button', { name: 'Sign in' });
  const LINK = '/client/login#token=secret';
  const elsewhere = () => problem(401, ELSEWHERE, [{ field: 'email', message: ELSEWHERE }]);

  it('leaves the address at once, and does nothing before the press', async () => {
    const { user } = await open('/client/login#token=secret-1');
    const button = await press();
    expect(window.location.hash).toBe('');
    expect(server.to(VERIFY)).toEqual([]);
    await user.click(button);
    await atDashboard();
    expect(server.to(VERIFY)[0]?.body).toEqual({ token: 'secret-1', trust: false });
    for (const { query, route } of server.calls) expect(`${route}?${query}`).not.toContain('secret-1');
  });

  it('works in a tab that shows the page already', async () => {
    await open();
    await screen.findByRole('button', { name: 'Login' });
    window.location.hash = '#token=secret-2';
    expect(await press()).toBeTruthy();
    expect(window.location.hash).toBe('');
  });

  it('also proves the address of a session that is open', async () => {
    signedIn = true;
    const { user } = await open('/client/login#token=secret-3');
    await user.click(await press());
    await atDashboard();
    expect(server.to(VERIFY)).toHaveLength(1);
  });

  it('offers a new code at once when it is out of date', async () => {
    server.handlers[VERIFY] = () => problem(401, LATE);
    const { user } = await open('/client/login#token=old');
    await user.click(await press());
    expect(await screen.findByText(LATE)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
    await user.type(screen.getByLabelText('Email'), ADDRESS);
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByLabelText('Code from the email')).toBeTruthy();
  });

  it('has the address typed in a browser that did not ask for it', async () => {
    server.handlers[VERIFY] = ({ body }) => ((body as { email?: string }).email === undefined ? elsewhere() : enters());
    const { user } = await open(LINK);
    await user.click(await press());
    const field = await screen.findByLabelText<HTMLInputElement>('Your email address');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect([field.value, screen.getByText(ELSEWHERE)]).toEqual(['', expect.anything()]);
    await user.click(await press());
    expect(await screen.findByText('Please enter your email address')).toBeTruthy();
    await user.type(field, ` ${ADDRESS}`);
    await user.click(await press());
    await atDashboard();
    expect(server.to(VERIFY).map(({ body }) => body)).toEqual([
      { token: 'secret', trust: false },
      { token: 'secret', email: ADDRESS, trust: false },
    ]);
  });

  it('keeps a mistyped address to mend, and offers a new code for what was typed', async () => {
    const NOT_OF = 'This link was not sent to this address.';
    server.handlers[VERIFY] = ({ body }) => ((body as { email?: string }).email === undefined ? elsewhere() : problem(401, NOT_OF));
    const { user } = await open(LINK);
    await user.click(await press());
    const field = await screen.findByLabelText<HTMLInputElement>('Your email address');
    await user.type(field, ADDRESS);
    await user.click(await press());
    expect(await screen.findByText(NOT_OF)).toBeTruthy();
    expect(field.value).toBe(ADDRESS);
    await user.click(screen.getByRole('button', { name: 'Ask for a new code instead' }));
    await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
    expect(server.to(LOGIN)[0]?.query.get('email')).toBe(ADDRESS);
  });

  it('asks first where somebody else is signed in', async () => {
    signedIn = true;
    server.handlers[VERIFY] = ({ body }) => ((body as { instead?: boolean }).instead ? enters() : problem(409, 'Somebody else is signed in in this browser.'));
    const { user, toasts } = await open(LINK);
    await user.click(await press());
    expect(await screen.findByText(`You are signed in as ${ADDRESS}.`)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Stay as I am' }).getAttribute('href')).toBe('/');
    await user.click(await screen.findByRole('button', { name: 'Sign out there and sign in here' }));
    await atDashboard();
    expect(toasts).toEqual(['Welcome back!']);
  });

  it('can be pressed again when the line was down', async () => {
    server.handlers[VERIFY] = () => {
      throw new TypeError('Failed to fetch');
    };
    const { user, toasts } = await open('/client/login#token=secret-4');
    await user.click(await press());
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect(toasts).toEqual(['Login failed. Please try again.']);
    server.handlers[VERIFY] = enters;
    await user.click(await press());
    await atDashboard();
  });
});

describe("The old address's link", () => {
  const OBJECT = 'POST /api/auth/client/address-objection';
  const press = () => screen.findByRole('button', { name: 'It was not me, restore my address' });

  it('takes the change back after the press, and leads to a sign-in with the old address', async () => {
    server.handlers[OBJECT] = () => ({ json: { status: 'restored', email: ADDRESS } });
    const { user } = await open('/client/login#object=secret-5');
    const button = await press();
    expect(window.location.hash).toBe('');
    expect(server.to(OBJECT)).toEqual([]);
    await user.click(button);
    const outcome = await screen.findByRole('heading', { name: 'Your old address counts again' });
    await waitFor(() => expect(document.activeElement).toBe(outcome));
    expect(server.to(OBJECT)[0]?.body).toEqual({ token: 'secret-5' });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
  });

  it('leads to a sign-in with the account that was registered there since', async () => {
    server.handlers[OBJECT] = () => ({ json: { status: 'registered_since', email: ADDRESS } });
    const { user } = await open('/client/login#object=secret-7');
    await user.click(await press());
    await screen.findByRole('heading', { name: 'One more step brings your account back' });
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
  });

  it('says when the address stays another account’s, and offers no sign-in', async () => {
    server.handlers[OBJECT] = () => ({ json: { status: 'withdrawn', email: ADDRESS } });
    const { user } = await open('/client/login#object=secret-8');
    await user.click(await press());
    await screen.findByRole('heading', { name: 'Everyone was signed out' });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getByText(ADDRESS)).toBeTruthy();
  });

  it('says when it is too late', async () => {
    server.handlers[OBJECT] = () => problem(404, 'This link has expired or was used already.');
    const { user } = await open('/client/login#object=old');
    await user.click(await press());
    const outcome = await screen.findByRole('heading', { name: 'This link no longer works' });
    await waitFor(() => expect(document.activeElement).toBe(outcome));
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says why it could not be done, and can be tried again', async () => {
    server.handlers[OBJECT] = () => problem(409, 'This address was registered at the same moment. Please try again.');
    const { user } = await open('/client/login#object=secret-6');
    await user.click(await press());
    expect(await screen.findByText('This address was registered at the same moment. Please try again.')).toBeTruthy();
    expect(await press()).toBeTruthy();
  });
});
