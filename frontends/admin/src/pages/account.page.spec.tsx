import { screen, waitFor, within } from '@testing-library/react';
import { fakeApi, type Handler, problem, renderAt, sampleDashboard, sampleId } from '../test-kit';

const PASSWORD = 'POST /api/admin/password';
const SESSION = 'DELETE /api/admin/sessions/{id}';

const session = (browser: string, current = false) => ({ id: sampleId(), browser, created_at: '2026-11-21T08:00:00Z', last_seen_at: '2026-11-21T09:00:00Z', current });

function account(more: Record<string, Handler> = {}) {
  return fakeApi({
    'GET /api/admin/dashboard': () => ({ json: sampleDashboard() }),
    'GET /api/admin/sessions': () => ({ json: [session('Firefox on Windows', true)] }),
    'GET /api/admin/second-factor': () => ({ json: { enabled: false, required: false, recovery_codes_left: 0 } }),
    ...more,
  });
}

async function open() {
  const view = renderAt('/admin/account');
  await screen.findByRole('heading', { name: 'Account' });
  const fields = { current: screen.getByLabelText<HTMLInputElement>('Current password'), next: screen.getByLabelText<HTMLInputElement>('New password') };
  const save = () => view.user.click(screen.getByRole('button', { name: 'Change password' }));
  return { ...view, ...fields, save };
}

describe('The own password', () => {
  it('is changed, and the fields are emptied', async () => {
    const api = account({ [PASSWORD]: () => ({ json: { status: 'changed' } }) });
    const { user, current, next, save, toasts } = await open();
    await user.type(current, 'old secret');
    await user.type(next, 'a new long secret');
    await save();
    await waitFor(() => expect(toasts).toEqual(['Password changed']));
    expect(api.to(PASSWORD).map(({ body }) => body)).toEqual([{ current_password: 'old secret', new_password: 'a new long secret' }]);
    expect([current.value, next.value]).toEqual(['', '']);
  });

  it('is checked before it is sent', async () => {
    const api = account();
    const { user, current, next, save } = await open();
    await user.type(next, 'short');
    await save();
    expect(screen.getByText('Please enter your current password')).toBeTruthy();
    expect(screen.getByText('A password has 12 to 200 characters.')).toBeTruthy();
    expect(document.activeElement).toBe(current);
    expect(api.to(PASSWORD)).toEqual([]);
  });

  it('tells at the field what the server refused, and keeps who is signed in', async () => {
    account({ [PASSWORD]: () => problem(403, 'The current password is not right.', [{ field: 'current_password', message: 'The current password is not right.' }]) });
    const { user, current, next, save } = await open();
    await user.type(current, 'wrong');
    await user.type(next, 'a new long secret');
    await save();
    await screen.findByText('The current password is not right.');
    expect(document.activeElement).toBe(current);
    expect(next.value).toBe('a new long secret');
    expect(window.location.pathname).toBe('/admin/account');
  });
});

describe('The own sessions', () => {
  it('are ended one by one', async () => {
    const sessions = [session('Firefox on Windows', true), session('Safari on iOS')];
    const api = account({
      'GET /api/admin/sessions': () => ({ json: sessions }),
      [SESSION]: () => {
        sessions.pop();
        return { json: { status: 'ended' } };
      },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Sign out: Safari on iOS/ }));
    await waitFor(() => expect(screen.queryByText('Safari on iOS')).toBeNull());
    expect(screen.getByText('Firefox on Windows')).toBeTruthy();
    expect(api.to(SESSION)).toHaveLength(1);
  });
});

describe('The own second factor', () => {
  it('is turned on with recovery codes, and then shown as on', async () => {
    let enabled = false;
    account({
      'GET /api/admin/second-factor': () => ({ json: { enabled, required: false, recovery_codes_left: enabled ? 10 : 0 } }),
      'POST /api/admin/second-factor/setup': () => ({ status: 201, json: { secret: 'ABCDEFGH', otpauth_url: 'otpauth://x', qr_svg: '<svg/>' } }),
      'POST /api/admin/second-factor/confirm': ({ body }) => {
        if ((body as { code: string }).code !== '123456') return problem(422, 'That code is not right.');
        enabled = true;
        return { json: { recovery_codes: ['abcd-efgh'] } };
      },
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    const code = await screen.findByLabelText('Code from your authenticator app');
    await user.type(code, '999999');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    await screen.findByText('That code is not right.');
    await user.clear(code);
    await user.type(code, '123456');
    await user.click(screen.getByRole('button', { name: 'Turn on' }));
    await screen.findByText('abcd-efgh');
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    const card = within(screen.getByRole('region', { name: 'Two-step sign-in' }));
    await card.findByText('10 recovery codes left');
    expect(card.getByText('On')).toBeTruthy();
  });
});
