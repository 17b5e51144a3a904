import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';

const consentKey = (token: string) => ['recording-consent', token] as const;

/** What a link asks. The token travels in the body, never in an address. */
export function consentQuery(token: string) {
  return queryOptions({
    queryKey: consentKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/meeting-consents/open', { body: { token }, signal })),
    // It may have been answered elsewhere, withdrawn, or begun.
    refetchOnWindowFocus: 'always',
  });
}

/** Answers in the name of whoever was mailed the link; a refused answer shows how it stands now. */
export function useAnswerConsent(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (consent_given: boolean) => unwrap(api.POST('/api/meeting-consents/answer', { body: { token, consent_given } })),
    onSuccess: (consent) => queries.setQueryData(consentKey(token), consent),
    onError: () => void queries.invalidateQueries({ queryKey: consentKey(token) }),
  });
}
