import { refusalText } from '@attune/shared-ui/failures/failure-banner';
import { api, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { dashboardKey } from '../../keys';
import { aiMessages as messages } from './messages';

/** Allows the language model, or takes that back; the status is read anew. */
export function useAllowModel() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (allowed: boolean) => unwrap(api.PUT('/api/admin/ai/model', { body: { allowed } })),
    onSuccess: ({ model_allowed }) => toast.success(model_allowed ? messages.switchedOn : messages.switchedOff),
    onError: (error) => toast.error(refusalText(error, messages.failed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: dashboardKey }),
  });
}
