import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, refreshSession } from '@attune/shared-ui/runtime/host';
import { fakeApi } from '@attune/shared-ui/testing/fake-api';
import { remotePages } from '../remotes/pages';
import { GuardedPage } from './guarded-page';

it('is a new page for another therapist who signs in in another tab', async () => {
  let id = 'ana';
  fakeApi({ 'GET /api/auth/me': () => ({ json: { id, email: `${id}@example.org`, name: id, picture: null, user_type: 'therapist' } }) });
  jest.spyOn(remotePages, 'open').mockReturnValue({ Page: () => <input aria-label="Question" />, settled: Promise.resolve(true) });
  await refreshSession();
  render(
    <BrowserRouter>
      <GuardedPage route={{ path: '/intake-forms', access: 'therapist', remote: 'therapist', page: 'intake-forms' }} />
    </BrowserRouter>,
  );
  await userEvent.type(screen.getByLabelText('Question'), 'Do you drink?');
  await act(() => refreshSession());
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('Do you drink?');
  id = 'ben';
  await act(() => refreshSession());
  expect(screen.getByLabelText<HTMLInputElement>('Question').value).toBe('');
});
