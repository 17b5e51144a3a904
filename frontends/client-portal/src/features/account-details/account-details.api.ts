import { api, unwrap } from '@attune/shared-ui/runtime';
import type { AccountInput } from '../../wire';

/** Replaces the client's own details; 400 tells the field that is no good. */
export function saveDetails(body: AccountInput) {
  return unwrap(api.PUT('/api/client/account', { body }));
}
