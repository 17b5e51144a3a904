import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type TimeOff = Answer<'/api/therapist/time-off', 'get'>[number];
export type TimeOffBody = Body<'/api/therapist/time-off', 'post'>;

export const timeOffKey = ['therapist', 'time-off'] as const;

/** All of the therapist's time off, by its start. */
export function timeOffQuery() {
  return queryOptions({ queryKey: timeOffKey, queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/time-off', { signal })) });
}

/** Adds time off, once for each key; refused (409) where appointments lie in it that are not said to stay. */
export function useAddTimeOff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: TimeOffBody; key: string }) => unwrap(api.POST('/api/therapist/time-off', { params: { header: { 'Idempotency-Key': key } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: timeOffKey }),
  });
}

/** Changes time off; refused as adding is. */
export function useChangeTimeOff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: TimeOffBody }) => unwrap(api.PUT('/api/therapist/time-off/{id}', { params: { path: { id } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeOffKey }),
  });
}

/** Its time can be booked again. */
export function useRemoveTimeOff() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/therapist/time-off/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: timeOffKey }),
  });
}
