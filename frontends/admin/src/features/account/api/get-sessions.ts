import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { adminKey } from '../../../keys';

export const sessionsKey = [...adminKey, 'sessions'] as const;

/** Where this administrator is signed in. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/sessions', { signal })),
    staleTime: 0,
  });
}
