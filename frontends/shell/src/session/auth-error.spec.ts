import { connectToaster, type ToastMessage } from '@attune/shared-ui/runtime/host';
import { reportAuthError } from './auth-error';

test('a failed sign-in is told once, and the flag leaves the address', () => {
  const shown: ToastMessage[] = [];
  connectToaster((message) => shown.push(message));
  window.history.replaceState(null, '', '/?plan=professional&auth_error=1#plans');
  reportAuthError();
  expect(shown).toEqual([{ kind: 'error', text: 'Sign-in failed. Please try again.', options: {} }]);
  expect(window.location.href).toMatch(/\/\?plan=professional#plans$/);
  reportAuthError();
  expect(shown).toHaveLength(1);
});

test.each([
  ['not_configured', 'Sign-in with Google is not set up on this server.'],
  ['busy', 'There were too many sign-ins from your connection. Please wait a few minutes and try again.'],
  ['constructor', 'Sign-in failed. Please try again.'],
])('a sign-in that did not begin says why: %s', (reason, text) => {
  const shown: ToastMessage[] = [];
  connectToaster((message) => shown.push(message));
  window.history.replaceState(null, '', `/?auth_error=${reason}`);
  reportAuthError();
  expect(shown.map((message) => message.text)).toEqual([text]);
});
