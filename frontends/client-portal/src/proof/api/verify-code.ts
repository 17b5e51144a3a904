import { api, unwrap } from '@attune/shared-ui/runtime';
import type { Me } from '../../wire';

/** What proves an address: the code in the browser that asked for it, or the link's token in any browser. */
export type Proof = { email: string; code: string } | { token: string };

/** Signs in with a proof. Every other session and trusted browser of the account ends. */
export function verifyProof(proof: Proof, trust: boolean): Promise<Me> {
  return unwrap(api.POST('/api/auth/client/verify', { body: { ...proof, trust } }));
}
