import { formatDate, formatTime, parseDate, parseTime, WallTime, wallTimeOf } from '../../scheduling/rules/calendar';

/** A year of weekly appointments. */
export const LONGEST_SERIES = 52;
export const RHYTHMS = [1, 2] as const;
/** Every week, or every second one. */
export type Rhythm = (typeof RHYTHMS)[number];

const DAYS_OF_WEEK = 7;
const MINUTES_OF_DAY = 1_440;

/** The days of a series, the first one first; the hour on the wall is the same on each, whatever the clocks do in between. */
export function seriesDates(first: string, everyWeeks: Rhythm, count: number): string[] {
  const day = dayNumber(first);
  return Array.from({ length: count }, (_, index) => formatDate(day + index * everyWeeks * DAYS_OF_WEEK));
}

/** Whether these are days of one series: ascending, each a whole number of steps after the first, none beyond its longest. */
export function isSeries(dates: readonly string[], everyWeeks: Rhythm): boolean {
  const [first = 0, ...others] = dates.map(dayNumber);
  const step = everyWeeks * DAYS_OF_WEEK;
  let before = first;
  for (const day of others) {
    if (day <= before || (day - first) % step !== 0 || day - first >= LONGEST_SERIES * step) return false;
    before = day;
  }
  return true;
}

/** How far one wall time lies after another, in minutes of the wall. */
export function wallMinutesBetween(from: WallTime, to: WallTime): number {
  return wallMinute(to) - wallMinute(from);
}

/** What the clock of a zone shows so many minutes of the wall after what it shows at an instant (epoch milliseconds). */
export function shiftedWallTime(zone: string, instant: number, minutes: number): WallTime {
  const wall = wallMinute(wallTimeOf(zone, instant)) + minutes;
  const day = Math.floor(wall / MINUTES_OF_DAY);
  return { date: formatDate(day), time: formatTime(wall - day * MINUTES_OF_DAY) };
}

function wallMinute({ date, time }: WallTime): number {
  return dayNumber(date) * MINUTES_OF_DAY + (parseTime(time) ?? 0);
}

function dayNumber(date: string): number {
  return parseDate(date) ?? 0;
}
