import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';

const choiceKey = (token: string) => ['reminder-choice', token] as const;

/** Whether whoever got the reminder wants more of them. The token travels in the body, never in an address. */
export function choiceQuery(token: string) {
  return queryOptions({
    queryKey: choiceKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/reminders/choice', { body: { token }, signal })),
  });
}

/** Stops reminders, or sends them again; what is on view follows. */
export function useChoose(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) => unwrap(api.PUT('/api/reminders/choice', { body: { token, wanted } })),
    onSuccess: (choice) => queries.setQueryData(choiceKey(token), choice),
  });
}
