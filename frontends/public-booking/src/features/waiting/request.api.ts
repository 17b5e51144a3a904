import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { components } from '@attune/shared-ui/api/schema';

export type WaitingRequest = components['schemas']['WaitingRequestDto'];

const requestKey = (token: string) => ['waiting-request', token] as const;

/** What became of a request. The token travels in the body, never in an address. */
export function requestQuery(token: string) {
  return queryOptions({
    queryKey: requestKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/waiting-list/request', { body: { token }, signal })),
  });
}

/** Confirms, leaves, or declines what is offered; what is on view follows. */
export function useAnswer(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answer: { kind: 'confirm' | 'leave' } | { kind: 'decline'; offer_id: string }) => {
      if (answer.kind === 'decline') return unwrap(api.POST('/api/waiting-list/decline', { body: { token, offer_id: answer.offer_id } }));
      return answer.kind === 'confirm' ? unwrap(api.POST('/api/waiting-list/confirm', { body: { token } })) : unwrap(api.POST('/api/waiting-list/leave', { body: { token } }));
    },
    onSuccess: (request) => queries.setQueryData(requestKey(token), request),
    onError: () => void queries.invalidateQueries({ queryKey: requestKey(token) }),
  });
}

/** Books what is kept; pressed twice it books once. */
export function useTake(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (offer_id: string) => unwrap(api.POST('/api/waiting-list/accept', { body: { token, offer_id } })),
    onSettled: () => void queries.invalidateQueries({ queryKey: requestKey(token) }),
  });
}
