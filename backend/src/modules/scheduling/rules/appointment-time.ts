import { DateTime } from 'luxon';
import { knownZone } from '../../../common/clock/zones';
import type { Fact } from '../../../integrations/mail/mail-document';

const LOCALE = 'en';

/** One appointment's time in words: long for the body, short for a subject. */
export interface AppointmentTime {
  /** `Tuesday, 24 November 2026` */
  date: string;
  /** `10:00 to 10:50` */
  hours: string;
  /** `America/New York`, as pages show it */
  zone: string;
}

/** `Tue 24 Nov at 16:00 (Europe/Berlin)`: named where the reader's zone is not the one that was agreed on. */
export function readersShortTime(startsAt: Date, timezone: string, readerZone: string | undefined, writtenAt: Date): string {
  const short = shortTime(startsAt, readerZone ?? timezone, writtenAt);
  return readerZone === undefined ? short : `${short} (${zoneLabel(readerZone)})`;
}

/** `Tue 24 Nov at 10:00`; with the year when it is not the year the mail is about. */
export function shortTime(startsAt: Date, timezone: string, writtenAt: Date): string {
  const start = inZone(startsAt, timezone);
  const sameYear = start.year === inZone(writtenAt, timezone).year;
  return start.toFormat(sameYear ? "ccc d LLL 'at' HH:mm" : "ccc d LLL yyyy 'at' HH:mm");
}

function appointmentTime(startsAt: Date, endsAt: Date, timezone: string): AppointmentTime {
  const start = inZone(startsAt, timezone);
  const end = inZone(endsAt, timezone);
  return {
    date: start.toFormat('cccc, d LLLL yyyy'),
    hours: `${start.toFormat('HH:mm')} to ${end.toFormat('HH:mm')}`,
    zone: zoneLabel(timezone),
  };
}

/** The visitor's own zone when it is a real one and not the appointment's. */
export function visitorZone(notice: { timezone: string; client_timezone: string | null }): string | undefined {
  const zone = knownZone(notice.client_timezone);
  if (zone === null || zone === notice.timezone) return undefined;
  return zone;
}

/** When something is, and in whose zone it was agreed on. */
interface ZonedTime {
  starts_at: Date;
  ends_at: Date;
  timezone: string;
}

/** What a client reads beside their own time. */
export const THERAPISTS_TIME = 'Your therapist’s time';
export const WHEN = 'When';

/** An appointment's time as a mail's facts: in the reader's own zone first, and beside it in the appointment's where that is another. */
export function timeRows(time: ZonedTime, readerZone: string | undefined, elsewhere: string): Fact[] {
  const agreed = timeLines(time, time.timezone);
  if (readerZone === undefined) return [{ label: WHEN, lines: agreed }];
  return [
    { label: WHEN, lines: timeLines(time, readerZone) },
    { label: elsewhere, lines: agreed },
  ];
}

function timeLines({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }, timezone: string): string[] {
  const { date, hours, zone } = appointmentTime(starts_at, ends_at, timezone);
  return [date, `${hours} (${zone})`];
}

function inZone(instant: Date, timezone: string): DateTime {
  return DateTime.fromJSDate(instant, { zone: timezone }).setLocale(LOCALE);
}

/** `America/New York` */
export function zoneLabel(timezone: string): string {
  return timezone.replaceAll('_', ' ');
}
