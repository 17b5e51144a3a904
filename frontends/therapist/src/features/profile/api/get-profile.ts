import { api, ApiError, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Profile } from './profile';

export const profileKey = ['therapist', 'profile'] as const;

async function readProfile(signal: AbortSignal): Promise<Profile | null> {
  try {
    return await unwrap(api.GET('/api/therapist/profile', { signal }));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

/** The therapist's own profile; null while none exists (the server's 404). */
export function profileQuery() {
  return queryOptions({ queryKey: profileKey, queryFn: ({ signal }) => readProfile(signal) });
}
