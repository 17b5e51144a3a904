import { api, queryOptions, unwrap, useQuery } from '@attune/shared-ui/runtime';
import type { Answer } from './wire';

type Notices = Answer<'/api/therapist/notices', 'get'>;
export type CalendarStatus = Notices['calendar'];

/** All that is known of the therapist's own calendar; the status is under it. */
export const calendarKey = ['therapist', 'calendar'] as const;
export const calendarStatusKey = [...calendarKey, 'status'] as const;
const newestOpeningsKey = ['therapist', 'newest-openings'] as const;

const LOOK_AGAIN_MS = 3 * 60_000;

/**
 * How the connection to the therapist's calendar is. Every page looks at it, in the background: nobody has to be there for it. The same answer tells the newest emergency openings,
 * which {@link useNewestOpenings} reads.
 */
export function calendarStatusQuery() {
  return queryOptions({
    queryKey: calendarStatusKey,
    // Without the query's signal: the spinner that asked first gives way to the page while the answer is on its way, which would be broken off and asked for again.
    queryFn: async ({ client }) => {
      const { calendar, openings } = await unwrap(api.GET('/api/therapist/notices', { headers: { 'X-Background': '1' } }));
      client.setQueryData<Notices['openings']>(newestOpeningsKey, openings);
      return calendar;
    },
    refetchInterval: LOOK_AGAIN_MS,
  });
}

/** The newest times that a record of this practice was opened in an emergency; undefined until that is known, `failed` where it cannot be. */
export function useNewestOpenings(): { openings: Notices['openings'] | undefined; failed: boolean } {
  const { isError } = useQuery(calendarStatusQuery());
  const { data } = useQuery<Notices['openings']>({ queryKey: newestOpeningsKey, enabled: false });
  return { openings: data, failed: isError && data === undefined };
}
