import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';

export const workingHoursKey = ['therapist', 'working-hours'] as const;

/** The therapist's working hours; the defaults until some were saved. */
export function workingHoursQuery() {
  return queryOptions({
    queryKey: workingHoursKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/working-hours', { signal })),
  });
}
