import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, unwrap } from '@attune/shared-ui/runtime';
import { clientKey } from '../../../query-keys';

/** Free times of an appointment's own service and therapist; for one that is to come, its own time counts as free. */
export function appointmentTimesSource(id: string): FreeTimesSource {
  return {
    key: [...clientKey, id],
    load: (range, signal) => unwrap(api.GET('/api/client/bookings/{id}/availability', { params: { path: { id }, query: range }, signal })),
  };
}
