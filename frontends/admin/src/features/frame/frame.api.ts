import { api, ApiError, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import { type Deadlines, deadlinesFrom } from '@attune/shared-ui/session-clock/deadlines';
import { adminKey, dashboardKey, sessionKey } from '../../keys';

/** Asked by a timer, a call does not count as somebody being there. */
const IN_THE_BACKGROUND = { 'X-Background': '1' };

async function readSession(): Promise<Deadlines> {
  const { data, error, response } = await api.GET('/api/admin/me', { headers: IN_THE_BACKGROUND });
  if (!data) throw ApiError.fromAnswer(response, error);
  return deadlinesFrom(data, response);
}

/** Somebody is still there: the idle limit starts anew. */
export async function extendSession(): Promise<Deadlines> {
  const { data, error, response } = await api.POST('/api/admin/extend');
  if (!data) throw ApiError.fromAnswer(response, error);
  return deadlinesFrom(data, response);
}

/** Kept while the page is open: it also says who is signed in. */
export function dashboardQuery() {
  return queryOptions({
    queryKey: dashboardKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/dashboard', { signal })),
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** The same, asked in the background. */
export function watchedDashboardQuery() {
  return queryOptions({
    queryKey: [...adminKey, 'watch'],
    queryFn: ({ signal }) => unwrap(api.GET('/api/admin/dashboard', { headers: IN_THE_BACKGROUND, signal })),
    staleTime: 0,
    retry: false,
  });
}

/** How long the session lasts, asked in the background. */
export function sessionQuery() {
  return queryOptions({ queryKey: sessionKey, queryFn: readSession, staleTime: 0, retry: false });
}
