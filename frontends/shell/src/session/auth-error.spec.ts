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

test('a server without Google sign-in says so', () => {
  const shown: ToastMessage[] = [];
  connectToaster((message) => shown.push(message));
  window.history.replaceState(null, '', '/?auth_error=not_configured');
  reportAuthError();
  expect(shown.map(({ text }) => text)).toEqual(['Sign-in with Google is not set up on this server.']);
});
