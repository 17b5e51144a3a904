import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from './query-keys';

export const accountKey = [...clientKey, 'account'] as const;

/** The signed-in client's own account. */
export function accountQuery() {
  return queryOptions({
    queryKey: accountKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/account', { signal })),
  });
}
