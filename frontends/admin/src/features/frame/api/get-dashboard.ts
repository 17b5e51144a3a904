import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { adminKey, dashboardKey } from '../../../keys';

/** Kept while the page is open: it also says who is signed in. */
export function dashboardQuery() {
  return queryOptions({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/dashboard', { signal })),
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The same, asked by a timer: it does not count as somebody being there. */
export function watchedDashboardQuery() {
  return queryOptions({
    queryKey: [...adminKey, 'watch'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/api/admin/dashboard', { headers: { 'X-Background': '1' }, signal })),
    staleTime: 0,
    retry: false,
  });
}
