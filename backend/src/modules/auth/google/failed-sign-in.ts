const NOT_ACCEPTED =
  'Google does not accept this installation’s client id or secret, so nobody can sign in with Google. Please check GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.';
const WRONG_RETURN = 'Google does not know the address that people return to after signing in. Please enter it at Google: PUBLIC_URL followed by /api/auth/google/callback.';
const REFUSED = 'Google refused to confirm a sign-in, so that person was not signed in.';
const NO_ANSWER = 'Google could not be reached, or gave no usable answer, while somebody signed in. That person was not signed in.';
export const notFinished = 'A sign-in with Google could not be finished, so that person was not signed in. The server’s log says more.';

const BY_CODE: Readonly<Record<string, string>> = { invalid_client: NOT_ACCEPTED, unauthorized_client: NOT_ACCEPTED, redirect_uri_mismatch: WRONG_RETURN };
/** The names that passport gives its errors. */
const BY_NAME: Readonly<Record<string, string>> = { TokenError: REFUSED, AuthorizationError: REFUSED, InternalOAuthError: NO_ANSWER };

/** What went wrong with a sign-in, as a sentence for an operator. It holds nothing that a person or Google sent. */
export function failedSignIn(error: Error): string {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (Object.hasOwn(BY_CODE, code)) return BY_CODE[code] ?? notFinished;
  return Object.hasOwn(BY_NAME, error.name) ? (BY_NAME[error.name] ?? notFinished) : notFinished;
}
