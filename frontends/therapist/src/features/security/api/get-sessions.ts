import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../../wire';

export type Session = Answer<'/api/auth/sessions', 'get'>[number];

export const sessionsKey = ['therapist', 'sessions'] as const;

/** Where this therapist is signed in, the place used last first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/sessions', { signal })),
    staleTime: 0,
  });
}
