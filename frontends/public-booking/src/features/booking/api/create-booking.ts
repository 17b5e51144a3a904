import { api, unwrap } from '@attune/shared-ui/runtime';
import type { Answer } from '../../../wire';
import type { BookingBody } from '../booking-draft';

export type BookingConfirmation = Answer<'/api/bookings', 'post', 201>;

/** Books. With a key that was used before for the same contents, the first result is answered again. */
export function createBooking(body: BookingBody, idempotencyKey: string): Promise<BookingConfirmation> {
  return unwrap(api.POST('/api/bookings', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}
