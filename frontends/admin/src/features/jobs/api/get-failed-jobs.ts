import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import { adminKey } from '../../../keys';

export const jobsKey = [...adminKey, 'failed-jobs'] as const;
export const JOBS_ON_A_PAGE = 5;

/** Jobs whose last attempt failed, the latest first. */
export function failedJobsQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...jobsKey, cursor],
    queryFn: async ({ signal }) => {
      const query = { state: 'failed' as const, limit: JOBS_ON_A_PAGE, cursor };
      const call = await api.GET('/api/admin/jobs', { params: { query }, signal });
      const { jobs } = await unwrap(Promise.resolve(call));
      return { jobs, next: nextCursor(call.response.headers.get('Link')) };
    },
  });
}
