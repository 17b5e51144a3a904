import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { adminKey } from '../../keys';

/** The last seven days, by the operator's calendar. Read once, and then when somebody asks for it again. */
export function analyticsQuery() {
  return queryOptions({
    queryKey: [...adminKey, 'analytics'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/analytics', { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}
