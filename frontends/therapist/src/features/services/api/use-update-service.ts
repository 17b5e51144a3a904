import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { servicesKey } from './get-services';
import type { ServiceBody } from './service';

/** Changes a service; appointments that are already booked keep what they were booked with. */
export function useUpdateService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: ServiceBody }) =>
      unwrap(api.PUT('/api/therapist/services/{id}', { params: { path: { id } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
}
