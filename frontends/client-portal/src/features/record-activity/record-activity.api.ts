import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';
import type { ActivityEntry } from '../../wire';

/** Rows that one press shows. */
export const ACTIVITY_STEP = 10;
const LARGEST_PAGE = 500;

/** What is listed: all that was done with the record or by others than the client alone, or how the account was signed in to. */
export type ActivityChoice = { about: 'record'; by: 'all' | 'others' } | { about: 'sign_in'; by: 'all' };

export interface ActivityPage {
  /** Newest first. */
  entries: ActivityEntry[];
  hasMore: boolean;
}

async function readActivity(count: number, choice: ActivityChoice, signal: AbortSignal): Promise<ActivityPage> {
  const entries: ActivityEntry[] = [];
  let cursor: string | undefined;
  do {
    const limit = Math.min(count - entries.length, LARGEST_PAGE);
    const { body, next } = await readPage(api.GET('/api/client/activity', { params: { query: { limit, cursor, ...choice } }, signal }));
    entries.push(...body.entries);
    cursor = next;
  } while (cursor !== undefined && entries.length < count);
  return { entries, hasMore: cursor !== undefined };
}

/** The newest `count` times that somebody opened or changed this client's record. */
export function activityQuery(count: number, choice: ActivityChoice) {
  return queryOptions({
    queryKey: [...clientKey, 'activity', choice, count],
    queryFn: ({ signal }) => readActivity(count, choice, signal),
  });
}
