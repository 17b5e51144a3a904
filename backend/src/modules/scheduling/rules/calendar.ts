import { IANAZone } from 'luxon';
import { knownZone } from '../../../common/clock/zones';

/** Dates and times of the wall: whole days counted from 1970-01-01 and minutes of the day. No zone is involved here. */

const MINUTES_PER_DAY = 1_440;
export const MINUTE_MS = 60_000;
export const DAY_MS = MINUTES_PER_DAY * MINUTE_MS;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):([0-5]\d)$/;
const THURSDAY = 4;

const TIME_TEXTS: readonly string[] = Array.from(
  { length: MINUTES_PER_DAY },
  (_, minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
);

/** @returns the day's number, or undefined when the text is not a day of the calendar (2027-02-30). */
export function parseDate(text: string): number | undefined {
  const match = DATE.exec(text);
  if (!match) return undefined;
  const day = Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) / DAY_MS;
  return formatDate(day) === text ? day : undefined;
}

export function formatDate(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** @returns the minute of the day, or undefined when the text is not a time from 00:00 to 23:59. */
export function parseTime(text: string): number | undefined {
  const match = TIME.exec(text);
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/** 'HH:mm' of a minute of the day. */
export function formatTime(minute: number): string {
  return TIME_TEXTS[minute] ?? '';
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  return (((day + THURSDAY) % 7) + 7) % 7;
}

/** How one local day maps to instants: `before` holds until `changesAt`, `after` from then on. Offsets in milliseconds. */
interface DayOffsets {
  before: number;
  after: number;
  changesAt: number;
}

const REMEMBERED_DAYS = 8_192;
const REMEMBERED_CLOCKS = 100;
const SECOND_MS = 1_000;
const clocks = new Map<string, ZoneClock>();

/**
 * The clock of one IANA zone. Asking the zone database costs microseconds, so each day is asked once and remembered;
 * a day without a clock change is then an addition. Assumes at most one change within four days, which is true of every zone today.
 */
export class ZoneClock {
  private readonly days = new Map<number, DayOffsets>();
  private readonly midnights = new Map<number, number>();

  private constructor(private readonly zone: IANAZone) {}

  /** @throws RangeError when the zone is unknown; profiles hold known zones only. */
  static of(name: string): ZoneClock {
    const known = clocks.get(name);
    if (known) return known;
    const zone = IANAZone.create(knownZone(name) ?? name);
    if (!zone.isValid) throw new RangeError('This is no time zone that is known here.');
    const clock = new ZoneClock(zone);
    const [oldest] = clocks.keys();
    if (oldest !== undefined && clocks.size >= REMEMBERED_CLOCKS) clocks.delete(oldest);
    clocks.set(name, clock);
    return clock;
  }

  /**
   * The instant (epoch milliseconds) of a wall time: the first when the clock shows it twice,
   * undefined when the clock skips it.
   */
  instantOf(day: number, minute: number): number | undefined {
    const { before, after, changesAt } = this.offsetsOf(day);
    const wall = day * DAY_MS + minute * MINUTE_MS;
    if (wall - before < changesAt) return wall - before;
    return wall - after >= changesAt ? wall - after : undefined;
  }

  /** The local day that holds an instant. */
  dayOf(instant: number): number {
    return Math.floor(this.wallOf(instant) / DAY_MS);
  }

  /** The minute of the local day that holds an instant. */
  minuteOf(instant: number): number {
    return Math.floor((this.wallOf(instant) - this.dayOf(instant) * DAY_MS) / MINUTE_MS);
  }

  /** What the wall shows, as if it were UTC. */
  private wallOf(instant: number): number {
    const utcDay = Math.floor(instant / DAY_MS);
    const offset = this.midnightOffset(utcDay);
    return instant + (offset === this.midnightOffset(utcDay + 1) ? offset : this.offsetAt(instant));
  }

  private offsetsOf(day: number): DayOffsets {
    const known = this.days.get(day);
    if (known) return known;
    const offsets = this.readOffsets(day);
    if (this.days.size >= REMEMBERED_DAYS) this.days.clear();
    this.days.set(day, offsets);
    return offsets;
  }

  /** A local day lies within these UTC midnights, whatever the offset. */
  private readOffsets(day: number): DayOffsets {
    for (let midnight = day - 1; midnight < day + 2; midnight += 1) {
      const before = this.midnightOffset(midnight);
      const after = this.midnightOffset(midnight + 1);
      if (before !== after) return { before, after, changesAt: this.findChange(midnight * DAY_MS, (midnight + 1) * DAY_MS, before) };
    }
    const offset = this.midnightOffset(day);
    return { before: offset, after: offset, changesAt: Infinity };
  }

  /** The first instant, to the second, between `from` and `to` where the offset is no longer `before`. */
  private findChange(from: number, to: number, before: number): number {
    let old = from / SECOND_MS;
    let changed = to / SECOND_MS;
    while (changed - old > 1) {
      const middle = Math.floor((old + changed) / 2);
      if (this.offsetAt(middle * SECOND_MS) === before) old = middle;
      else changed = middle;
    }
    return changed * SECOND_MS;
  }

  private midnightOffset(utcDay: number): number {
    const known = this.midnights.get(utcDay);
    if (known !== undefined) return known;
    const offset = this.offsetAt(utcDay * DAY_MS);
    if (this.midnights.size >= REMEMBERED_DAYS) this.midnights.clear();
    this.midnights.set(utcDay, offset);
    return offset;
  }

  private offsetAt(instant: number): number {
    return this.zone.offset(instant) * MINUTE_MS;
  }
}

/** A day and a time by the clock of a zone. */
export interface WallTime {
  /** 'yyyy-MM-dd' */
  date: string;
  /** 'HH:mm' */
  time: string;
}

/** What the clock of a zone shows at an instant (epoch milliseconds), to the minute. */
export function wallTimeOf(zone: string, instant: number): WallTime {
  const clock = ZoneClock.of(zone);
  return { date: formatDate(clock.dayOf(instant)), time: formatTime(clock.minuteOf(instant)) };
}
