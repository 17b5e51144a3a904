import { api, unwrap, useMutation, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { calendarKey, calendarStatusKey, calendarStatusQuery } from '../../notices.api';
import type { Body } from '../../wire';

export type { CalendarStatus } from '../../notices.api';
export type CalendarChoices = Body<'/api/therapist/calendar/settings', 'put'>;

/** While something is awaited of Google, and else while somebody looks at the tab. */
const [SOON_MS, OFTEN_MS] = [2_000, 30_000];

/** The status while somebody looks at it. @param awaiting something is about to change */
export function useCalendarStatus(awaiting: boolean) {
  return useQuery({
    ...calendarStatusQuery(),
    refetchInterval: ({ state: { data } }) => (awaiting || (data?.state === 'ok' && data.last_synced_at === null) ? SOON_MS : OFTEN_MS),
  });
}

/** What else than a connection Google is asked for. */
export type FurtherWish = 'calendar_list';

/** @returns where the browser goes for the consent */
export function useConsentAddress(ask?: FurtherWish) {
  return useMutation({ mutationFn: () => unwrap(api.GET('/api/auth/google/calendar', { params: { query: ask ? { ask } : {} } })) });
}

/** Has Google asked anew. */
export function useRefresh() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/therapist/calendar/refresh')),
    onSuccess: (status) => queryClient.setQueryData(calendarStatusKey, status),
  });
}

/** Replaces the choices as a whole. */
export function useChoose() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CalendarChoices) => unwrap(api.PUT('/api/therapist/calendar/settings', { body })),
    onSuccess: (status) => queryClient.setQueryData(calendarStatusKey, status),
  });
}

export function useDisconnect() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/api/therapist/calendar/disconnect')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: calendarKey }),
  });
}
