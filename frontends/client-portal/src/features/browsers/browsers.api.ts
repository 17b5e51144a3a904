import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

export const sessionsKey = [...clientKey, 'sessions'] as const;
export const trustedKey = [...clientKey, 'trusted-browsers'] as const;

/** Signs the client out in another browser. */
export function endSession(id: string) {
  return unwrap(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } }));
}

/** From now on that browser asks for a code again. */
export function revokeTrust(id: string) {
  return unwrap(api.DELETE('/api/client/trusted-browsers/{id}', { params: { path: { id } } }));
}

/** Where this account is signed in. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/sessions', { signal })),
  });
}

/** Browsers in which the address alone signs in. */
export function trustedBrowsersQuery() {
  return queryOptions({
    queryKey: trustedKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/trusted-browsers', { signal })),
  });
}
