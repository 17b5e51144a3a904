import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, readPageData, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../wire';
import type { BookingBody } from './booking-draft';

export type BookingConfirmation = Answer<'/api/bookings', 'post', 201>;
/** The time is kept for a while, and a code was mailed that makes it a booking. */
export type BookingHold = Answer<'/api/bookings', 'post', 202>;

/** Books. With a key that was used before for the same contents, the first result is answered again. */
export function createBooking(body: BookingBody, idempotencyKey: string): Promise<BookingConfirmation | BookingHold> {
  return unwrap(api.POST('/api/bookings', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Makes the booking of a held time with the code of the mail. The same code again gets the same answer. */
export function confirmHold(holdId: string, code: string): Promise<BookingConfirmation> {
  return unwrap(api.POST('/api/bookings/verify', { body: { hold_id: holdId, code } }));
}

/** Mails another code; the one before is then worth nothing. The time is kept no longer than it was. */
export async function resendHoldCode(holdId: string): Promise<void> {
  await unwrap(api.POST('/api/bookings/hold/code', { body: { hold_id: holdId } }));
}

/** Lets go of a held time. Should the server not hear of it, the time is free again within ten minutes anyway. */
export async function releaseHold(holdId: string): Promise<void> {
  await api.POST('/api/bookings/hold/release', { body: { hold_id: holdId } }).catch(() => undefined);
}

/** Free times of one service; those that came with the page are used where they fit. */
export function availabilitySource(therapistId: string, serviceId: string): FreeTimesSource {
  return {
    key: [therapistId, serviceId],
    load: ({ from, to }, signal) =>
      unwrap(
        api.GET('/api/public/therapist/{id}/availability', {
          params: { path: { id: therapistId }, query: { service_id: serviceId, from, to } },
          signal,
        }),
      ),
    inlined: inlinedAvailability(therapistId, serviceId),
  };
}

function inlinedAvailability(therapistId: string, serviceId: string): FreeTimesSource['inlined'] {
  const inlined = readPageData().public_therapist;
  const availability = inlined?.availability;
  if (inlined?.therapist?.id !== therapistId || availability?.service_id !== serviceId) return undefined;
  const { from, to, answer } = availability;
  return { range: { from, to }, answer };
}
