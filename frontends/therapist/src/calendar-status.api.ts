import { api, queryOptions, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from './wire';

export type CalendarStatus = Answer<'/api/therapist/calendar/status', 'get'>;

/** All that is known of the therapist's own calendar; the status is under it. */
export const calendarKey = ['therapist', 'calendar'] as const;
export const calendarStatusKey = [...calendarKey, 'status'] as const;

const LOOK_AGAIN_MS = 3 * 60_000;

/** How the connection to the therapist's calendar is. Every page looks at it, in the background: nobody has to be there for it. */
export function calendarStatusQuery() {
  return queryOptions({
    queryKey: calendarStatusKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/calendar/status', { headers: { 'X-Background': '1' }, signal })),
    refetchInterval: LOOK_AGAIN_MS,
  });
}
