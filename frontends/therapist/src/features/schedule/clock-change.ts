import { addDays, hoursApart, instantInZone, zonedInstant } from '@attune/shared-ui/format';

/** What a clock does on a day on which it is put forward or back. */
export interface ClockChange {
  /** What the clock showed when it jumped, in minutes of the day: 120 for 02:00. */
  at: number;
  /** By how much, in minutes: 60 forward in spring, -60 back in autumn. */
  by: number;
  /** When that is. */
  instant: number;
}

const MINUTE_MS = 60_000;
export const DAY_MINUTES = 24 * 60;

/** When a day begins and ends; it lasts 23 or 25 hours where the clock is changed. */
export function dayBounds(date: string, zone: string): { start: number; end: number } {
  const startOf = (day: string) => Date.parse(zonedInstant(day, '00:00', zone));
  return { start: startOf(date), end: startOf(addDays(date, 1)) };
}

const known = new Map<string, ClockChange | null>();

/** The change of a day's clock, if there is one; kept, for every item of a day asks. */
export function clockChange(date: string, zone: string): ClockChange | null {
  const key = `${date} ${zone}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const change = findChange(date, zone);
  known.set(key, change);
  return change;
}

function findChange(date: string, zone: string): ClockChange | null {
  const { start, end } = dayBounds(date, zone);
  // From the last minute of the day before: a clock that skips midnight has changed when the day begins.
  let before = start / MINUTE_MS - 1;
  let after = end / MINUTE_MS - 1;
  const was = offset(before, zone);
  const is = offset(after, zone);
  if (was === is) return null;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offset(middle, zone) === was) before = middle;
    else after = middle;
  }
  const by = is - was;
  const { date: day, time } = instantInZone(new Date(after * MINUTE_MS), zone);
  const at = minutesOf(time) - by;
  return { at: day === date ? at : at - DAY_MINUTES, by, instant: after * MINUTE_MS };
}

/** 570 for '09:30'; '24:00' is the end of the day. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** By how many minutes a zone is ahead of UTC at a minute since 1970. */
function offset(minute: number, zone: string): number {
  return Math.round(hoursApart(new Date(minute * MINUTE_MS), 'UTC', zone) * 60);
}
