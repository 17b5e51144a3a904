import type { Problems, Typed } from '@attune/shared-ui/forms';
import type { WorkingHours, WorkingHoursBody } from './working-hours.api';
import { RULES, ruleError } from './booking-rules';
import { hoursMessages } from './messages';
import { type TypedWindow, typedWindow, windowErrors, windowsBody } from './start-windows';

/** The hours while they are edited: seven days, Sunday first, as on the wire; numbers as typed. */
export type HoursValues = Typed<WorkingHoursBody>;
/** A date with hours of its own; no windows means closed. */
export type TypedOverride = HoursValues['overrides'][number];

/** Monday first, as people read a week; the numbers are the wire's (0 = Sunday). */
export const WEEK: readonly { weekday: number; name: string }[] = [
  { weekday: 1, name: 'Monday' },
  { weekday: 2, name: 'Tuesday' },
  { weekday: 3, name: 'Wednesday' },
  { weekday: 4, name: 'Thursday' },
  { weekday: 5, name: 'Friday' },
  { weekday: 6, name: 'Saturday' },
  { weekday: 0, name: 'Sunday' },
];

/** The days that take over Monday's hours; the weekend does not. */
export const REST_OF_WORKDAYS = [2, 3, 4, 5] as const;

/** The form's start. Overrides of days gone by have no effect any more and are left out. */
export function valuesOf(hours: WorkingHours, today: string): HoursValues {
  const windowsOf = (weekday: number) => hours.weekly.find((day) => day.weekday === weekday)?.windows ?? [];
  return {
    weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday: String(weekday), windows: windowsOf(weekday).map(typedWindow) })),
    overrides: hours.overrides
      .filter((override) => override.date >= today)
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(({ date, windows }) => ({ date, windows: windows.map(typedWindow) })),
    buffer_before_minutes: String(hours.buffer_before_minutes),
    buffer_after_minutes: String(hours.buffer_after_minutes),
    minimum_notice_hours: String(hours.minimum_notice_hours),
    horizon_days: String(hours.horizon_days),
    cancellation_notice_hours: String(hours.cancellation_notice_hours),
  };
}

/** What is sent: all seven weekdays, windows in the order of the day. */
export function bodyOf({ weekly, overrides, ...rules }: HoursValues): WorkingHoursBody {
  return {
    weekly: weekly.map(({ weekday, windows }) => ({ weekday: Number(weekday), windows: windowsBody(windows) })),
    overrides: [...overrides]
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(({ date, windows }) => ({ date, windows: windowsBody(windows) })),
    buffer_before_minutes: Number(rules.buffer_before_minutes),
    buffer_after_minutes: Number(rules.buffer_after_minutes),
    minimum_notice_hours: Number(rules.minimum_notice_hours),
    horizon_days: Number(rules.horizon_days),
    cancellation_notice_hours: Number(rules.cancellation_notice_hours),
  };
}

/** What is wrong, by the wire's names; a window's problem stands at its first start. */
export function problemsOf(values: HoursValues, today: string): Problems {
  const problems: Record<string, string> = {};
  const checkWindows = (path: string, windows: readonly TypedWindow[]) => {
    for (const [index, message] of Object.entries(windowErrors(windows))) problems[`${path}.windows.${index}.first_start`] = message;
  };
  values.weekly.forEach(({ windows }, day) => checkWindows(`weekly.${day}`, windows));
  const seen = new Set<string>();
  values.overrides.forEach(({ date, windows }, index) => {
    checkWindows(`overrides.${index}`, windows);
    const wrong = dateProblem(date, today, seen);
    if (wrong !== undefined) problems[`overrides.${index}.date`] = wrong;
    seen.add(date);
  });
  for (const rule of RULES) {
    const wrong = ruleError(rule, values[rule.name]);
    if (wrong !== undefined) problems[rule.name] = wrong;
  }
  return problems;
}

function dateProblem(date: string, today: string, seen: ReadonlySet<string>): string | undefined {
  if (date === '') return hoursMessages.dateMissing;
  if (date < today) return hoursMessages.datePast;
  return seen.has(date) ? hoursMessages.dateTwice : undefined;
}
