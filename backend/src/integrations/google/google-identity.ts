import { GoogleFailure } from './google-failure';

/** Who a person is at Google. */
export interface GoogleIdentity {
  /** Google's own id of the account, which never changes and is nobody else's. */
  id: string;
  /** Its mail address, which Google has seen to be theirs. */
  address: string;
}

const ISSUERS: readonly unknown[] = ['https://accounts.google.com', 'accounts.google.com'];
/** By how much clocks may differ, as Google's library has it. */
const CLOCK_SKEW_S = 300;

/**
 * Reads an id_token that Google's token endpoint answered itself: the way there is its proof, so no signature is checked (OpenID Connect Core 3.1.3.7, 6).
 * Never for one that came from anywhere else. @throws GoogleFailure unidentified
 */
export function identityIn(idToken: string | null | undefined, clientId: string, now: number = Date.now()): GoogleIdentity {
  const { iss, aud, exp, sub, email, email_verified: isVerified } = claimsOf(idToken);
  const isForUs = ISSUERS.includes(iss) && aud === clientId;
  const isFresh = typeof exp === 'number' && exp + CLOCK_SKEW_S > now / 1_000;
  if (!isForUs || !isFresh || !isText(sub) || !isText(email) || isVerified !== true) throw new GoogleFailure('unidentified');
  return { id: sub, address: email };
}

function claimsOf(idToken: string | null | undefined): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString('utf8'));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
