import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import { clientKey } from '../../query-keys';
import type { ActivityEntry } from '../../wire';

/** Rows that one press shows. */
export const ACTIVITY_STEP = 10;
const LARGEST_PAGE = 500;

/** Whose deeds are listed: everybody's, or those of others than the client. */
export type ActivityBy = 'all' | 'others';

export interface ActivityPage {
  /** Newest first. */
  entries: ActivityEntry[];
  hasMore: boolean;
}

async function readActivity(count: number, by: ActivityBy, signal: AbortSignal): Promise<ActivityPage> {
  const entries: ActivityEntry[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(count - entries.length, LARGEST_PAGE);
    const call = await api.GET('/api/client/activity', { params: { query: { limit, cursor, by } }, signal });
    entries.push(...(await unwrap(Promise.resolve(call))).entries);
    cursor = nextCursor(call.response.headers.get('Link'));
  } while (cursor !== undefined && entries.length < count);
  return { entries, hasMore: cursor !== undefined };
}

/** The newest `count` times that somebody opened or changed this client's record. */
export function activityQuery(count: number, by: ActivityBy) {
  return queryOptions({
    queryKey: [...clientKey, 'activity', by, count],
    queryFn: ({ signal }) => readActivity(count, by, signal),
  });
}
