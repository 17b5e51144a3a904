import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type WorkingHours = Answer<'/api/therapist/working-hours', 'get'>;
export type WorkingHoursBody = Body<'/api/therapist/working-hours', 'put'>;
export type StartWindow = WorkingHours['weekly'][number]['windows'][number];

export const workingHoursKey = ['therapist', 'working-hours'] as const;

/** The therapist's working hours; the defaults until some were saved. */
export function workingHoursQuery() {
  return queryOptions({
    queryKey: workingHoursKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/working-hours', { signal })),
  });
}

/** Replaces the working hours as a whole. */
export function useSaveWorkingHours() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkingHoursBody) => unwrap(api.PUT('/api/therapist/working-hours', { body })),
    onSuccess: (saved) => queryClient.setQueryData(workingHoursKey, saved),
  });
}
