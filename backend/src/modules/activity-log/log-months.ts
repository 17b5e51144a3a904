import { DateTime } from 'luxon';

/** How long an entry is kept at least, as 45 CFR 164.316(b)(2) asks. */
const KEPT_FOR = { years: 6 };

/** The first instant after a month, `yyyy-MM`, in UTC. */
export function endOfMonth(month: string): DateTime<true> {
  const end = DateTime.fromFormat(month, 'yyyy-MM', { zone: 'utc' }).plus({ months: 1 });
  if (!end.isValid) throw new Error('That is not a month.');
  return end;
}

export function monthAfter(month: string): string {
  return endOfMonth(month).toFormat('yyyy-MM');
}

/** Entries from before this instant may go. */
export function keptSince(now: Date): Date {
  return DateTime.fromJSDate(now, { zone: 'utc' }).minus(KEPT_FOR).toJSDate();
}

/** Whether all of a month may go. */
export function isPastRetention(month: string, now: Date): boolean {
  return endOfMonth(month).toJSDate() <= keptSince(now);
}
