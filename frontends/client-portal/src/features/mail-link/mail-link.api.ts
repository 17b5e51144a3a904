import { api, unwrap } from '@attune/shared-ui/runtime';

/** Takes an address change back: all sessions and trusted browsers end, and the old address counts again unless it is another account's by now. */
export function objectToAddress(token: string) {
  return unwrap(api.POST('/api/auth/client/address-objection', { body: { token } }));
}
