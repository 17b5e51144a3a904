import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../../query-keys';

export const sessionsKey = [...clientKey, 'sessions'] as const;

/** Where this account is signed in. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/sessions', { signal })),
  });
}

export function endSession(id: string) {
  return unwrap(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }));
}
