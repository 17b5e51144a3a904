import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { dashboardKey } from '../../../keys';
import type { Dashboard } from '../../../wire';

/** Opens one therapist's records for 60 minutes. 409 while this administrator has them open already. */
export function useOpenAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: { therapist_id: string; reason: string }) =>
      unwrap(api.POST('/api/admin/break-glass', { body: request })),
    onSuccess: (grant) => {
      // At once, for the page that opens next looks its access up there.
      queryClient.setQueryData<Dashboard>(dashboardKey, (known) => known && { ...known, break_glass: [grant, ...known.break_glass] });
    },
  });
}
