import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { accountKey } from '../../account-query';

/** Sends a code to the new address. Needs a fresh proof. */
export function askForAddress(email: string) {
  return unwrap(api.POST('/api/client/account/email', { body: { email } }));
}

/** The code that the new address got makes it the account's. */
export function confirmAddress(code: string) {
  return unwrap(api.POST('/api/client/account/email/confirm', { body: { code } }));
}

/** Practices that stay with an address when the client leaves it, and those that did. */
export function practicesQuery() {
  return queryOptions({
    queryKey: [...accountKey, 'practices'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/account/practices', { signal })),
  });
}
