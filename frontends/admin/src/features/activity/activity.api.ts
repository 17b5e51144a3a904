import { type NamedFile, readFile } from '@attune/shared-ui/files/save-file';
import { readPage } from '@attune/shared-ui/lists/cursor-pages';
import { api, queryOptions } from '@attune/shared-ui/runtime';
import { adminKey } from '../../keys';
import { type ActivityFilters, askedWith } from './activity-filters';

export const activityKey = [...adminKey, 'activity'] as const;
export const ACTIVITIES_ON_A_PAGE = 50;

async function readActivity(filters: ActivityFilters, cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: ACTIVITIES_ON_A_PAGE, ...askedWith(filters), ...(cursor !== undefined && { cursor }) };
  const { body, next } = await readPage(api.GET('/api/admin/activity', { params: { query }, signal }));
  return { activities: body.activities, actions: body.actions, next };
}

/** One page of the log, the latest entry first. Read once, and then when somebody asks for it again. */
export function activityQuery(filters: ActivityFilters, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...activityKey, filters, cursor],
    queryFn: ({ signal }) => readActivity(filters, cursor, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** What the filters find, as a file for a spreadsheet. */
export function downloadActivity(filters: ActivityFilters): Promise<NamedFile> {
  return readFile(api.GET('/api/admin/activity.csv', { params: { query: askedWith(filters) }, parseAs: 'blob' }), 'activity.csv');
}
