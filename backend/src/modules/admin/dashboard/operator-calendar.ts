import { DateTime } from 'luxon';

/** One local day of the operator with the instants that bound it. */
export interface OperatorDay {
  /** yyyy-MM-dd */
  date: string;
  startsAt: Date;
  /** The first instant that is no longer part of it. */
  endsAt: Date;
}

/** Days that the figures show. The week begins on Sunday, so it always lies within them. */
const SHOWN_DAYS = 7;

/** Today and the six days before it in the operator's zone, oldest first. */
export function lastSevenDays(now: Date, zone: string): OperatorDay[] {
  const today = DateTime.fromJSDate(now, { zone }).startOf('day');
  return Array.from({ length: SHOWN_DAYS }, (_, index) => {
    const day = today.minus({ days: SHOWN_DAYS - 1 - index });
    const next = day.plus({ days: 1 }).startOf('day');
    return { date: day.toFormat('yyyy-MM-dd'), startsAt: day.startOf('day').toJSDate(), endsAt: next.toJSDate() };
  });
}

/** The date of the Sunday that began this week in the operator's zone. */
export function weekStart(now: Date, zone: string): string {
  const today = DateTime.fromJSDate(now, { zone });
  return today.minus({ days: today.weekday % 7 }).toFormat('yyyy-MM-dd');
}
