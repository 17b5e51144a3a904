import type { BadgeTone } from '@attune/shared-ui/components/badge';
import { clockTime, formatDate, formatDuration, localZone, relativeDay, today } from '@attune/shared-ui/format';
import { readersMoment } from '@attune/shared-ui/free-times';
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

/** When an appointment is, by the client's own clock. */
export interface AppointmentWhen {
  /** 'Tue 24 Nov', with the year where it is not the current one. */
  day: string;
  time: string;
  /** '11:00 in New York', where the therapist's clock shows another time; else nothing. */
  there: string | undefined;
  /** 'tomorrow', 'in 3 days' */
  distance: string;
}

export function whenOf({ appointment_date, appointment_time, timezone }: When, readerZone = localZone()): AppointmentWhen {
  const { date, time, there } = readersMoment(appointment_date, appointment_time, timezone, readerZone);
  const now = today(readerZone);
  const thisYear = date.slice(0, 4) === now.slice(0, 4);
  const day = thisYear ? formatDate(date, 'medium') : `${formatDate(date, 'weekday')} ${formatDate(date, 'short')}`;
  return { day, time: clockTime(time), there, distance: relativeDay(date, now) };
}

const PLACES = { online: 'online', 'in-person': 'in-person', both: 'online or in-person' } as const;

/** '50 min, online' */
export function lengthAndPlace({ duration_minutes, session_type }: Pick<Appointment, 'duration_minutes' | 'session_type'>): string {
  return `${formatDuration(duration_minutes)}, ${PLACES[session_type]}`;
}
