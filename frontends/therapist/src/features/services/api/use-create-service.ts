import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { servicesKey } from './get-services';
import type { ServiceBody } from './service';

/** Adds a service; the list is read anew before the mutation settles. */
export function useCreateService() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ServiceBody) => unwrap(api.POST('/api/therapist/services', { body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: servicesKey }),
  });
}
