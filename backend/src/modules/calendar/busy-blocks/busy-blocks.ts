import type { calendar_v3 } from 'googleapis/build/src/apis/calendar';
import { knownZone } from '../../../common/clock/zones';
import type { KeyRing } from '../../../common/crypto/key-ring';
import { DAY_MS, parseDate, ZoneClock } from '../../scheduling/rules/calendar';

type GoogleEvent = calendar_v3.Schema$Event;

/** When something takes place. */
export interface EventTime {
  starts_at: Date;
  ends_at: Date;
}

/** Where a person works, and whose birthday it is, takes nobody's time. */
const NO_TIME_TAKEN = new Set(['workingLocation', 'birthday']);
const MINUTES_PER_DAY = 1_440;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/i;

/** What stands for an event in our tables: its id at Google cannot be read from it. */
export function blockKey(keys: KeyRing, eventId: string): string {
  return keys.digest('calendar-event-key', eventId).toString('hex');
}

/**
 * The time that an event takes, as Google lists single events; undefined where it takes none: it was cancelled or declined, is shown as free, or
 * says nothing that could be understood.
 * @param zone of the calendar: days without a time begin and end there
 */
export function takenTime(event: GoogleEvent, zone: string): EventTime | undefined {
  const isDeclined = event.attendees?.some(({ self, responseStatus }) => self === true && responseStatus === 'declined') ?? false;
  if (event.status === 'cancelled' || event.transparency === 'transparent' || isDeclined || NO_TIME_TAKEN.has(event.eventType ?? '')) return undefined;
  return eventTime(event, zone);
}

/** When an event takes place, whatever it is; undefined for none, and for one without length. */
export function eventTime({ start, end }: Pick<GoogleEvent, 'start' | 'end'>, zone: string): EventTime | undefined {
  const [startsAt, endsAt] = [instantOf(start, zone), instantOf(end, zone)];
  return startsAt !== undefined && endsAt !== undefined && startsAt < endsAt ? { starts_at: new Date(startsAt), ends_at: new Date(endsAt) } : undefined;
}

function instantOf(at: calendar_v3.Schema$EventDateTime | null | undefined, zone: string): number | undefined {
  if (at?.dateTime) return INSTANT.test(at.dateTime) ? numberOf(Date.parse(at.dateTime)) : undefined;
  const day = at?.date ? parseDate(at.date) : undefined;
  return day === undefined ? undefined : beginOf(day, ZoneClock.of(knownZone(zone) ?? 'UTC'));
}

/** The first instant of a day: where the clock skips midnight, or the whole day, the first that comes after. */
function beginOf(day: number, clock: ZoneClock): number {
  for (let minute = 0; minute < MINUTES_PER_DAY; minute += 1) {
    const instant = clock.instantOf(day, minute);
    if (instant !== undefined) return instant;
  }
  return clock.instantOf(day + 1, 0) ?? (day + 1) * DAY_MS;
}

function numberOf(instant: number): number | undefined {
  return Number.isNaN(instant) ? undefined : instant;
}

interface Span {
  startsAt: Date;
  endsAt: Date;
}

/** What is left of times when others are taken out of them, in order, without a gap between what touches. In one walk, however many there are. */
export function leftOf(times: readonly Span[], others: readonly Span[]): Span[] {
  const taken = together(others);
  const left: Span[] = [];
  let next = 0;
  for (const { startsAt, endsAt } of together(times)) {
    let from = startsAt;
    while (next < taken.length && (taken[next] as Span).endsAt <= from) next += 1;
    for (let index = next; index < taken.length && (taken[index] as Span).startsAt < endsAt; index += 1) {
      const other = taken[index] as Span;
      if (from < other.startsAt) left.push({ startsAt: from, endsAt: other.startsAt });
      from = other.endsAt;
      next = index;
    }
    if (from < endsAt) left.push({ startsAt: from, endsAt });
  }
  return left;
}

/** In order of time, those that touch as one. */
function together(times: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const { startsAt, endsAt } of [...times].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())) {
    const last = merged.at(-1);
    if (!last || last.endsAt < startsAt) merged.push({ startsAt, endsAt });
    else if (last.endsAt < endsAt) last.endsAt = endsAt;
  }
  return merged;
}
