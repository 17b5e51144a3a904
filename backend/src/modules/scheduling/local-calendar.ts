/** Dates and times of the wall: whole days counted from 1970-01-01 and minutes of the day. No zone is involved here. */

export const MINUTES_PER_DAY = 1_440;
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
