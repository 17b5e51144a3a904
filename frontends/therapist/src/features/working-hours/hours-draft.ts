import type { WorkingHours, WorkingHoursBody } from './working-hours.api';
import { RULES, ruleError, type RuleName } from './booking-rules';
import { hoursMessages } from './messages';
import { newKey, type WindowDraft, windowDraft, windowErrors, windowsBody } from './start-windows';

/** A date with hours of its own; no windows means closed. */
export interface OverrideDraft {
  key: string;
  date: string;
  windows: readonly WindowDraft[];
}

export interface HoursDraft {
  /** Seven lists, Sunday first, as on the wire. */
  weekly: readonly (readonly WindowDraft[])[];
  overrides: readonly OverrideDraft[];
  /** Numbers as typed. */
  rules: Readonly<Record<RuleName, string>>;
}

/** What is wrong, by the key of a window or override, or by the rule's name. */
export interface HoursErrors {
  rows: Record<string, string>;
  rules: Partial<Record<RuleName, string>>;
}

export const NO_ERRORS: HoursErrors = { rows: {}, rules: {} };

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

/** The form's start. Overrides of days gone by have no effect any more and are left out. */
export function hoursDraft(hours: WorkingHours, today: string): HoursDraft {
  const windowsOf = (weekday: number) => hours.weekly.find((day) => day.weekday === weekday)?.windows ?? [];
  return {
    weekly: [0, 1, 2, 3, 4, 5, 6].map((weekday) => windowsOf(weekday).map(windowDraft)),
    overrides: hours.overrides
      .filter((override) => override.date >= today)
      .sort((a, b) => a.date.localeCompare(b.date))
      .map(({ date, windows }) => ({ key: newKey(), date, windows: windows.map(windowDraft) })),
    rules: {
      buffer_before_minutes: String(hours.buffer_before_minutes),
      buffer_after_minutes: String(hours.buffer_after_minutes),
      minimum_notice_hours: String(hours.minimum_notice_hours),
      horizon_days: String(hours.horizon_days),
      cancellation_notice_hours: String(hours.cancellation_notice_hours),
    },
  };
}

/** What is sent: all seven weekdays, windows in the order of the day. */
export function hoursBody({ weekly, overrides, rules }: HoursDraft): WorkingHoursBody {
  return {
    weekly: weekly.map((windows, weekday) => ({ weekday, windows: windowsBody(windows) })),
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

/** The draft with one weekday's windows replaced. */
export function withDay(draft: HoursDraft, weekday: number, windows: readonly WindowDraft[]): HoursDraft {
  return { ...draft, weekly: draft.weekly.map((old, day) => (day === weekday ? windows : old)) };
}

/** Monday's windows on Tuesday to Friday as well; the weekend stays. */
export function withMondayOnWeekdays(draft: HoursDraft): HoursDraft {
  const monday = draft.weekly[1] ?? [];
  const copies = () => monday.map((window) => ({ ...window, key: newKey() }));
  return { ...draft, weekly: draft.weekly.map((old, day) => (day >= 2 && day <= 5 ? copies() : old)) };
}

export function hoursErrors(draft: HoursDraft, today: string): HoursErrors {
  const rows = Object.assign({}, ...draft.weekly.map(windowErrors)) as Record<string, string>;
  const seen = new Set<string>();
  for (const { key, date, windows } of draft.overrides) {
    Object.assign(rows, windowErrors(windows));
    if (date === '') rows[key] = hoursMessages.dateMissing;
    else if (date < today) rows[key] = hoursMessages.datePast;
    else if (seen.has(date)) rows[key] = hoursMessages.dateTwice;
    seen.add(date);
  }
  const rules: HoursErrors['rules'] = {};
  for (const rule of RULES) {
    const wrong = ruleError(rule, draft.rules[rule.name]);
    if (wrong !== undefined) rules[rule.name] = wrong;
  }
  return { rows, rules };
}

export function hasErrors({ rows, rules }: HoursErrors): boolean {
  return Object.keys(rows).length + Object.keys(rules).length > 0;
}

/** Whether two drafts would be saved the same, whatever their row keys. */
export function sameHours(a: HoursDraft, b: HoursDraft): boolean {
  return JSON.stringify(hoursBody(a)) === JSON.stringify(hoursBody(b));
}
