import { api, toast, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { refusalText } from '../../../refusal';
import { accountMessages } from '../messages';
import { sessionsKey } from './get-sessions';

/** Signs this administrator out somewhere else. */
export function useEndSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE('/api/admin/sessions/{id}', { params: { path: { id } } })),
    onSuccess: () => toast.success(accountMessages.ended),
    onError: (error) => toast.error(refusalText(error, accountMessages.endFailed)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}
