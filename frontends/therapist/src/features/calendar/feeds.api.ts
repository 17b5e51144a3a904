import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { calendarKey } from '../../notices.api';
import type { Answer } from '../../wire';

export type CalendarFeed = Answer<'/api/therapist/calendar/feed', 'get'>;
export type ForeignFeed = Answer<'/api/therapist/calendar/foreign-feed', 'get'>;

const feedKey = [...calendarKey, 'feed'] as const;
export const foreignFeedKey = [...calendarKey, 'foreign-feed'] as const;
const [SOON_MS, OFTEN_MS] = [2_000, 60_000];

/** The secret address under which other calendars read the appointments. */
export function feedQuery() {
  return queryOptions({ queryKey: feedKey, queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/calendar/feed', { signal })) });
}

/** A calendar elsewhere; looked at again while it is read for the first time. */
export function foreignFeedQuery() {
  return queryOptions({
    queryKey: foreignFeedKey,
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/calendar/foreign-feed', { headers: { 'X-Background': '1' }, signal })),
    refetchInterval: ({ state: { data } }) => (data?.state === 'reading' ? SOON_MS : OFTEN_MS),
  });
}

/** Makes an address; the one before is over. The address is in its answer alone: it is shown once. */
export function useMakeFeed() {
  return useFeedChange(() => unwrap(api.POST('/api/therapist/calendar/feed')));
}

export function useRemoveFeed() {
  return useFeedChange(() => unwrap(api.DELETE('/api/therapist/calendar/feed')));
}

export function useSaveForeignFeed() {
  return useForeignChange((address: string) => unwrap(api.PUT('/api/therapist/calendar/foreign-feed', { body: { address } })));
}

export function useRemoveForeignFeed() {
  return useForeignChange(() => unwrap(api.DELETE('/api/therapist/calendar/foreign-feed')));
}

function useFeedChange(mutationFn: () => Promise<CalendarFeed>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (feed) => queryClient.setQueryData(feedKey, { ...feed, address: null }), onError: () => queryClient.invalidateQueries({ queryKey: feedKey }) });
}

function useForeignChange<Change>(mutationFn: (change: Change) => Promise<ForeignFeed>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSuccess: (feed) => queryClient.setQueryData(foreignFeedKey, feed) });
}
