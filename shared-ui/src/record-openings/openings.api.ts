import type { components } from '@attune/shared-ui/api/schema';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions } from '@attune/shared-ui/runtime';

/** A time that an administrator opened a client's record in an emergency. */
export type Opening = components['schemas']['BreakGlassGrantDto'];

/** Whose list it is: all, those to a therapist's records, or those to a client's own. */
export type OpeningsPlace = '/api/admin/break-glass/history' | '/api/therapist/record-openings' | '/api/client/record-openings';

export const OPENINGS_ON_A_PAGE = 20;

export interface OpeningsList {
  place: OpeningsPlace;
  queryKey: readonly unknown[];
}

/** One page of a list, the newest first; asked anew whenever it is shown. */
export function openingsQuery({ place, queryKey }: OpeningsList, cursor?: string) {
  return queryOptions({
    queryKey: [...queryKey, cursor],
    queryFn: async ({ signal }) => {
      const { body, next } = await readPage(api.GET(place, { params: { query: { limit: OPENINGS_ON_A_PAGE, cursor } }, signal }));
      return { openings: body.openings, next };
    },
    staleTime: 0,
  });
}
