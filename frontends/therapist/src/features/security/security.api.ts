import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { secondFactorCalls, secondFactorStatus } from '@attune/shared-ui/second-factor';
import type { Answer } from '../../wire';

const SECOND_FACTOR = '/api/auth/second-factor';

export type Session = Answer<'/api/auth/sessions', 'get'>[number];

export const sessionsKey = ['therapist', 'sessions'] as const;
export const secondFactorKey = ['therapist', 'second-factor'] as const;

/** Turning it on and off, and new recovery codes. */
export const secondFactor = secondFactorCalls(SECOND_FACTOR);

/** Whether this therapist's sign-in asks for a second factor. */
export function secondFactorQuery() {
  return secondFactorStatus(SECOND_FACTOR, secondFactorKey);
}

/** Where this therapist is signed in, the place used last first. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/auth/sessions', { signal })),
    staleTime: 0,
  });
}

/** Signs this therapist out somewhere else; the list is read anew either way. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
