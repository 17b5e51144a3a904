import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer, Body } from '../../wire';

export type NewBookingBody = Body<'/api/therapist/bookings', 'post'>;

/** Makes an appointment, once for each key. Everything that shows appointments is read anew behind it. */
export function useBookForClient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewBookingBody; key: string }) => unwrap(api.POST('/api/therapist/bookings', { params: { header: { 'Idempotency-Key': key } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['therapist'] }),
  });
}

export type SeriesBody = Body<'/api/therapist/bookings/series', 'post'>;
export type SeriesDay = Answer<'/api/therapist/bookings/series', 'get'>[number];

/** A series that is being thought of. */
export interface SeriesRequest {
  service_id: string;
  first_date: string;
  appointment_time: string;
  every_weeks: 1 | 2;
  count: number;
}

/** What stands in the way of each of its days now; asked anew whenever a window about it opens. */
export function seriesQuery(request: SeriesRequest | undefined) {
  return queryOptions({
    queryKey: ['therapist', 'bookings', 'series', request],
    queryFn: ({ signal }) => unwrap(api.GET('/api/therapist/bookings/series', { params: { query: request as SeriesRequest }, signal })),
    staleTime: 0,
  });
}

/** Makes the appointments of a series, all or none, once for each key. What was refused is looked at anew, too. */
export function useBookSeries() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: SeriesBody; key: string }) => unwrap(api.POST('/api/therapist/bookings/series', { params: { header: { 'Idempotency-Key': key } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['therapist'] }),
  });
}
