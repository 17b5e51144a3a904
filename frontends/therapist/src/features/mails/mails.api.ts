import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';

export type BookingMail = Answer<'/api/therapist/booking-mails', 'get'>[number];

const mailsKey = ['therapist', 'booking-mails'] as const;
/** What the server takes at a time. */
const BOOKINGS_IN_A_CALL = 100;
const LOOK_AGAIN_MS = 5_000;
/** A page that looks by itself does not count as somebody being there. */
const BACKGROUND = { 'X-Background': '1' };

/** The mails about these appointments; looked at again while one of them is on its way. */
export function mailsOfBookingsQuery(ids: readonly string[]) {
  const calls = Array.from({ length: Math.ceil(ids.length / BOOKINGS_IN_A_CALL) }, (_, index) => ids.slice(index * BOOKINGS_IN_A_CALL, (index + 1) * BOOKINGS_IN_A_CALL));
  return queryOptions({
    queryKey: [...mailsKey, ids],
    queryFn: async ({ signal }) => (await Promise.all(calls.map((booking_id) => unwrap(api.GET('/api/therapist/booking-mails', { params: { query: { booking_id } }, headers: BACKGROUND, signal }))))).flat(),
  });
}

/** The same for one that is open; a mail on its way is looked at again. */
export function mailsOfBookingQuery(id: string) {
  return queryOptions({
    ...mailsOfBookingsQuery([id]),
    refetchInterval: ({ state }) => (state.data?.some((mail) => mail.state === 'queued') ? LOOK_AGAIN_MS : false),
  });
}

/** Sends a mail once more, once for each key. */
export function useSendMailAgain() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, key }: { id: string; key: string }) =>
      unwrap(api.POST('/api/therapist/booking-mails/{id}/send-again', { params: { path: { id }, header: { 'Idempotency-Key': key } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailsKey }),
  });
}
