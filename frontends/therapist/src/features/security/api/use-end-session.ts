import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { sessionsKey } from './get-sessions';

/** Signs this therapist out somewhere else; the list is read anew either way. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/auth/sessions/{id}', { params: { path: { id } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
