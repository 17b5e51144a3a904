import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { workingHoursKey } from './get-working-hours';
import type { WorkingHoursBody } from './working-hours';

/** Replaces the working hours as a whole. */
export function useSaveWorkingHours() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: WorkingHoursBody) => unwrap(api.PUT('/api/therapist/working-hours', { body })),
    onSuccess: (saved) => queryClient.setQueryData(workingHoursKey, saved),
  });
}
