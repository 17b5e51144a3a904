import { api, unwrap, useMutation, useQuery, useQueryClient } from '@attune/shared-ui/runtime';
import { calendarKey, calendarStatusKey, calendarStatusQuery } from '../../notices.api';
import type { Answer, Body } from '../../wire';

/** An upcoming appointment about which the therapist's calendar says something else. */
export type CalendarAppointment = Answer<'/api/therapist/calendar/appointments', 'get'>[number];
export type Decision = Body<'/api/therapist/calendar/appointments/{id}', 'post'>['decision'];

const appointmentsKey = [...calendarKey, 'appointments'] as const;

/** What is to be looked at, soonest first, for all who show some of it. Nothing is asked without a connection; asked anew when the counts of the status say so. */
export function useCalendarAppointments() {
  const { data: status } = useQuery(calendarStatusQuery());
  return useQuery({
    queryKey: [...appointmentsKey, status?.undecided_appointments, status?.missing_appointments],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/calendar/appointments', { signal })),
    enabled: status?.connected === true,
    placeholderData: (previous) => previous,
  });
}

interface Deciding {
  appointment: CalendarAppointment;
  decision: Decision;
  word?: string | undefined;
  /** The Idempotency-Key: the same one decides once. */
  key: string;
}

/** Decides about an appointment that is still as the therapist saw it. Everything that shows appointments is read anew, whether the server agreed or not. */
export function useDecide() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ appointment: { booking_id, starts_at, google_starts_at }, decision, word, key }: Deciding) => {
      const seen = { starts_at, ...(google_starts_at !== null && { google_starts_at }) };
      const params = { path: { id: booking_id }, header: { 'Idempotency-Key': key } };
      return unwrap(api.POST('/api/therapist/calendar/appointments/{id}', { params, body: { decision, ...seen, ...(word && { word }) } }));
    },
    onSuccess: (left) => queryClient.setQueriesData({ queryKey: appointmentsKey }, left),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: ['therapist', 'bookings'] });
      void queryClient.invalidateQueries({ queryKey: calendarStatusKey });
      return queryClient.invalidateQueries({ queryKey: appointmentsKey });
    },
  });
}
