import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';

export const servicesKey = ['therapist', 'services'] as const;

/** The therapist's services in the order they were made. */
export function servicesQuery() {
  return queryOptions({
    queryKey: servicesKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/services', { signal })),
  });
}
