import { api, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { dashboardKey } from '../../../keys';
import { refusalText } from '../../../refusal';
import type { Dashboard } from '../../../wire';
import { emergencyMessages } from '../messages';
import { recordKey } from './get-record';

/** Ends an access before its time. What was read of the record leaves the page's memory. */
export function useEndAccess() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST('/api/admin/break-glass/{id}/end', { params: { path: { id } } })),
    onSuccess: (_, id) => {
      queryClient.setQueryData<Dashboard>(dashboardKey, (known) => known && without(known, id));
      queryClient.removeQueries({ queryKey: recordKey(id) });
      toast.success(emergencyMessages.ended);
    },
    onError: (error) => toast.error(refusalText(error, emergencyMessages.endFailed)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: dashboardKey }),
  });
}

function without(dashboard: Dashboard, id: string): Dashboard {
  return { ...dashboard, break_glass: dashboard.break_glass.filter((grant) => grant.id !== id) };
}
