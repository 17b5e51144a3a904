import { fakeApi, problem, type Answer } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor } from '@testing-library/react';
import { ADDRESS, codeSent, sampleMe } from '../testing/samples';
import LoginPage from './login.page';

// The registration waits a second before it signs in; a busy machine makes more of it.
jest.setTimeout(30_000);

const LOGIN = 'POST /api/auth/client/login';
const VERIFY = 'POST /api/auth/client/verify';
const REGISTER = 'POST /api/auth/client/register';
const TAKEN = 'Email already registered. Please login instead.';

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
    [REGISTER]: () => ({ status: 201, json: { id: 'c1', email: ADDRESS, name: 'Nadia', user_type: 'client' } }),
  });
});

const open = (address = '/client/login') => openPage(LoginPage, address);
const atDashboard = () => screen.findByText('Elsewhere: /client/dashboard');

async function logIn(user: Awaited<ReturnType<typeof open>>['user'], email = ADDRESS) {
  if (email !== '') await user.type(await screen.findByLabelText('Email'), email);
  await user.click(screen.getByRole('button', { name: 'Login' }));
}

describe('Login', () => {
  it('asks for an address before it asks the server', async () => {
    const { user, toasts } = await open();
    await logIn(user, '');
    expect(toasts).toEqual(['Please enter your email address']);
    expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBe('true');
    expect(server.to(LOGIN)).toEqual([]);
  });

  it('lets a trusted browser in at once', async () => {
    server.handlers[LOGIN] = enters;
    const { user, toasts } = await open();
    await logIn(user, ` ${ADDRESS} `);
    await atDashboard();
    expect(toasts).toEqual(['Welcome back!']);
    expect(server.to(LOGIN)[0]?.query.get('email')).toBe(ADDRESS);
    expect(server.to(LOGIN)[0]?.body).toBeUndefined();
  });

  it('takes the code from the email on the same page', async () => {
    const { user, toasts } = await open();
    await logIn(user);
    expect(await screen.findByText(ADDRESS)).toBeTruthy();
    await user.click(screen.getByLabelText('Code from the email'));
    await user.paste('123 456');
    await user.click(screen.getByLabelText('Trust this browser'));
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await atDashboard();
    expect(toasts).toEqual(['Welcome back!']);
    expect(server.to(VERIFY)[0]?.body).toEqual({ email: ADDRESS, code: '123456', trust: true });
  });

  it('has the address again after a reload, on both sides', async () => {
    const { user, unmount } = await open();
    await user.type(await screen.findByLabelText('Email'), ADDRESS);
    unmount();
    await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe(ADDRESS);
    await user.click(screen.getByRole('tab', { name: 'Register' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
  });

  it('is at the code step again after a reload, without the code', async () => {
    const { user, unmount } = await open();
    await logIn(user);
    await user.type(await screen.findByLabelText('Code from the email'), '123');
    unmount();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('123');
    const again = await open();
    expect((await screen.findByLabelText<HTMLInputElement>('Code from the email')).value).toBe('');
    expect(screen.getByText(ADDRESS)).toBeTruthy();
    expect(screen.getByRole('button', { name: /^Send a new code in \d:\d\d$/ })).toBeTruthy();
    await again.user.click(screen.getByRole('button', { name: 'Use another address' }));
    again.unmount();
    await open();
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
  });

  it('goes back to another address, keeping this one to mend', async () => {
    const { user } = await open();
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Use another address' }));
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  });

  it('offers to register an unknown address, and keeps it', async () => {
    server.handlers[LOGIN] = () => problem(404, 'Account not found. Please register first.');
    const { user, toasts } = await open();
    await logIn(user);
    await user.click(await screen.findByRole('button', { name: 'Register with this address' }));
    expect(toasts).toEqual(['Account not found. Please register first.']);
    expect(screen.getByRole('tab', { name: 'Register' }).getAttribute('aria-selected')).toBe('true');
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Full name')));
  });

  it('says so when the connection has asked too often: no code is on its way', async () => {
    const tooOften = 'Too many codes were asked for from your connection. Please try again later.';
    server.handlers[LOGIN] = () => problem(429, tooOften, undefined, { 'Retry-After': '3000' });
    const { user } = await open();
    await logIn(user);
    expect(await screen.findByText(tooOften)).toBeTruthy();
    expect(screen.queryByLabelText('Code from the email')).toBeNull();
  });

  it('goes from the registration to the code where the server asks for one', async () => {
    server.handlers[REGISTER] = () => codeSent();
    const { user, toasts } = await open();
    await user.click(await screen.findByRole('tab', { name: 'Register' }));
    await user.type(screen.getByLabelText('Full name'), 'Nadia');
    await user.type(screen.getByLabelText('Email'), ADDRESS);
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByLabelText('Code from the email')).toBeTruthy();
    expect(server.to(LOGIN)).toEqual([]);
    expect(toasts).toEqual([]);
  });

  it('shows the code step with the wait when a code was asked for a moment ago', async () => {
    server.handlers[LOGIN] = () => problem(429, 'A code was sent a moment ago.', undefined, { 'Retry-After': '50' });
    const { user, toasts } = await open();
    await logIn(user);
    expect(await screen.findByLabelText('Code from the email')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /^Send a new code in 0:(50|4\d)$/ }).disabled).toBe(true);
    expect(toasts).toEqual([]);
  });

  it('says that it failed, and why, for anything else', async () => {
    server.handlers[LOGIN] = () => problem(403, 'This account has been deactivated. Please contact support.');
    const { user, toasts } = await open();
    await logIn(user);
    expect(await screen.findByText('This account has been deactivated. Please contact support.')).toBeTruthy();
    expect(toasts).toEqual(['Login failed. Please try again.']);
  });

  it('sends whoever is signed in to the dashboard', async () => {
    signedIn = true;
    await open();
    await atDashboard();
  });
});

describe('Register', () => {
  async function fill(user: Awaited<ReturnType<typeof open>>['user'], values: Record<string, string>) {
    await user.click(await screen.findByRole('tab', { name: 'Register' }));
    for (const [label, text] of Object.entries(values)) await user.type(screen.getByLabelText(label), text);
    await user.click(screen.getByRole('button', { name: 'Register' }));
  }
  const complete = { 'Full name': 'Nadia Öztürk', Email: ADDRESS };

  it.each([
    [{}, 'Please fill in required fields', 'Full name'],
    [{ 'Full name': '  ' }, 'Please fill in required fields', 'Full name'],
    [{ 'Full name': 'Nadia' }, 'Please fill in required fields', 'Email'],
    [{ Email: 'nadia' }, 'Please fill in required fields', 'Full name'],
    [{ 'Full name': 'Nadia', Email: 'nadia@example' }, 'Please enter a valid email address', 'Email'],
  ])('tells of %j: %s', async (values, sentence, field) => {
    const { user, toasts } = await open();
    await fill(user, values);
    expect(toasts).toEqual([sentence]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(field)));
    expect(server.to(REGISTER)).toEqual([]);
  });

  it('makes the account, then signs in by itself', async () => {
    server.handlers[LOGIN] = enters;
    const { user, toasts } = await open();
    await fill(user, { ...complete, 'Phone (optional)': '+90 212 555 01 23' });
    expect(await screen.findByText('Your account is ready. Signing you in…')).toBeTruthy();
    expect(toasts).toEqual(['Account created successfully! You can now login.']);
    expect(server.to(LOGIN)).toEqual([]);
    await atDashboard();
    expect(server.to(REGISTER)[0]?.body).toEqual({ name: 'Nadia Öztürk', email: ADDRESS, phone: '+90 212 555 01 23' });
    expect(server.to(LOGIN)[0]?.query.get('email')).toBe(ADDRESS);
  });

  it('is silent when that sign-in fails, and leaves the address in Login', async () => {
    server.handlers[LOGIN] = () => problem(500, 'Broken.');
    const { user, toasts } = await open();
    await fill(user, complete);
    expect(await screen.findByRole('button', { name: 'Login' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
    expect(toasts).toEqual(['Account created successfully! You can now login.']);
  });

  it('offers Login when the address has an account', async () => {
    server.handlers[REGISTER] = () => problem(400, TAKEN);
    const { user, toasts } = await open();
    await fill(user, complete);
    await user.click(await screen.findByRole('button', { name: 'Login with this address' }));
    expect(toasts).toEqual([TAKEN]);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe(ADDRESS);
    expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
  });

  it('shows what the server found at its field', async () => {
    server.handlers[REGISTER] = () => problem(400, 'Please check the phone.', [{ field: 'phone', message: 'Digits, please.' }]);
    const { user, toasts } = await open();
    await fill(user, { ...complete, 'Phone (optional)': 'x' });
    expect(await screen.findByText('Digits, please.')).toBeTruthy();
    expect(toasts).toEqual(['Please check the phone.']);
    expect(screen.queryByRole('button', { name: 'Login with this address' })).toBeNull();
  });

  it('says why it failed otherwise', async () => {
    server.handlers[REGISTER] = () => problem(429, 'There have been too many registrations from your connection.');
    const { user, toasts } = await open();
    await fill(user, complete);
    expect(await screen.findByText('There have been too many registrations from your connection.')).toBeTruthy();
    expect(toasts).toEqual(['Registration failed. Please try again.']);
  });
});
