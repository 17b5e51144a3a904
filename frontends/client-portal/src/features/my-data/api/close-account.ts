import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../../query-keys';

/** What goes and what stays when the account is closed, in sentences. */
export function closingQuery() {
  return queryOptions({
    queryKey: [...clientKey, 'closing'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/account/closing', { signal })),
  });
}

/** Closes the account and ends its sessions. Needs a fresh proof. */
export function closeAccount() {
  return unwrap(api.POST('/api/client/account/close', { body: { confirm: true } }));
}
