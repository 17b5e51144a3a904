import type { OwnConsent } from '@attune/shared-ui/recording-consent';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

const consentsKey = [...clientKey, 'meeting-consents'] as const;

/** What the client was asked about recordings, the newest first. */
export function ownConsentsQuery() {
  return queryOptions({
    queryKey: consentsKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/meeting-consents', { signal })),
    // It may have been answered with the mailed link.
    refetchOnWindowFocus: 'always',
  });
}

/** The client's own word; a refused one shows how it stands now. */
export function useAnswer(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (consent_given: boolean) => unwrap(api.POST('/api/client/meeting-consents/{id}/answer', { params: { path: { id } }, body: { consent_given } })),
    onSuccess: (answered) => queries.setQueryData<OwnConsent[]>(consentsKey, (all) => all?.map((each) => (each.id === id ? answered : each))),
    onError: () => void queries.invalidateQueries({ queryKey: consentsKey }),
  });
}
