import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import type { Body } from '../../wire';

export type NewBookingBody = Body<'/api/therapist/bookings', 'post'>;

/** Makes an appointment, once for each key. Everything that shows appointments is read anew behind it. */
export function useBookForClient() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewBookingBody; key: string }) => unwrap(api.POST('/api/therapist/bookings', { params: { header: { 'Idempotency-Key': key } }, body })),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['therapist'] }),
  });
}
