import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';

const choiceKey = (token: string) => ['practice-mails', token] as const;

/** Whether a practice's mails go to the address that the link was mailed to. The token travels in the body, never in an address. */
export function practiceMailsQuery(token: string) {
  return queryOptions({
    queryKey: choiceKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/practice-mails/choice', { body: { token }, signal })),
  });
}

/** Ends them, or lets them go out again; what is on view follows. */
export function useChoosePracticeMails(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wanted: boolean) => unwrap(api.PUT('/api/practice-mails/choice', { body: { token, wanted } })),
    onSuccess: (choice) => queries.setQueryData(choiceKey(token), choice),
  });
}
