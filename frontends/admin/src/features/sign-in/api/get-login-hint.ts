import { api, ApiError, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Credentials } from './sign-in';

/** The development administrator's credentials; null where the server has none to show (its 404). */
export function loginHintQuery() {
  return queryOptions({
    queryKey: ['admin-login-hint'],
    queryFn: ({ signal }) => readHint(signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

async function readHint(signal: AbortSignal): Promise<Credentials | null> {
  try {
    return await unwrap(api.GET('/api/admin/login-hint', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
