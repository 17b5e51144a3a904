import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { clientKey } from '../query-keys';

/** The client says that a practice is theirs. */
export function useConfirmPractice() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ therapistId, endLinks }: { therapistId: string; endLinks: boolean }) =>
      unwrap(api.POST('/api/client/practices/{id}/confirm', { params: { path: { id: therapistId } }, body: { end_links: endLinks } })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clientKey }),
  });
}
