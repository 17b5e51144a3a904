import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

const CLIENT = '/api/therapist/clients/{id}';

export type ClientRecord = Answer<typeof CLIENT, 'get'>;
export type RecordBody = Body<typeof CLIENT, 'put'>;

/** Under the bookings' key: whoever changes a booking has its client's counts read anew. */
export function clientRecordQuery(id: string) {
  return queryOptions({
    queryKey: ['therapist', 'bookings', 'client', id],
    queryFn: ({ signal }) => unwrap(api.GET(CLIENT, { params: { path: { id } }, signal })),
  });
}

/** What the therapist keeps about a client. */
export function useSaveRecord(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: RecordBody) => unwrap(api.PUT(CLIENT, { params: { path: { id } }, body })),
    onSuccess: (saved) => queryClient.setQueryData(clientRecordQuery(id).queryKey, saved),
    onError: () => queryClient.invalidateQueries({ queryKey: clientRecordQuery(id).queryKey }),
  });
}
