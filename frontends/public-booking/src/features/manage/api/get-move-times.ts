import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, unwrap } from '@attune/shared-ui/runtime';

/** Times that the appointment can move to; its own time counts as free. */
export function moveTimesSource(token: string): FreeTimesSource {
  return {
    key: ['move', token],
    load: ({ from, to }, signal) => unwrap(api.POST('/api/bookings/manage/availability', { body: { token, from, to }, signal })),
  };
}
