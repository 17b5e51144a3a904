import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, readPageData, unwrap } from '@attune/shared-ui/runtime';

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
