import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../wire';

const CLIENTS = '/api/therapist/care-plans/clients';

export type Client = Answer<typeof CLIENTS, 'get'>[number];

/** The therapist's own clients: those seen last, or those whose name or email has these words. */
export function clientsQuery(q: string) {
  return queryOptions({
    queryKey: ['therapist', 'clients', q],
    queryFn: ({ signal }) => unwrap(api.GET(CLIENTS, { params: { query: q === '' ? {} : { q } }, signal })),
  });
}
