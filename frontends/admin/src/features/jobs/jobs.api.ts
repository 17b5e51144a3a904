import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { adminKey, dashboardKey } from '../../keys';
import { jobMessages } from './messages';

const jobsKey = [...adminKey, 'failed-jobs'] as const;
export const JOBS_ON_A_PAGE = 5;

async function readFailedJobs(cursor: string | undefined, signal: AbortSignal) {
  const query = { state: 'failed' as const, limit: JOBS_ON_A_PAGE, cursor };
  const { body, next } = await readPage(api.GET('/api/admin/jobs', { params: { query }, signal }));
  return { jobs: body.jobs, next };
}

/** Jobs whose last attempt failed, the latest first. */
export function failedJobsQuery(cursor: string | undefined) {
  return queryOptions({
    queryKey: [...jobsKey, cursor],
    queryFn: ({ signal }) => readFailedJobs(cursor, signal),
  });
}

/** Retry and discard; afterwards the list and the count are read anew, whether the server agreed or not. */
export function useJobActions() {
  const retry = useJobCall('retry', jobMessages.retried, jobMessages.retryFailed);
  const discard = useJobCall('discard', jobMessages.discarded, jobMessages.discardFailed);
  return { retry, discard };
}

function useJobCall(verb: 'retry' | 'discard', done: string, failed: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.POST(`/api/admin/jobs/{id}/${verb}`, { params: { path: { id } } })),
    onSuccess: () => toast.success(done),
    onError: (error) => toast.error(refusalText(error, failed)),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: jobsKey });
      void queryClient.invalidateQueries({ queryKey: dashboardKey });
    },
  });
}
