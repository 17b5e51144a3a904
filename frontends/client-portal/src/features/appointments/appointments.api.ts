import { localZone } from '@attune/shared-ui/format';
import type { FreeTimesSource } from '@attune/shared-ui/free-times';
import { api, queryOptions, unwrap, useMutation, useQueryClient } from '@attune/shared-ui/runtime';
import { clientKey } from '../../query-keys';
import type { Appointment, SessionPlace } from '../../wire';

export interface ChosenTime {
  date: string;
  time: string;
}

const once = (id: string, idempotencyKey: string) => ({ path: { id }, header: { 'Idempotency-Key': idempotencyKey } });

/** The mails say the time in this browser's zone as well. */
const timeOf = ({ date, time }: ChosenTime) => ({ new_date: date, new_time: time, client_timezone: localZone() });

/** Moves an appointment; it stays the same one. The same key moves once. */
export function moveAppointment(id: string, to: ChosenTime, idempotencyKey: string): Promise<Appointment> {
  return unwrap(api.POST('/api/client/bookings/{id}/move', { params: once(id, idempotencyKey), body: timeOf(to) }));
}

/** The same key cancels once. */
export function cancelAppointment(id: string, idempotencyKey: string): Promise<Appointment> {
  return unwrap(api.POST('/api/client/bookings/{id}/cancel', { params: once(id, idempotencyKey) }));
}

/** A time, and where, for a service that takes place either way. */
export interface NewAppointment extends ChosenTime {
  place: SessionPlace | null;
}

const bodyOf = ({ place, ...moment }: NewAppointment) => ({ ...timeOf(moment), ...(place !== null && { session_place: place }) });

/** What the client can book at the practices they belong to. */
export function practicesQuery() {
  return queryOptions({ queryKey: [...clientKey, 'services'], queryFn: ({ signal }) => unwrap(api.GET('/api/client/services', { signal })) });
}

export function serviceTimesSource(serviceId: string): FreeTimesSource {
  return {
    key: [...clientKey, 'service', serviceId],
    load: (range, signal) => unwrap(api.GET('/api/client/services/{id}/availability', { params: { path: { id: serviceId }, query: range }, signal })),
  };
}

/** Books a service. The same key answers the same booking. */
export function bookService(serviceId: string, chosen: NewAppointment, idempotencyKey: string): Promise<Appointment> {
  const body = { service_id: serviceId, ...bodyOf(chosen) };
  return unwrap(api.POST('/api/client/bookings', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }));
}

/** The client booked this one without signing in, or somebody else did, whose link ends. */
export function sayWhoBooked(id: string, who: 'own' | 'not-own'): Promise<Appointment> {
  const params = { path: { id } };
  return unwrap(who === 'own' ? api.POST('/api/client/bookings/{id}/own', { params }) : api.POST('/api/client/bookings/{id}/not-own', { params }));
}

/** Where the browser gets the appointment as a file for a calendar. */
export function calendarFileUrl(id: string): string {
  return `/api/client/bookings/${id}/event.ics`;
}

/** Books the same service with the same therapist again. The same key answers the same booking. */
export function rebook(id: string, chosen: NewAppointment, idempotencyKey: string): Promise<Appointment> {
  const body = { booking_id: id, ...bodyOf(chosen) };
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
