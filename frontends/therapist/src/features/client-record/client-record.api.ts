import { type NamedFile, readFile } from '@attune/shared-ui/files/save-file';
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

/** Everything that shows records of a client is read anew behind it. */
function useLinking<Variables>(run: (variables: Variables) => Promise<ClientRecord>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn: run, onSuccess: () => queryClient.invalidateQueries({ queryKey: ['therapist'] }) });
}

/** The record of another client is shown with this one's. */
export function useMergeRecord(id: string) {
  return useLinking((client_id: string) => unwrap(api.POST('/api/therapist/clients/{id}/merged', { params: { path: { id } }, body: { client_id } })));
}

/** The way back. */
export function useSeparateRecord(id: string) {
  return useLinking((other: string) => unwrap(api.DELETE('/api/therapist/clients/{id}/merged/{other}', { params: { path: { id, other } } })));
}

/** All that is kept about a client, to read or for programs. */
export function readCopy(id: string, form: 'html' | 'json'): Promise<NamedFile> {
  const params = { path: { id } };
  const call = form === 'html' ? api.GET('/api/therapist/clients/{id}/export.html', { params, parseAs: 'blob' }) : api.GET('/api/therapist/clients/{id}/export', { params, parseAs: 'blob' });
  return readFile(call, `client-record.${form}`);
}
