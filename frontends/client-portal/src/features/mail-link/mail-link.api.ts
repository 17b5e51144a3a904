import { api, unwrap } from '@attune/shared-ui/runtime';

/** Takes an address change back: the old address counts again, all sessions and trusted browsers end. */
export function objectToAddress(token: string) {
  return unwrap(api.POST('/api/auth/client/address-objection', { body: { token } }));
}
