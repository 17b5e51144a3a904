import { refreshSession } from '@attune/shared-ui/runtime/host';
import { fakeApi, problem } from '@attune/shared-ui/testing/fake-api';
import { renderScreen } from '@attune/shared-ui/testing/render-screen';
import { act, screen } from '@testing-library/react';
import { DetailsFields } from './components/details-fields';
import { useKeptBooking } from './use-kept-booking';

function Form() {
  const { typed, isRecalled, type } = useKeptBooking('a-therapist');
  return <DetailsFields service={null} address={null} draft={typed} isRecalled={isRecalled} errors={{}} onChange={type} />;
}

const ANEW = 'Not you? Start anew';
const name = () => screen.getByLabelText<HTMLInputElement>('Full name');

it('may be somebody else’s who sits here next: they start anew with one press', async () => {
  fakeApi({ 'GET /api/auth/me': () => problem(401, 'Please sign in.') });
  await act(() => refreshSession());
  const { user, unmount } = renderScreen(<Form />);
  await user.type(name(), 'Nadia');
  expect(screen.queryByRole('button', { name: ANEW })).toBeNull();
  unmount();
  renderScreen(<Form />);
  expect(name().value).toBe('Nadia');
  await user.click(screen.getByRole('button', { name: ANEW }));
  expect([name().value, screen.queryByRole('button', { name: ANEW })]).toEqual(['', null]);
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Nadia');
});
