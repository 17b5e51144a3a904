import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, QueryClient, QueryClientProvider, sessionState, standingNotice, startSession } from '@attune/shared-ui/runtime/host';
import { SessionGate } from './session-gate';

const ME = {
  id: 'u1',
  email: 'ana@example.org',
  name: 'Ana',
  picture: null,
  user_type: 'therapist',
  idle_expires_at: '2030-01-01T00:30:00Z',
  absolute_expires_at: '2030-01-01T12:00:00Z',
};
const WRONG = 'That code is not right. A code works once and for about a minute; please enter the newest one.';
const RECOVERY = ['abcd-efgh', 'ijkl-mnop'];

interface Answer {
  status?: number;
  body: unknown;
}

/** Stands for the server: what each route answers to what was typed, and whether the session is whole. */
let routes: Record<string, (code: string) => Answer>;
let whole: boolean;
let asked: string[];

const refusal = (status: number, detail: string, field?: string): Answer => ({
  status,
  body: { detail, request_id: 'r', ...(field !== undefined && { errors: [{ field, message: detail }] }) },
});
const completes = (body: unknown, wrongIs: number) => (code: string) => {
  if (code !== '123456' && code !== 'abcd-efgh') return refusal(wrongIs, WRONG, 'code');
  whole = true;
  return { body };
};

beforeEach(() => {
  whole = false;
  standingNotice.set(null);
  asked = [];
  routes = {
    'GET /api/auth/me': () => (whole ? { body: ME } : refusal(401, 'Please sign in first.')),
    'POST /api/auth/second-factor/verify': completes(ME, 401),
    'POST /api/auth/second-factor/setup': () => ({ status: 201, body: { secret: 'ABCDEFGHIJ', otpauth_url: 'otpauth://totp/x', qr_svg: '<svg/>' } }),
    'POST /api/auth/second-factor/confirm': completes({ recovery_codes: RECOVERY }, 422),
    'POST /api/auth/logout': () => ({ body: { status: 'signed_out' } }),
  };
  window.fetch = async (input) => {
    const request = input as Request;
    const route = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.text();
    asked.push(route);
    const { code = '' } = (text === '' ? {} : JSON.parse(text)) as { code?: string };
    const { status = 200, body } = routes[route]?.(code) ?? refusal(404, 'No.');
    return Response.json(body, { status });
  };
});

/** Comes back from Google with a sign-in that still owes something. */
async function arrive(demand: 'second_factor_required' | 'second_factor_setup') {
  routes['POST /api/auth/session'] = () => ({ status: 202, body: { status: demand } });
  window.history.replaceState(null, '', '/dashboard#session_id=CODE');
  await act(() => startSession());
  render(
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <SessionGate>
          <p>The page itself</p>
        </SessionGate>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  expect(screen.queryByText('The page itself')).toBeNull();
  await screen.findByRole('heading', { level: 1, name: demand === 'second_factor_setup' ? 'Set up two-step sign-in' : 'One more step' });
  return userEvent.setup();
}

const codeField = () => screen.findByLabelText<HTMLInputElement>('Code from your authenticator app');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pageOpens = () => screen.findByText('The page itself');

describe('Signing in with a second factor', () => {
  test('opens the page that was asked for once the code is right', async () => {
    const user = await arrive('second_factor_required');
    expect(document.activeElement).toBe(await codeField());
    await user.keyboard('123456{Enter}');
    await pageOpens();
    expect(sessionState.get()).toMatchObject({ user: { id: 'u1' }, secondFactor: null });
    expect(window.location.pathname).toBe('/dashboard');
  });

  test('takes a recovery code as well', async () => {
    const user = await arrive('second_factor_required');
    await press('Use a recovery code');
    await user.type(screen.getByLabelText('Recovery code'), 'abcd-efgh');
    await press('Sign in');
    await pageOpens();
  });

  test.each([
    ['a wrong code', 401, WRONG, 'code'],
    ['too many', 429, 'There were too many wrong codes. Please wait a few minutes and try again.', undefined],
  ])('says what the server says of %s, and waits', async (_case, status, detail, field) => {
    const user = await arrive('second_factor_required');
    routes['POST /api/auth/second-factor/verify'] = () => refusal(status, detail, field);
    await user.type(await codeField(), '000000');
    await press('Sign in');
    expect(await screen.findByText(detail)).toBeTruthy();
    expect((await codeField()).getAttribute('aria-invalid')).toBe('true');
    expect(sessionState.get().secondFactor).toBe('second_factor_required');
  });

  test('leads back when the sign-in has waited too long', async () => {
    const user = await arrive('second_factor_required');
    routes['POST /api/auth/second-factor/verify'] = () => refusal(401, 'Please sign in first.');
    await user.type(await codeField(), '123456');
    await press('Sign in');
    await pageOpens();
    expect(standingNotice.get()).toBe('Your session has ended. Please sign in again.');
    expect(sessionState.get()).toMatchObject({ user: null, secondFactor: null });
  });

  test('can be given up, also on the server', async () => {
    await arrive('second_factor_required');
    await press('Cancel sign-in');
    await pageOpens();
    expect(asked).toContain('POST /api/auth/logout');
    expect(sessionState.get()).toMatchObject({ user: null, secondFactor: null });
  });
});

describe('Signing in where a second factor is required and not yet there', () => {
  test('sets it up, shows the recovery codes once, and only then opens the page', async () => {
    const user = await arrive('second_factor_setup');
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy();
    await user.type(await codeField(), '123456');
    await press('Turn on');
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(RECOVERY);
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Your recovery codes'));
    expect(screen.queryByText('The page itself')).toBeNull();
    await press('Continue');
    await pageOpens();
    expect(sessionState.get()).toMatchObject({ user: { id: 'u1' }, secondFactor: null });
  });

  test('leads back when the session is gone by then', async () => {
    const user = await arrive('second_factor_setup');
    await user.type(await codeField(), '123456');
    await press('Turn on');
    await screen.findByRole('list', { name: 'Recovery codes' });
    whole = false;
    await press('Continue');
    await pageOpens();
    expect(standingNotice.get()).toBe('Your session has ended. Please sign in again.');
    expect(sessionState.get()).toMatchObject({ user: null, secondFactor: null });
  });

  test('keeps the QR code when the first code is wrong', async () => {
    const user = await arrive('second_factor_setup');
    await user.type(await codeField(), '000000');
    await press('Turn on');
    expect(await screen.findByText(WRONG)).toBeTruthy();
    expect(screen.getByText('ABCD EFGH IJ')).toBeTruthy();
    expect(asked.filter((route) => route.endsWith('/setup'))).toHaveLength(1);
  });

  test('tries again when it could not begin', async () => {
    const { 'POST /api/auth/second-factor/setup': works } = routes;
    routes['POST /api/auth/second-factor/setup'] = () => refusal(503, 'A part of Attune is down.');
    await arrive('second_factor_setup');
    expect((await screen.findByRole('alert')).textContent).toContain('A part of Attune is down.');
    routes['POST /api/auth/second-factor/setup'] = works ?? (() => refusal(404, 'No.'));
    await press('Try again');
    expect(await screen.findByText('ABCD EFGH IJ')).toBeTruthy();
  });
});
