import { api, unwrap } from '@attune/shared-ui/runtime';

/** Sends a code to the new address. Needs a fresh proof. */
export function askForAddress(email: string) {
  return unwrap(api.POST('/api/client/account/email', { body: { email } }));
}

/** The code that the new address got makes it the account's. */
export function confirmAddress(code: string) {
  return unwrap(api.POST('/api/client/account/email/confirm', { body: { code } }));
}
