import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';

export const secondFactorKey = ['therapist', 'second-factor'] as const;

/** Whether this therapist's sign-in asks for a second factor. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/second-factor', { signal })),
    staleTime: 0,
  });
}
