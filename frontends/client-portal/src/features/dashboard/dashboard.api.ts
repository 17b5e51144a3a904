import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

/** Appointments, notes and care plans of the signed-in client, with counts of all there are. */
export function dashboardQuery() {
  return queryOptions({
    queryKey: [...clientKey, 'dashboard'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/dashboard', { signal })),
  });
}
