import { api, unwrap } from '@attune/shared-ui/runtime';

/** Mails another code; the one before is then worth nothing. The time is kept no longer than it was. */
export async function resendHoldCode(holdId: string): Promise<void> {
  await unwrap(api.POST('/api/bookings/hold/code', { body: { hold_id: holdId } }));
}
