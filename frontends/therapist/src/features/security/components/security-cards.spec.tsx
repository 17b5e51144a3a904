import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, problem, renderScreen, sampleSession, type SeenCall } from '../../../test-kit';
import type { Session } from '../security.api';
import { SecurityCards } from './security-cards';

const WRONG = 'That code is not right. A code works once and for about a minute; please enter the newest one.';

/** A therapist's account, as the server keeps it. */
let account: { enabled: boolean; required: boolean; codes: string[]; sessions: Session[] };
const here = sampleSession({ current: true });
const elsewhere = sampleSession({ browser: 'Safari on iOS' });

beforeEach(() => {
  account = { enabled: false, required: false, codes: [], sessions: [here, elsewhere] };
});

const withCode = (work: () => unknown) => ({ body }: SeenCall) =>
  (body as { code: string }).code === '123456' ? { json: work() } : problem(422, WRONG, [{ field: 'code', message: WRONG }]);

function open(handlers: Parameters<typeof fakeApi>[0] = {}, unsaved = false) {
  const api = fakeApi({
    'GET /api/auth/second-factor': () => ({ json: { enabled: account.enabled, required: account.required, recovery_codes_left: account.codes.length } }),
    'POST /api/auth/second-factor/setup': () => ({ status: 201, json: { secret: 'ABCDEFGHIJ', otpauth_url: 'otpauth://totp/x', qr_svg: '<svg/>' } }),
    'POST /api/auth/second-factor/confirm': withCode(() => {
      Object.assign(account, { enabled: true, codes: ['abcd-efgh', 'ijkl-mnop'], sessions: [here] });
      return { recovery_codes: account.codes };
    }),
    'POST /api/auth/second-factor/disable': withCode(() => {
      Object.assign(account, { enabled: false, codes: [] });
      return { enabled: false };
    }),
    'POST /api/auth/second-factor/recovery-codes': withCode(() => {
      account.codes = ['qrst-uvwx'];
      return { recovery_codes: account.codes };
    }),
    'GET /api/auth/sessions': () => ({ json: account.sessions }),
    'DELETE /api/auth/sessions/{id}': () => {
      account.sessions = [here];
      return { json: { status: 'ended' } };
    },
    'POST /api/auth/logout': () => ({ json: { status: 'signed_out' } }),
    ...handlers,
  });
  return { api, ...renderScreen(<SecurityCards unsaved={unsaved} />, '/profile') };
}

const card = async (name: string) => within(await screen.findByRole('region', { name }));
const twoSteps = () => card('Two-step sign-in');
const places = () => card('Where you are signed in');
const press = async (drawn: ReturnType<typeof open>, name: string | RegExp) => drawn.user.click(await screen.findByRole('button', { name }));
const giveCode = async (drawn: ReturnType<typeof open>, code: string) =>
  drawn.user.type(await screen.findByLabelText('Code from your authenticator app'), code);

describe('Two-step sign-in', () => {
  it('is turned on with the app’s code; the recovery codes are shown, and the other sessions are gone', async () => {
    const drawn = open();
    expect(await (await twoSteps()).findByText('Off')).toBeTruthy();
    expect(await (await places()).findByText('Safari on iOS')).toBeTruthy();
    await press(drawn, 'Set up');
    await giveCode(drawn, '123456');
    await press(drawn, 'Turn on');
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' }));
    expect(codes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['abcd-efgh', 'ijkl-mnop']);
    expect(drawn.toasts).toEqual(['Two-step sign-in is on. You are signed out everywhere else.']);
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    await press(drawn, 'I have saved them');
    expect(await (await twoSteps()).findByText('2 recovery codes left')).toBeTruthy();
    expect(screen.queryByText('abcd-efgh')).toBeNull();
  });

  it('is turned off with a code only', async () => {
    Object.assign(account, { enabled: true, codes: ['abcd-efgh'] });
    const drawn = open();
    await press(drawn, 'Turn off');
    await giveCode(drawn, '000000');
    await press(drawn, 'Turn off');
    expect(await screen.findByText(WRONG)).toBeTruthy();
    expect(drawn.toasts).toEqual([]);
    await drawn.user.clear(screen.getByLabelText('Code from your authenticator app'));
    await giveCode(drawn, '123456');
    await press(drawn, 'Turn off');
    expect(await (await twoSteps()).findByText('Off')).toBeTruthy();
    expect(drawn.toasts).toEqual(['Two-step sign-in is off']);
  });

  it('gets new recovery codes', async () => {
    Object.assign(account, { enabled: true, codes: ['abcd-efgh'] });
    const drawn = open();
    expect(await (await twoSteps()).findByText('One recovery code left')).toBeTruthy();
    await press(drawn, 'New recovery codes');
    await giveCode(drawn, '123456');
    await press(drawn, 'Make new codes');
    expect(await screen.findByText('qrst-uvwx')).toBeTruthy();
  });

  it('cannot be turned off where the operator requires it, and says so', async () => {
    Object.assign(account, { enabled: true, required: true });
    open();
    expect(await (await twoSteps()).findByText(/required here and cannot be turned off/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull();
  });

  it('can be loaded again, apart from the sessions', async () => {
    let down = true;
    const drawn = open({
      'GET /api/auth/second-factor': () => (down ? problem(503, 'Down.') : { json: { enabled: false, required: false, recovery_codes_left: 0 } }),
    });
    expect(await screen.findByText('Two-step sign-in could not be loaded')).toBeTruthy();
    expect(await (await places()).findByText('Safari on iOS')).toBeTruthy();
    down = false;
    await press(drawn, 'Try Again');
    expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy();
  });
});

describe('Where a therapist is signed in', () => {
  it('another place is signed out there', async () => {
    const drawn = open();
    await press(drawn, /^Sign out: Safari on iOS/);
    expect(await screen.findByText('You are signed in nowhere else.')).toBeTruthy();
    expect(screen.queryByText('Safari on iOS')).toBeNull();
    expect(drawn.toasts).toEqual(['Signed out there']);
    expect(document.activeElement?.textContent).toContain('You are signed in nowhere else.');
  });

  it('says when that failed, and leaves the place in the list', async () => {
    const drawn = open({ 'DELETE /api/auth/sessions/{id}': () => problem(503, 'Down.') });
    await press(drawn, /^Sign out: Safari on iOS/);
    await waitFor(() => expect(drawn.toasts).toEqual(['The session could not be ended. Please try again.']));
    expect(screen.getByText('Safari on iOS')).toBeTruthy();
  });

  it('this browser is marked, and ending it signs out after asking', async () => {
    const drawn = open();
    const row = within((await screen.findByText('This browser')).closest('li') as HTMLElement);
    expect(row.getByText('Firefox on Windows')).toBeTruthy();
    await drawn.user.click(row.getByRole('button', { name: /^Sign out/ }));
    await press(drawn, 'Stay signed in');
    expect(drawn.api.to('POST /api/auth/logout')).toEqual([]);
    await drawn.user.click(row.getByRole('button', { name: /^Sign out/ }));
    await press(drawn, 'Sign out');
    await waitFor(() => expect(drawn.api.to('POST /api/auth/logout')).toHaveLength(1));
    expect(drawn.api.to('DELETE /api/auth/sessions/{id}')).toEqual([]);
  });

  it('can be loaded again', async () => {
    let down = true;
    const drawn = open({ 'GET /api/auth/sessions': () => (down ? problem(503, 'Down.') : { json: account.sessions }) });
    expect(await screen.findByText('Where you are signed in could not be loaded')).toBeTruthy();
    down = false;
    await press(drawn, 'Try Again');
    expect(await screen.findByText('Safari on iOS')).toBeTruthy();
  });
});
