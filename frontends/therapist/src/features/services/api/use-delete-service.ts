import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { servicesKey } from './get-services';

/** Deletes a service, or archives it where bookings exist; the list is read anew either way. */
export function useDeleteService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/therapist/services/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
}
