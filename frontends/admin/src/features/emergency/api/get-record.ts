import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import { adminKey } from '../../../keys';
import type { RecordSection } from '../../../wire';

export const RECORD_ROWS_ON_A_PAGE = 50;

/** Everything that was read through one access. */
export function recordKey(grantId: string) {
  return [...adminKey, 'record', grantId] as const;
}

/** One page of a section. Each reading is logged, so nothing is read twice by itself. 403 once the access is over. */
export function recordQuery(grantId: string, section: RecordSection, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...recordKey(grantId), section, cursor],
    queryFn: async ({ signal }) => {
      const params = { path: { id: grantId }, query: { section, limit: RECORD_ROWS_ON_A_PAGE, cursor } };
      const call = await api.GET('/api/admin/break-glass/{id}/record', { params, signal });
      const answer = await unwrap(Promise.resolve(call));
      return { ...answer, next: nextCursor(call.response.headers.get('Link')) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}
