import { api, ApiError, unwrap } from '@attune/shared-ui/runtime';
import type { CodeSent, Me } from '../wire';

/** What proves an address: the code in the browser that asked for it, or the link's token, in another browser with the address. */
export type Proof = { email: string; code: string } | { token: string; email?: string; instead?: boolean };

/** Sends a code to the signed-in client's own address. */
export function requestCode(): Promise<CodeSent> {
  return unwrap(api.POST('/api/auth/client/code'));
}

/** Signs in with a proof. Every other session and trusted browser of the account ends. */
export function verifyProof(proof: Proof, trust: boolean): Promise<Me> {
  return unwrap(api.POST('/api/auth/client/verify', { body: { ...proof, trust } }));
}

const LONGEST_WAIT = 60;

/** Seconds to wait where a code is on its way already, asked for a moment ago; undefined for any other failure, a limit that lasts longer among them. */
export function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.status !== 429) return undefined;
  const wait = error.retryAfterSeconds ?? LONGEST_WAIT;
  return wait <= LONGEST_WAIT ? wait : undefined;
}
