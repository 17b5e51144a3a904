import { addDays, addMonths, firstOfMonth, lastOfMonth } from '../format';

/** Calendar days from `from` to `to`, both included. */
export interface DateRange {
  from: string;
  to: string;
}

/** The most days that one question about free times may span. */
export const LONGEST_RANGE_DAYS = 62;
/** No therapist can open their calendar further ahead than this. */
export const FURTHEST_DAYS = 365;

/** All days of the month that the day is in. */
export function monthRange(date: string): DateRange {
  return { from: firstOfMonth(date), to: lastOfMonth(date) };
}

/** What is asked for first: the rest of this month and the next, so that the last days of a month do not look empty. */
export function openingRange(today: string): DateRange {
  const to = lastOfMonth(addMonths(firstOfMonth(today), 1));
  const furthest = addDays(today, LONGEST_RANGE_DAYS - 1);
  return { from: today, to: to < furthest ? to : furthest };
}

/** The range that follows, as long as may be. */
export function nextRange({ to }: DateRange): DateRange {
  return { from: addDays(to, 1), to: addDays(to, LONGEST_RANGE_DAYS) };
}

/** Whether every day of the month that can still be booked is within the range. */
export function coversMonth(range: DateRange, month: string, today: string): boolean {
  const { from, to } = monthRange(month);
  const firstOpen = from > today ? from : addDays(today, 1);
  return range.from <= firstOpen && range.to >= to;
}
