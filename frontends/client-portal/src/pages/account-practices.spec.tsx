import { fakeApi, sampleId } from '@attune/shared-ui/testing/fake-api';
import { openPage } from '@attune/shared-ui/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { ADDRESS, codeSent, sampleAccount, sampleMe } from '../testing/samples';
import AccountPage from './account.page';

jest.setTimeout(30_000);

const EMAIL = 'POST /api/client/account/email';
const NEW_ADDRESS = 'nadia@example.com';
const at = '2026-11-20T10:00:00Z';

let server: ReturnType<typeof fakeApi>;
let practices: object[];

beforeEach(() => {
  practices = [];
  server = fakeApi({
    'GET /api/auth/me': () => ({ json: sampleMe() }),
    'GET /api/client/account': () => ({ json: sampleAccount() }),
    'GET /api/client/account/practices': () => ({ json: practices }),
    'GET /api/auth/sessions': () => ({ json: [] }),
    'GET /api/client/trusted-browsers': () => ({ json: [] }),
    'GET /api/client/account/closing': () => ({ json: { removed: [], kept: [], upcoming: 0 } }),
    'GET /api/client/activity': () => ({ json: { entries: [] } }),
  });
});

const open = () => openPage(AccountPage, '/client/account');

describe('The address', () => {
  it('is asked for once the client has said of each practice that stays whether it is theirs', async () => {
    const practice = { therapist_id: sampleId(), therapist_name: 'Tess Morgan', practice_since: at, email: ADDRESS, left: false, unknown: true, namesake: 'Tess Morgan' };
    practices = [practice, { ...practice, therapist_id: sampleId(), therapist_name: 'Ines Okafor', unknown: false, namesake: null }];
    server.handlers[EMAIL] = codeSent;
    server.handlers['POST /api/client/practices/{id}/confirm'] = () => {
      practices = practices.slice(0, 1);
      return { json: { status: 'confirmed' } };
    };
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change address' }));
    await user.type(screen.getByLabelText('New email address'), NEW_ADDRESS);
    await user.click(screen.getByRole('button', { name: 'Send a code there' }));
    expect(await screen.findByText(/^Please say of each practice/)).toBeTruthy();
    expect(server.to(EMAIL)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'This is my practice: Tess Morgan' }));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('It is another one than the Tess Morgan you go to.');
    await user.click(screen.getByRole('button', { name: 'Not now' }));
    await user.click(screen.getByRole('button', { name: 'This is my practice: Ines Okafor' }));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'This is my practice' }));
    await waitFor(() => expect(screen.queryByText('Ines Okafor')).toBeNull());
    await user.click(screen.getByLabelText('I go to none of the practices above; they stay'));
    await user.click(screen.getByRole('button', { name: 'Send a code there' }));
    expect(await screen.findByRole('form', { name: 'Confirm the new address' })).toBeTruthy();
    expect(server.to(EMAIL).map(({ body }) => body)).toEqual([{ email: NEW_ADDRESS }]);
  });

  it('that was left keeps practices, which can be fetched', async () => {
    practices = [{ therapist_id: sampleId(), therapist_name: 'Tess Morgan', practice_since: at, email: 'old@example.org', left: true, unknown: false, namesake: null }];
    await open();
    const group = await screen.findByRole('group', { name: 'Left with an earlier address' });
    expect(group.textContent).toContain('old@example.org');
    expect(within(group).getByRole('button', { name: 'This is my practice: Tess Morgan' })).toBeTruthy();
  });
});
