import { screen, waitFor } from '@testing-library/react';
import { fakeApi, type Handler, held, problem, renderAt, sampleDashboard, signedOut } from '../test-kit';

const LOGIN = 'POST /api/admin/login';
const HINT = { username: 'admin', password: 'attune-development' };

/** A server that knows one administrator; it signs in by the credentials alone. */
function server(more: Record<string, Handler> = {}) {
  let signedIn = false;
  const enter = () => {
    signedIn = true;
    return { json: { admin: { username: 'ada', role: 'administrator' } } };
  };
  const api = fakeApi({
    'GET /api/admin/login-hint': () => ({ json: HINT }),
    'GET /api/admin/dashboard': () => (signedIn ? { json: sampleDashboard() } : signedOut()),
    'GET /api/admin/jobs': () => ({ json: { jobs: [] } }),
    [LOGIN]: enter,
    ...more,
  });
  return { ...api, enter };
}

const username = () => screen.getByLabelText<HTMLInputElement>('Username');
const password = () => screen.getByLabelText<HTMLInputElement>('Password');
const submit = () => screen.getByRole('button', { name: /^(Sign In|Signing In\.\.\.)$/ });

async function open() {
  const view = renderAt('/admin/login');
  await screen.findByRole('heading', { name: 'Administrator Login' });
  return view;
}

async function typeCredentials(user: Awaited<ReturnType<typeof open>>['user'], name = 'ada', secret = ' pass word ') {
  await user.type(username(), name);
  await user.type(password(), secret);
  await user.click(submit());
}

describe('The administrator’s sign-in', () => {
  it.each([
    ['', ''],
    ['  ', 'secret'],
    ['ada', '   '],
  ])('asks for both, and sends nothing, for %j and %j', async (name, secret) => {
    const api = server();
    const { user } = await open();
    if (name !== '') await user.type(username(), name);
    if (secret !== '') await user.type(password(), secret);
    await user.click(submit());
    expect(screen.getByRole('alert').textContent).toContain('Please enter both username and password');
    expect(document.activeElement).toBe(name.trim() === '' ? username() : password());
    expect(api.to(LOGIN)).toEqual([]);
  });

  it('sends a form with the name trimmed and the password as it is, then opens the dashboard', async () => {
    const api = server();
    const { user } = await open();
    await typeCredentials(user, '  ada ');
    await screen.findByText('Total Therapists');
    expect(window.location.pathname).toBe('/admin/dashboard');
    const [call] = api.to(LOGIN);
    expect(call?.headers.get('Content-Type')).toMatch(/^multipart\/form-data/);
    expect(call?.body).toEqual({ username: 'ada', password: ' pass word ' });
  });

  it('is closed while the server is asked', async () => {
    const { answer, release } = held();
    server({ [LOGIN]: () => answer });
    const { user } = await open();
    await typeCredentials(user);
    expect(submit().textContent).toBe('Signing In...');
    expect([username(), password(), submit(), screen.getByRole('button', { name: 'Show password' })].every((one) => one.matches(':disabled'))).toBe(true);
    release(problem(401, 'Invalid username or password.'));
    await screen.findByText('Invalid username or password.');
    expect(submit().textContent).toBe('Sign In');
    await waitFor(() => expect(document.activeElement).toBe(password()));
    expect(password().value).toBe(' pass word ');
  });

  it.each([
    ['the server’s own sentence', () => problem(429, 'There were too many failed sign-ins.'), 'There were too many failed sign-ins.'],
    ['a plain one without it', () => ({ status: 500, json: {} }), 'Login failed'],
    [
      'the line',
      () => {
        throw new TypeError('down');
      },
      'Network error. Please check your connection and try again.',
    ],
  ])('says what went wrong: %s', async (_, answer, text) => {
    server({ [LOGIN]: answer });
    const { user } = await open();
    await typeCredentials(user);
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('shows the development credentials, says to change them, and fills them in', async () => {
    const api = server();
    const { user } = await open();
    const box = await screen.findByRole('complementary', { name: 'Development credentials' });
    expect(box.textContent).toContain('attune-development');
    expect(box.textContent).toContain('Change them in production.');
    await user.click(screen.getByRole('button', { name: 'Fill in' }));
    await user.click(submit());
    await screen.findByText('Total Therapists');
    expect(api.to(LOGIN)[0]?.body).toEqual(HINT);
  });

  it('shows no box where there is nothing to show, and says how administrators are made', async () => {
    server({ 'GET /api/admin/login-hint': () => problem(404, 'There is nothing here.') });
    await open();
    await screen.findByText(/Administrators are made by a command/);
    expect(screen.queryByText('Development credentials')).toBeNull();
  });

  it('leads home', async () => {
    server();
    const { user } = await open();
    await user.click(screen.getByRole('link', { name: 'Return to homepage' }));
    await screen.findByText('Homepage');
  });

  it('goes straight on when the session still holds', async () => {
    server({ 'GET /api/admin/dashboard': () => ({ json: sampleDashboard() }) });
    renderAt('/admin/login');
    await screen.findByText('Total Therapists');
    expect(window.location.pathname).toBe('/admin/dashboard');
  });
});

describe('A sign-in with a second factor', () => {
  const VERIFY = 'POST /api/admin/second-factor/verify';
  const code = () => screen.findByLabelText<HTMLInputElement>('Code from your authenticator app');

  it('asks for the code, says why one is refused, and goes on with the right one', async () => {
    const api = server({
      [LOGIN]: () => ({ status: 202, json: { status: 'second_factor_required' } }),
      [VERIFY]: ({ body }) => ((body as { code: string }).code === '123456' ? api.enter() : problem(401, 'That code is not right.')),
    });
    const { user } = await open();
    await typeCredentials(user);
    await user.type(await code(), '000000');
    await user.click(submit());
    await screen.findByText('That code is not right.');
    await user.clear(await code());
    await user.type(await code(), '123456');
    await user.click(submit());
    await screen.findByText('Total Therapists');
  });

  it('takes a recovery code', async () => {
    const api = server({
      [LOGIN]: () => ({ status: 202, json: { status: 'second_factor_required' } }),
      [VERIFY]: () => api.enter(),
    });
    const { user } = await open();
    await typeCredentials(user);
    await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh');
    await user.click(submit());
    await screen.findByText('Total Therapists');
    expect(api.to(VERIFY)[0]?.body).toEqual({ code: 'abcd-efgh' });
  });

  it('can be given up, which ends what had begun', async () => {
    const api = server({
      [LOGIN]: () => ({ status: 202, json: { status: 'second_factor_required' } }),
      'POST /api/admin/logout': () => ({ json: { status: 'signed_out' } }),
    });
    const { user } = await open();
    await typeCredentials(user);
    await user.click(await screen.findByRole('button', { name: 'Start again' }));
    await screen.findByLabelText('Username');
    expect(password().value).toBe('');
    expect(api.to('POST /api/admin/logout')).toHaveLength(1);
  });

  it('sets one up where the operator requires it: QR code, code, recovery codes once', async () => {
    const api = server({
      [LOGIN]: () => ({ status: 202, json: { status: 'second_factor_setup' } }),
      'POST /api/admin/second-factor/setup': () => ({ status: 201, json: { secret: 'ABCDEFGH', otpauth_url: 'otpauth://x', qr_svg: '<svg/>' } }),
      'POST /api/admin/second-factor/confirm': () => {
        api.enter();
        return { json: { recovery_codes: ['abcd-efgh'] } };
      },
    });
    const { user } = await open();
    await typeCredentials(user);
    await screen.findByRole('img', { name: 'QR code for your authenticator app' });
    expect(screen.getByText('ABCD EFGH')).toBeTruthy();
    await user.type(await code(), '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    await screen.findByText('abcd-efgh');
    await user.click(screen.getByRole('button', { name: 'Continue to the dashboard' }));
    await screen.findByText('Total Therapists');
    expect(document.body.textContent).not.toContain('abcd-efgh');
  });
});
