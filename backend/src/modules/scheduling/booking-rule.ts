import { windowsOf } from './free-times';
import { MINUTE_MS, parseDate, parseTime } from './local-calendar';
import * as messages from './messages';
import { StartWindow, WorkingRules } from './working-rules';
import { ZoneClock } from './zone-clock';

/** Either the instant at which the appointment starts, or the rule that it breaks, in a sentence for people. */
export type StartCheck = { startsAt: Date } | { rule: string };

/** The instant of a wall time in a zone: the first of two, `'skipped'` when the clock never shows it. */
export function startInstant(zone: string, date: string, time: string): { startsAt: Date } | 'skipped' {
  const day = parseDate(date);
  const minute = parseTime(time);
  if (day === undefined || minute === undefined) throw new RangeError('A date and a time of day are needed.');
  const instant = ZoneClock.of(zone).instantOf(day, minute);
  return instant === undefined ? 'skipped' : { startsAt: new Date(instant) };
}

/**
 * Whether the working hours allow an appointment to start then. Says nothing about other appointments.
 * `now` in epoch milliseconds; `date` and `time` are well-formed.
 */
export function checkStart(rules: WorkingRules, date: string, time: string, now: number): StartCheck {
  const day = parseDate(date);
  const minute = parseTime(time);
  if (day === undefined) return { rule: messages.noSuchDate };
  if (minute === undefined) return { rule: messages.noSuchTime };
  const today = ZoneClock.of(rules.zone).dayOf(now);
  if (day < today) return { rule: messages.inThePast };
  if (day === today) return { rule: messages.fromTomorrow };
  if (day > today + rules.horizonDays) return { rule: messages.beyondHorizon(rules.horizonDays) };
  const windows = windowsOf(rules, day, date);
  if (windows.length === 0) return { rule: messages.closedDay };
  if (!windows.some((window) => isOnGrid(window, minute))) return { rule: messages.offGrid(time) };
  const start = startInstant(rules.zone, date, time);
  if (start === 'skipped') return { rule: messages.skippedTime(time) };
  if (start.startsAt.getTime() < now + rules.minimumNoticeHours * 60 * MINUTE_MS) {
    return { rule: messages.minimumNotice(rules.minimumNoticeHours) };
  }
  return start;
}

function isOnGrid({ first, last, every }: StartWindow, minute: number): boolean {
  return minute >= first && minute <= last && (minute - first) % every === 0;
}
