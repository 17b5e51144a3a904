import { region, type Region, type Weekday } from './region';

/** Calendar dates are 'yyyy-MM-dd' strings throughout: a day has no zone and no hour. */
export type DateStyle = 'full' | 'long' | 'medium' | 'short' | 'month' | 'weekday';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Written out: a browser's own formatter costs a slow phone 100 ms before its first word, and most readers read English. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];

const FULL = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const PARTS: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  full: FULL,
  long: { ...FULL, year: undefined },
  medium: { weekday: 'short', day: 'numeric', month: 'short' },
  short: { day: 'numeric', month: 'short', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'short' },
};

/**
 * full 'Tuesday 24 November 2026', long 'Tuesday 24 November', medium 'Tue 24 Nov', short '24 Nov 2026',
 * month 'November 2026', weekday 'Tue': in the order and with the names of the reader's region, or another.
 */
export function formatDate(date: string, style: DateStyle = 'medium', { english, monthFirst, locale }: Region = region()): string {
  const day = toUtc(date);
  if (Number.isNaN(day.getTime())) throw new RangeError(`Not a date: ${date}`);
  if (!english) return named(day, PARTS[style], locale);
  const weekday = WEEKDAYS[day.getUTCDay()] ?? '';
  const month = MONTHS[day.getUTCMonth()] ?? '';
  const number = day.getUTCDate();
  const year = day.getUTCFullYear();
  const dayOf = (name: string) => (monthFirst ? `${name} ${number}` : `${number} ${name}`);
  const comma = monthFirst ? ',' : '';
  switch (style) {
    case 'full':
      return `${weekday}${comma} ${dayOf(month)}${comma} ${year}`;
    case 'long':
      return `${weekday}${comma} ${dayOf(month)}`;
    case 'medium':
      return `${short(weekday)}${comma} ${dayOf(short(month))}`;
    case 'short':
      return `${dayOf(short(month))}${comma} ${year}`;
    case 'month':
      return `${month} ${year}`;
    case 'weekday':
      return short(weekday);
  }
}

/** 'Tuesday', or as short as a column of a calendar needs it: 'Tu'. */
export function weekdayName(date: string, width: 'long' | 'short'): string {
  const day = toUtc(date);
  if (region().english) return (WEEKDAYS[day.getUTCDay()] ?? '').slice(0, width === 'long' ? undefined : 2);
  const { locale } = region();
  const name = named(day, { weekday: width }, locale);
  return width === 'short' && name.length > 4 ? named(day, { weekday: 'narrow' }, locale) : name;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** By the browser's own formatter; kept, for making one is slow. */
function named(day: Date, parts: Intl.DateTimeFormatOptions, locale: string): string {
  const key = locale + JSON.stringify(parts);
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...parts, timeZone: 'UTC' });
  formatters.set(key, formatter);
  return formatter.format(day);
}

/** The day `days` later (or earlier). */
export function addDays(date: string, days: number): string {
  return fromUtc(new Date(toUtc(date).getTime() + days * DAY_MS));
}

/** 'yyyy-MM-01' of the month that the day is in. */
export function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
}

export function lastOfMonth(date: string): string {
  return addDays(addMonths(firstOfMonth(date), 1), -1);
}

/** 0 is Sunday. */
export function weekdayOf(date: string): number {
  return toUtc(date).getUTCDay();
}

/** The first day of the week that the day is in. */
export function weekStart(date: string, weekStartsOn: Weekday): string {
  return addDays(date, -((weekdayOf(date) - weekStartsOn + 7) % 7));
}

/** The same day of another month; the last one where that month is shorter. */
export function addMonths(date: string, months: number): string {
  const day = toUtc(date);
  const wanted = day.getUTCDate();
  const target = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1));
  const last = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(wanted, last));
  return fromUtc(target);
}

/** Whole days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((toUtc(to).getTime() - toUtc(from).getTime()) / DAY_MS);
}

function short(name: string): string {
  return name.slice(0, 3);
}

function toUtc(date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}

function fromUtc(day: Date): string {
  return day.toISOString().slice(0, 10);
}
