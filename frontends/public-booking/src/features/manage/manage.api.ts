import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

export type ManagedBooking = Answer<'/api/bookings/manage', 'post'>;

export const managedBookingKey = (token: string) => ['managed-booking', token] as const;

/** The appointment behind a link. The token travels in the body, never in an address. */
export function managedBookingQuery(token: string) {
  return queryOptions({
    queryKey: managedBookingKey(token),
    queryFn: ({ signal }) => unwrap(api.POST('/api/bookings/manage', { body: { token }, signal })),
  });
}

/** Times that the appointment can move to; its own time counts as free. */
export function moveTimesSource(token: string): FreeTimesSource {
  return {
    key: ['move', token],
    load: ({ from, to }, signal) => unwrap(api.POST('/api/bookings/manage/availability', { body: { token, from, to }, signal })),
  };
}

const once = (idempotencyKey: string) => ({ header: { 'Idempotency-Key': idempotencyKey } });

/** Moves the appointment; what is on view follows. The same key moves once. */
export function useMoveBooking(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ date, time, key }: { date: string; time: string; key: string }) =>
      unwrap(api.POST('/api/bookings/manage/move', { params: once(key), body: { token, new_date: date, new_time: time } })),
    onSuccess: (booking) => queries.setQueryData(managedBookingKey(token), booking),
  });
}

/** The reader says that they booked it; what is on view follows. */
export function useTakeForOwn(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/bookings/manage/own', { body: { token } })),
    onSuccess: (booking) => queries.setQueryData(managedBookingKey(token), booking),
    onError: () => queries.invalidateQueries({ queryKey: managedBookingKey(token) }),
  });
}

/** Ends the link of whoever booked it. This one ends with it: what is on view is seen by the new one. */
export function useEndOthersLink(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/api/bookings/manage/not-own', { body: { token } })),
    onSuccess: ({ manage_token, ...booking }) => queries.setQueryData(managedBookingKey(manage_token), booking),
  });
}

/** Cancels the appointment; what is on view follows. The same key cancels once. */
export function useCancelBooking(token: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => unwrap(api.POST('/api/bookings/manage/cancel', { params: once(key), body: { token } })),
    onSuccess: (booking) => queries.setQueryData(managedBookingKey(token), booking),
    // Refused: what is on view may be out of date.
    onError: () => queries.invalidateQueries({ queryKey: managedBookingKey(token) }),
  });
}
