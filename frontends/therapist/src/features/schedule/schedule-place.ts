import { addDays, addMonths, daysBetween, firstOfMonth, formatDate, lastOfMonth, weekStart, type Weekday } from '@attune/shared-ui/format';
import type { Days } from './schedule.api';

export type ScheduleView = 'day' | 'week' | 'month';

/** How the bookings are shown: the list, or one of the calendar's views. */
export type BookingsShow = 'list' | ScheduleView;

const VIEWS: readonly string[] = ['day', 'week', 'month'];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function showIn(params: URLSearchParams): BookingsShow {
  const show = params.get('show');
  return isView(show) ? show : 'list';
}

function isView(value: string | null): value is ScheduleView {
  return value !== null && VIEWS.includes(value);
}

/** The day that the address names, or today. */
export function dateIn(params: URLSearchParams, today: string): string {
  const date = params.get('date') ?? '';
  return DATE.test(date) && !Number.isNaN(Date.parse(date)) && addDays(date, 0) === date ? date : today;
}

/** The days that a view shows: of a month the whole weeks that it touches. */
export function daysOfView(view: ScheduleView, date: string, weekStartsOn: Weekday): Days {
  if (view === 'day') return { from: date, to: date };
  if (view === 'week') {
    const from = weekStart(date, weekStartsOn);
    return { from, to: addDays(from, 6) };
  }
  return { from: weekStart(firstOfMonth(date), weekStartsOn), to: addDays(weekStart(lastOfMonth(date), weekStartsOn), 6) };
}

export function datesOf({ from, to }: Days): string[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index));
}

/** The day to which a view turns: the next or previous day, week or month. */
export function turned(view: ScheduleView, date: string, pages: number): string {
  if (view === 'month') return addMonths(date, pages);
  return addDays(date, view === 'week' ? 7 * pages : pages);
}

/** 'Tuesday 24 November 2026', '23 Nov – 29 Nov 2026', 'November 2026' */
export function titleOf(view: ScheduleView, date: string, { from, to }: Days): string {
  if (view === 'day') return formatDate(date, 'full');
  if (view === 'month') return formatDate(date, 'month');
  const first = formatDate(from, 'short');
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? first.replace(/,? \d{4}$/, '') : first} – ${formatDate(to, 'short')}`;
}
