import { formatDate, localZone, relativeDay, today, zoneCity, zoneLabel } from '@attune/shared-ui/format';
import type { Booking, BookingStatus } from './bookings.api';

type Tone = 'positive' | 'info' | 'danger';

/** The therapist's colours: confirmed green, completed blue, otherwise red. */
export function statusTone(status: BookingStatus): Tone {
  if (status === 'confirmed') return 'positive';
  return status === 'completed' ? 'info' : 'danger';
}

/** 'Tue 24 Nov', with the year where it isn't the current one. */
export function dayLabel(date: string, currentDay: string): string {
  return date.slice(0, 4) === currentDay.slice(0, 4)
    ? formatDate(date, 'medium')
    : `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}`;
}

/** 'today', 'in 3 days': the distance in the appointment's own calendar. */
export function dayDistance(booking: Pick<Booking, 'appointment_date' | 'timezone'>): string {
  return relativeDay(booking.appointment_date, today(booking.timezone));
}

/** The zone's name where it isn't the reader's own, else nothing; `short` leaves out the region. */
export function foreignZone(timezone: string, style: 'full' | 'short' = 'full'): string | null {
  if (timezone === localZone()) return null;
  return style === 'short' ? zoneCity(timezone) : zoneLabel(timezone);
}

/** Whether a session has begun, or is over. */
export function hasBegun({ starts_at }: Pick<Booking, 'starts_at'>, now: Date): boolean {
  return Date.parse(starts_at) <= now.getTime();
}

/** 'in 18 min', 'in 2 h 5 min', 'now': from this moment to the start, for the day's list. */
export function untilStart(booking: Pick<Booking, 'starts_at' | 'ends_at'>, now: Date): string | null {
  const minutes = Math.ceil((Date.parse(booking.starts_at) - now.getTime()) / 60_000);
  if (minutes > 0) return `in ${minutesLabel(minutes)}`;
  return Date.parse(booking.ends_at) > now.getTime() ? 'now' : null;
}

function minutesLabel(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
