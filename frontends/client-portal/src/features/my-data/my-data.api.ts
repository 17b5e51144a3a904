import { type NamedFile, readFile } from '@attune/shared-ui/files/save-file';
import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

export type RecordForm = 'html' | 'json';

/** The client's whole record as a file with its name. Needs a fresh proof. */
export function downloadRecord(form: RecordForm): Promise<NamedFile> {
  const call = form === 'html' ? api.GET('/api/client/export.html', { parseAs: 'blob' }) : api.GET('/api/client/export', { parseAs: 'blob' });
  return readFile(call, `attune-record.${form}`);
}

/** Closes the account and ends its sessions. Needs a fresh proof. */
export function closeAccount() {
  return unwrap(api.POST('/api/client/account/close', { body: { confirm: true } }));
}

/** What goes and what stays when the account is closed, in sentences. */
export function closingQuery() {
  return queryOptions({
    queryKey: [...clientKey, 'closing'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/account/closing', { signal })),
  });
}
