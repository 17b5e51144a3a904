import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

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

export const trustedKey = [...clientKey, 'trusted-browsers'] as const;

/** Browsers in which the address alone signs in. */
export function trustedBrowsersQuery() {
  return queryOptions({
    queryKey: trustedKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/trusted-browsers', { signal })),
  });
}

export function revokeTrust(id: string) {
  return unwrap(api.DELETE('/api/client/trusted-browsers/{id}', { params: { path: { id } } }));
}
