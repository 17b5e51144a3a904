import { addDays, addMonths, firstOfMonth, lastOfMonth, weekStart } from '../format/dates';
import { region } from '../format/region';

/** The days among which the keys lead; all dates are 'yyyy-MM-dd'. */
export interface Ground {
  min?: string | undefined;
  max?: string | undefined;
  canStandOn: (date: string) => boolean;
}

export interface Press {
  key: string;
  shiftKey: boolean;
  /** The page is read from right to left. */
  mirrored: boolean;
}

/** As far as the keys look for a day, where nothing else ends their way. */
const FAR_DAYS = 366;
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
const MONTHS: Record<string, number> = { PageUp: -1, PageDown: 1 };

export const leads = (key: string): boolean => key in STEPS || key in MONTHS || key === 'Home' || key === 'End';

/**
 * Where a key of a grid leads from a day, over those on which it cannot stand: arrows by days and weeks, Home and End to the ends of the week, PageUp
 * and PageDown by months, with Shift by years. Undefined when nowhere.
 */
export function dayByKey(from: string, { key, shiftKey, mirrored }: Press, { min, max, canStandOn }: Ground): string | undefined {
  const search = (start: string, step: number, until: string) => {
    for (let date = start; step > 0 ? date <= until : date >= until; date = addDays(date, step)) if (canStandOn(date)) return date;
    return undefined;
  };
  const onward = (start: string, step: number) => search(start, step, step > 0 ? (max ?? addDays(from, FAR_DAYS)) : (min ?? addDays(from, -FAR_DAYS)));

  const week = weekStart(from, region().weekStartsOn);
  if (key === 'Home') return search(week, 1, from);
  if (key === 'End') return search(addDays(week, 6), -1, from);
  const months = MONTHS[key];
  if (months !== undefined) {
    const day = within(addMonths(from, months * (shiftKey ? 12 : 1)), min, max);
    return search(day, 1, lastOfMonth(day)) ?? search(day, -1, firstOfMonth(day)) ?? onward(day, months);
  }
  const step = (STEPS[key] ?? 0) * (mirrored && !/Up|Down/.test(key) ? -1 : 1);
  return onward(addDays(from, step), step);
}

/** The day, or the nearest one between these. */
export function within(date: string, min: string | undefined, max: string | undefined): string {
  if (min && date < min) return min;
  return max && date > max ? max : date;
}
