import type { BadgeTone } from '@attune/shared-ui/components/badge';
import { formatDate, formatDuration, localZone, relativeDay, today, zoneCity } from '@attune/shared-ui/format';
import { visitorTime } from '@attune/shared-ui/free-times';
import type { Appointment } from '../../wire';
import { appointmentMessages as messages } from './messages';

type When = Pick<Appointment, 'appointment_date' | 'appointment_time' | 'timezone'>;

/** The client's colours: confirmed blue, completed green, cancelled red, other grey. */
export function statusTone(status: string): BadgeTone {
  const tones: Readonly<Record<string, BadgeTone>> = { confirmed: 'info', completed: 'positive', cancelled: 'danger' };
  return tones[status] ?? 'neutral';
}

/** A status as a word; one that is not known yet stands for itself. */
export function statusWord(status: string): string {
  return (messages.status as Readonly<Record<string, string>>)[status] ?? status;
}

/** 'Tue 24 Nov', with the year where it is not the current one. */
export function dayLabel({ appointment_date: date, timezone }: Pick<When, 'appointment_date' | 'timezone'>): string {
  if (date.slice(0, 4) === today(timezone).slice(0, 4)) return formatDate(date, 'medium');
  return `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}`;
}

/** 'in New York, 17:00 for you' where the appointment's zone is not the reader's own; else nothing. */
export function zoneWords({ appointment_date, appointment_time, timezone }: When, readerZone = localZone()): string | undefined {
  if (timezone === readerZone) return undefined;
  const own = visitorTime(appointment_date, appointment_time, timezone, readerZone);
  const there = messages.inZone(zoneCity(timezone));
  return own === undefined ? there : `${there}, ${messages.forYou(own)}`;
}

/** 'tomorrow', 'in 3 days': in the appointment's own calendar. */
export function dayDistance({ appointment_date, timezone }: Pick<When, 'appointment_date' | 'timezone'>): string {
  return relativeDay(appointment_date, today(timezone));
}

const PLACES = { online: 'online', 'in-person': 'in-person', both: 'online or in-person' } as const;

/** '50 min, online' */
export function lengthAndPlace({ duration_minutes, session_type }: Pick<Appointment, 'duration_minutes' | 'session_type'>): string {
  return `${formatDuration(duration_minutes)}, ${PLACES[session_type]}`;
}
