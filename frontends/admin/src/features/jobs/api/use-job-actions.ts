import { api, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { dashboardKey } from '../../../keys';
import { refusalText } from '../../../refusal';
import { jobMessages } from '../messages';
import { jobsKey } from './get-failed-jobs';

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
