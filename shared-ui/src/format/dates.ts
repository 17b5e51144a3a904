/** Calendar dates are 'yyyy-MM-dd' strings throughout: a day has no zone and no hour. */
export type DateStyle = 'full' | 'long' | 'medium' | 'short' | 'month' | 'weekday';

type NameField = 'weekday' | 'month';
type NameWidth = 'long' | 'short';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Made once: a calendar asks for eighty names at every press of a key. */
const names: Record<NameField, Record<NameWidth, Intl.DateTimeFormat>> = {
  weekday: { long: namesOf('weekday', 'long'), short: namesOf('weekday', 'short') },
  month: { long: namesOf('month', 'long'), short: namesOf('month', 'short') },
};

/**
 * full 'Tuesday 24 November 2026', long 'Tuesday 24 November', medium 'Tue 24 Nov', short '24 Nov 2026',
 * month 'November 2026', weekday 'Tue'.
 */
export function formatDate(date: string, style: DateStyle = 'medium'): string {
  const day = toUtc(date);
  const name = (field: NameField, width: NameWidth) => names[field][width].format(day);
  const number = day.getUTCDate();
  const year = day.getUTCFullYear();
  switch (style) {
    case 'full':
      return `${name('weekday', 'long')} ${number} ${name('month', 'long')} ${year}`;
    case 'long':
      return `${name('weekday', 'long')} ${number} ${name('month', 'long')}`;
    case 'medium':
      return `${name('weekday', 'short')} ${number} ${name('month', 'short')}`;
    case 'short':
      return `${number} ${name('month', 'short')} ${year}`;
    case 'month':
      return `${name('month', 'long')} ${year}`;
    case 'weekday':
      return name('weekday', 'short');
  }
}

/** The day `days` later (or earlier). */
export function addDays(date: string, days: number): string {
  return fromUtc(new Date(toUtc(date).getTime() + days * DAY_MS));
}

/** 'yyyy-MM-01' of the month that the day is in. */
export function firstOfMonth(date: string): string {
  return `${date.slice(0, 7)}-01`;
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

function namesOf(field: NameField, width: NameWidth): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { [field]: width, timeZone: 'UTC' });
}

function toUtc(date: string): Date {
  const [year = 1970, month = 1, day = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
}

function fromUtc(day: Date): string {
  return day.toISOString().slice(0, 10);
}
