import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { nextCursor } from '@attune/shared-ui/next-cursor';
import { adminKey } from '../../keys';
import type { Activity } from '../../wire';
import type { ActivityFilters } from './activity-filters';

export const activityKey = [...adminKey, 'activity'] as const;
export const ACTIVITIES_ON_A_PAGE = 50;

export interface ActivityPage {
  activities: Activity[];
  next: string | undefined;
}

/** One page of the log, the latest entry first. Read once, and then when somebody asks for it again. */
export function activityQuery(filters: ActivityFilters, cursor: string | undefined) {
  return queryOptions({
    queryKey: [...activityKey, filters, cursor],
    queryFn: ({ signal }) => readPage(filters, cursor, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

async function readPage({ action, userType }: ActivityFilters, cursor: string | undefined, signal: AbortSignal): Promise<ActivityPage> {
  const query = {
    limit: ACTIVITIES_ON_A_PAGE,
    ...(action !== '' && { action }),
    ...(userType !== '' && { user_type: userType }),
    ...(cursor !== undefined && { cursor }),
  };
  const call = await api.GET('/api/admin/activity', { params: { query }, signal });
  const { activities } = await unwrap(Promise.resolve(call));
  return { activities, next: nextCursor(call.response.headers.get('Link')) };
}
