import ICAL from 'ical.js';
import { createHash } from 'node:crypto';
import { DAY_MS } from '../../scheduling/rules/calendar';
import { Zone, zoneOf } from './zones';

/** Why a calendar says nothing: it is none, it holds what cannot be read, or too much. */
export class CalendarRefused extends Error {
  constructor(readonly reason: 'no_calendar' | 'unreadable' | 'too_many') {
    super(reason);
  }
}

export interface ReadingOptions {
  /** Between which instants times matter, in epoch milliseconds. */
  from: number;
  to: number;
  /** The therapist's IANA zone: that of times without one. */
  zone: string;
  /** The end of UIDs of our own making: those are appointments, and known here. */
  ownUids: string;
}

/** A time that is taken, in epoch milliseconds. `event` tells it from the others: a digest of its UID and of which occurrence it is. */
export interface TakenTime {
  event: string;
  starts: number;
  ends: number;
}

export const MAX_TIMES = 5_000;
/** No zone is further away from another. */
const ZONES_APART_MS = 27 * 3_600_000;
/** Feb 29 comes again after so many years; across 2100 a rule is read from its beginning. */
const LEAP_YEARS = 4;

type Span = Pick<TakenTime, 'starts' | 'ends'>;

/** The times that a calendar's events take. @throws CalendarRefused */
export function takenTimes(text: string, options: ReadingOptions): TakenTime[] {
  const calendars = calendarsIn(text);
  const found = new Map<string, TakenTime>();
  for (const calendar of calendars) {
    try {
      new CalendarReading(calendar, options, found).read();
    } catch (error) {
      throw error instanceof CalendarRefused ? error : new CalendarRefused('unreadable');
    }
  }
  return [...found.values()];
}

/** As the library parses them: name, properties, parts. */
function calendarsIn(text: string): unknown[][] {
  let parsed: unknown[];
  try {
    parsed = ICAL.parse(text.replace(/^\uFEFF/, '')) as unknown[];
  } catch {
    throw new CalendarRefused(/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text) ? 'unreadable' : 'no_calendar');
  }
  const all = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][];
  const calendars = all.filter(([name]) => name === 'vcalendar');
  if (calendars.length === 0) throw new CalendarRefused('no_calendar');
  return calendars;
}

/** Each by itself: with all of them around it, the library goes through the whole file for every one. */
function partsOf(calendar: unknown[], name: string): ICAL.Component[] {
  return (calendar[2] as unknown[][]).filter((part) => part[0] === name).map((part) => new ICAL.Component(part));
}

/** What is repeated of an event: occurrences that another entry describes are left out. */
type Replaced = ReadonlySet<number>;

class CalendarReading {
  private readonly zones = new Map<string, Zone>();
  private readonly floating: Zone;
  private readonly wholeDays: Zone;

  constructor(
    private readonly calendar: unknown[],
    private readonly options: ReadingOptions,
    private readonly found: Map<string, TakenTime>,
  ) {
    this.floating = zoneOf(options.zone) ?? zoneOf('UTC')!;
    this.wholeDays = zoneOf(String(new ICAL.Component(['vcalendar', calendar[1], []]).getFirstPropertyValue('x-wr-timezone') ?? '')) ?? this.floating;
    for (const definition of partsOf(calendar, 'vtimezone')) {
      const id = String(definition.getFirstPropertyValue('tzid') ?? '');
      this.zones.set(id, zoneOf(id, definition) ?? this.floating);
    }
  }

  read(): void {
    const changed = new Map<string, Set<number>>();
    const events = partsOf(this.calendar, 'vevent').filter((event) => event.hasProperty('dtstart') && !uidOf(event).endsWith(this.options.ownUids));
    for (const event of events) {
      const of = event.getFirstProperty('recurrence-id');
      if (!of) continue;
      const instants = changed.get(uidOf(event)) ?? new Set();
      changed.set(uidOf(event), instants.add(this.instantOf(timeOf(of), of)));
    }
    for (const event of events) if (takesTime(event)) this.readEvent(event, changed.get(uidOf(event)) ?? new Set());
    for (const busy of partsOf(this.calendar, 'vfreebusy')) this.readFreeBusy(busy);
  }

  private readEvent(event: ICAL.Component, replaced: Replaced): void {
    const of = event.getFirstProperty('recurrence-id');
    const start = event.getFirstProperty('dtstart')!;
    const first = timeOf(start);
    const spanOf = this.spansOf(event, start);
    if (of) return this.add(uidOf(event), this.instantOf(timeOf(of), of), spanOf(first));
    const left = this.leftOut(event);
    const take = (time: ICAL.Time, span = spanOf(time)): void => {
      if (replaced.has(span.starts) || left.instants.has(span.starts) || left.days.has(dayOf(time))) return;
      this.add(uidOf(event), span.starts, span);
    };
    take(first);
    for (const dates of event.getAllProperties('rdate')) {
      for (const value of dates.getValues() as (ICAL.Time | ICAL.Period)[]) {
        if (value instanceof ICAL.Period) take(value.start, this.periodOf(value, dates));
        else take(value, spanOf(value, dates));
      }
    }
    for (const rule of event.getAllProperties('rrule')) this.repeat(rule.getFirstValue() as ICAL.Recur, start, spanOf, take);
  }

  /** Times that a free/busy list gives without their events. */
  private readFreeBusy(busy: ICAL.Component): void {
    for (const property of busy.getAllProperties('freebusy')) {
      if (/^FREE$/i.test(String(property.getFirstParameter('fbtype') ?? ''))) continue;
      for (const value of property.getValues() as ICAL.Period[]) {
        const span = this.periodOf(value, property);
        this.add('', span.starts, span);
      }
    }
  }

  /** The end of a rule is compared here, as an instant: the library knows no zone that is not in the file. */
  private repeat(rule: ICAL.Recur, start: ICAL.Property, spanOf: (time: ICAL.Time) => Span, take: (time: ICAL.Time, span?: Span) => void): void {
    const { until } = rule;
    const last = until ? (until.isDate ? this.instantOf(until, start) + DAY_MS - 1 : this.instantOf(until, start)) : Infinity;
    const endless = rule.clone();
    delete (endless as { until?: unknown }).until;
    const first = wallTime(timeOf(start));
    const length = spanOf(timeOf(start));
    const near = this.options.from - (length.ends - length.starts) - 2 * ZONES_APART_MS;
    const occurrences = endless.iterator(rule.count ? first : laterStart(rule, first, near));
    for (let time = occurrences.next(); time; time = occurrences.next()) {
      if (wallMs(time) > this.options.to + ZONES_APART_MS) return;
      const occurrence = time.clone();
      occurrence.zone = timeOf(start).zone;
      const span = spanOf(occurrence);
      if (span.starts > last) return;
      take(occurrence, span);
    }
  }

  private leftOut(event: ICAL.Component): { instants: Set<number>; days: Set<string> } {
    const left = { instants: new Set<number>(), days: new Set<string>() };
    for (const property of event.getAllProperties('exdate')) {
      for (const time of property.getValues() as ICAL.Time[]) {
        if (time.isDate) left.days.add(dayOf(time));
        else left.instants.add(this.instantOf(time, property));
      }
    }
    return left;
  }

  /** How an event's length follows from one of its starts: a duration's days are the calendar's, all else is exact. */
  private spansOf(event: ICAL.Component, start: ICAL.Property): (time: ICAL.Time, of?: ICAL.Property) => Span {
    const first = timeOf(start);
    const end = event.getFirstProperty('dtend');
    const duration = event.getFirstPropertyValue('duration') as ICAL.Duration | null;
    if (first.isDate) {
      const days = end ? Math.round((wallMs(timeOf(end)) - wallMs(first)) / DAY_MS) : duration ? duration.weeks * 7 + duration.days : 1;
      return (time) => ({ starts: this.instantOf(time, start), ends: this.instantOf(daysLater(time, Math.max(days, 1)), start) });
    }
    if (end) {
      // Some write the day alone.
      const length = this.instantOf(timeOf(end), end) - this.instantOf(first, start);
      return (time, of = start) => {
        const starts = this.instantOf(time, of);
        return { starts, ends: starts + length };
      };
    }
    const days = duration ? duration.weeks * 7 + duration.days : 0;
    const exact = duration ? ((duration.hours * 60 + duration.minutes) * 60 + duration.seconds) * 1_000 : 0;
    const sign = duration?.isNegative ? -1 : 1;
    return (time, of = start) => ({ starts: this.instantOf(time, of), ends: this.instantOf(daysLater(time, sign * days), of) + sign * exact });
  }

  private periodOf(period: ICAL.Period, of: ICAL.Property): Span {
    const starts = this.instantOf(period.start, of);
    // Of the two the library keeps the one that stands there.
    const end = period.end as ICAL.Time | null;
    return { starts, ends: end ? this.instantOf(end, of) : starts + period.getDuration().toSeconds() * 1_000 };
  }

  private instantOf(time: ICAL.Time, of: ICAL.Property): number {
    if (time.zone === ICAL.Timezone.utcTimezone) return wallMs(time);
    return this.zoneFor(time, of).instantOf(wallMs(time));
  }

  private zoneFor(time: ICAL.Time, of: ICAL.Property): Zone {
    if (time.isDate) return this.wholeDays;
    const id = of.getFirstParameter('tzid');
    if (!id) return this.floating;
    const known = this.zones.get(id) ?? zoneOf(id) ?? this.floating;
    this.zones.set(id, known);
    return known;
  }

  private add(uid: string, occurrence: number, { starts, ends }: Span): void {
    if (!Number.isFinite(starts) || !Number.isFinite(ends)) throw new CalendarRefused('unreadable');
    if (ends <= starts || ends <= this.options.from || starts >= this.options.to) return;
    const event = createHash('sha256').update(`${occurrence} ${uid}`).digest('base64');
    const known = this.found.get(event);
    // One event that stands there twice takes the longer of its times.
    if (known) known.ends = Math.max(known.ends, ends);
    else this.found.set(event, { event, starts, ends });
    if (this.found.size > MAX_TIMES) throw new CalendarRefused('too_many');
  }
}

function takesTime(event: ICAL.Component): boolean {
  const says = (property: string): string => String(event.getFirstPropertyValue(property) ?? '').toUpperCase();
  return says('status') !== 'CANCELLED' && says('transp') !== 'TRANSPARENT' && says('x-microsoft-cdo-busystatus') !== 'FREE';
}

function uidOf(event: ICAL.Component): string {
  return String(event.getFirstPropertyValue('uid') ?? '');
}

function timeOf(property: ICAL.Property): ICAL.Time {
  const value = property.getFirstValue();
  if (!(value instanceof ICAL.Time)) throw new CalendarRefused('unreadable');
  return value;
}

/** The time on the wall, as if it were UTC. */
function wallMs({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

function dayOf({ year, month, day }: ICAL.Time): string {
  return `${year}-${month}-${day}`;
}

/** Without a zone, so that the library only counts. */
function wallTime(time: ICAL.Time): ICAL.Time {
  const { year, month, day, hour, minute, second, isDate } = time;
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, ICAL.Timezone.localTimezone);
}

function daysLater(time: ICAL.Time, days: number): ICAL.Time {
  const later = time.clone();
  later.adjust(days, 0, 0, 0);
  return later;
}

const STEP_MS: Record<string, number> = { SECONDLY: 1_000, MINUTELY: 60_000, HOURLY: 3_600_000, DAILY: DAY_MS, WEEKLY: 7 * DAY_MS };

/** A start of a rule without a count, whole steps later, that still lies before `near`: what began years ago is not counted through. */
function laterStart(rule: ICAL.Recur, first: ICAL.Time, near: number): ICAL.Time {
  const wall = wallMs(first);
  const interval = Math.max(rule.interval, 1);
  const step = STEP_MS[rule.freq];
  const later = first.clone();
  if (step !== undefined) {
    const seconds = (Math.floor((near - wall) / (step * interval)) * step * interval) / 1_000;
    if (seconds > 0) later.adjust(0, 0, 0, seconds);
    return later;
  }
  const years = Math.floor((new Date(near).getUTCFullYear() - 1 - first.year) / (LEAP_YEARS * interval)) * LEAP_YEARS * interval;
  if (years > 0 && Math.floor((first.year + years) / 100) === Math.floor(first.year / 100)) later.year += years;
  return later;
}
