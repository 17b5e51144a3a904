import { api, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../../wire';
import type { BookingBody } from '../booking-draft';

export type BookingConfirmation = Answer<'/api/bookings', 'post', 201>;
/** The time is kept for a while, and a code was mailed that makes it a booking. */
export type BookingHold = Answer<'/api/bookings', 'post', 202>;

/** Books. With a key that was used before for the same contents, the first result is answered again. */
export function createBooking(body: BookingBody, idempotencyKey: string): Promise<BookingConfirmation | BookingHold> {
  return unwrap(api.POST('/api/bookings', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}
