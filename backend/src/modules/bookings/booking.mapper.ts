import { DEFAULT_RULES, noticePolicy } from '../scheduling/rules/working-rules';
import { BookableService } from './availability/availability.repository';
import { BookingRow } from './booking.repository';
import { ManagedBookingDto } from './changes/manage-booking.dto';
import { ClientBookingDto, TherapistBookingDto } from './lists/booking-list.dto';
import { ClientBookingRow } from './lists/booking-list.repository';
import * as messages from './messages';

export function toTherapistBooking(row: BookingRow): TherapistBookingDto {
  return {
    id: row.id,
    client_name: row.client_name,
    client_email: row.client_email,
    client_phone: row.client_phone,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    duration_minutes: row.duration_minutes,
    service_id: row.service_id,
    service_name: row.service_name,
    session_type: row.session_type as TherapistBookingDto['session_type'],
    status: row.status,
    notes: row.notes(),
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** @param now epoch milliseconds */
export function toManagedBooking(row: BookingRow, service: BookableService, noticeHours: number, now: number): ManagedBookingDto {
  return {
    id: row.id,
    status: row.status,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    duration_minutes: row.duration_minutes,
    service_id: row.service_id,
    service_name: row.service_name,
    session_type: row.session_type,
    therapist_id: row.therapist_id,
    therapist_name: service.therapist_name,
    therapist_slug: service.therapist_slug,
    client_name: row.client_name,
    cancellation_notice_hours: noticeHours,
    ...changeability(row, noticeHours, now),
  };
}

/** @param now epoch milliseconds */
export function toClientBooking(row: ClientBookingRow, now: number): ClientBookingDto {
  return {
    id: row.id,
    client_name: row.client_name,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    duration_minutes: row.duration_minutes,
    client_notes: row.notes(),
    status: row.status,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    therapist_id: row.therapist_id,
    therapist_name: row.therapist_name,
    therapist_slug: row.therapist_slug,
    service_id: row.service_id,
    service_name: row.service_name,
    session_type: row.session_type as ClientBookingDto['session_type'],
    ...changeability(row, row.cancellation_notice_hours ?? DEFAULT_RULES.cancellationNoticeHours, now),
    can_rebook: row.status === 'completed' && row.still_offered,
  };
}

function changeability(row: BookingRow, noticeHours: number, now: number): { can_change: boolean; change_deadline: string; policy: string } {
  const startsAt = row.starts_at.getTime();
  const deadline = startsAt - noticeHours * 3_600_000;
  return {
    can_change: row.status === 'confirmed' && now < deadline,
    change_deadline: new Date(deadline).toISOString(),
    policy: policyOf(startsAt, noticeHours, now),
  };
}

/** What the notice policy means for an appointment now, in a sentence. `startsAt` and `now` in epoch milliseconds. */
export function policyOf(startsAt: number, noticeHours: number, now: number): string {
  if (now >= startsAt) return messages.isOver;
  return now < startsAt - noticeHours * 3_600_000 ? noticePolicy(noticeHours) : messages.pastNotice(noticeHours);
}
