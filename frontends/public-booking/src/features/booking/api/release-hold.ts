import { api } from '@attune/shared-ui/runtime';

/** Lets go of a held time. Should the server not hear of it, the time is free again within ten minutes anyway. */
export async function releaseHold(holdId: string): Promise<void> {
  await api.POST('/api/bookings/hold/release', { body: { hold_id: holdId } }).catch(() => undefined);
}
