import { failedSignIn } from './failed-sign-in';

function error(name: string, code?: string): Error {
  return Object.assign(new Error('canary from outside'), { name, ...(code !== undefined && { code }) });
}

it('a failed sign-in is a sentence that an operator can act on, and holds nothing from outside', () => {
  expect(failedSignIn(error('TokenError', 'invalid_client'))).toMatch(/^Google does not accept .* GOOGLE_CLIENT_SECRET\.$/);
  expect(failedSignIn(error('TokenError', 'redirect_uri_mismatch'))).toContain('/api/auth/google/callback');
  expect(failedSignIn(error('TokenError', 'canary'))).toMatch(/^Google refused/);
  expect(failedSignIn(error('InternalOAuthError'))).toMatch(/^Google could not be reached/);
  for (const odd of [error('TypeError'), error('constructor', 'toString')]) expect(failedSignIn(odd)).toMatch(/could not be finished/);
  for (const name of ['TokenError', 'InternalOAuthError', 'TypeError']) expect(failedSignIn(error(name, 'canary'))).not.toMatch(/canary|Error/);
});
