import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

export type Waiting = Answer<'/api/therapist/waiting-list', 'get'>[number];

const key = ['therapist', 'waiting-list'] as const;

/** Who waits for a time, whoever waits longest first. */
export function waitingListQuery() {
  return queryOptions({ queryKey: key, queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/waiting-list', { signal })) });
}

/** Takes somebody off; the list is read anew behind it, whether the server agreed or not. */
export function useRemoveWaiting() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/therapist/waiting-list/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: key }),
  });
}
