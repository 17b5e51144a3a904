import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';

/** The forms that the client was asked to fill in, the newest first. */
export function ownFormsQuery() {
  return queryOptions({
    queryKey: [...clientKey, 'forms'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/client/forms', { signal })),
  });
}

/** Where a form is filled in, from the root of this site. Asked for at the press, so that no such address lies in a list. */
export async function linkOf(id: string): Promise<string> {
  const { path } = await unwrap(api.POST('/api/client/forms/{id}/link', { params: { path: { id } } }));
  return path;
}
