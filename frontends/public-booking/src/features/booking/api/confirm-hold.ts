import { api, unwrap } from '@attune/shared-ui/runtime';
import type { BookingConfirmation } from './create-booking';

/** Makes the booking of a held time with the code of the mail. The same code again gets the same answer. */
export function confirmHold(holdId: string, code: string): Promise<BookingConfirmation> {
  return unwrap(api.POST('/api/bookings/verify', { body: { hold_id: holdId, code } }));
}
