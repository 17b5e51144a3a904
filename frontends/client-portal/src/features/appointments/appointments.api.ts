import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';
import type { Appointment } from '../../wire';

export interface ChosenTime {
  date: string;
  time: string;
}

/** Moves an appointment; it stays the same one. */
export function moveAppointment(id: string, { date, time }: ChosenTime): Promise<Appointment> {
  return unwrap(api.POST('/api/client/bookings/{id}/move', { params: { path: { id } }, body: { new_date: date, new_time: time } }));
}

export function cancelAppointment(id: string): Promise<Appointment> {
  return unwrap(api.POST('/api/client/bookings/{id}/cancel', { params: { path: { id } } }));
}

/** Books the same service with the same therapist again. The same key answers the same booking. */
export function rebook(id: string, { date, time }: ChosenTime, idempotencyKey: string): Promise<Appointment> {
  const body = { booking_id: id, new_date: date, new_time: time };
  return unwrap(api.POST('/api/client/rebook', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** Free times of an appointment's own service and therapist; for one that is to come, its own time counts as free. */
export function appointmentTimesSource(id: string): FreeTimesSource {
  return {
    key: [...clientKey, id],
    load: (range, signal) => unwrap(api.GET('/api/client/bookings/{id}/availability', { params: { path: { id }, query: range }, signal })),
  };
}

/** One change of an appointment. Whether it worked or not, what is on view is read anew, and it is over when that is there. */
export function useAppointmentChange<Given>(change: (given: Given) => Promise<Appointment>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: ['free-times', ...clientKey] });
      await queries.invalidateQueries({ queryKey: clientKey });
    },
  });
}
