import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

const remindersKey = [...clientKey, 'reminders'] as const;

/** Whether the client wants reminders. */
export function remindersQuery() {
  return queryOptions({ queryKey: remindersKey, queryFn: ({ signal }) => unwrap(api.GET('/api/client/reminders', { signal })) });
}

/** Stops reminders, or has them sent again; what is on view follows. */
export function useChooseReminders() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) => unwrap(api.PUT('/api/client/reminders', { body: { wanted } })),
    onSuccess: (choice) => queries.setQueryData(remindersKey, choice),
  });
}
