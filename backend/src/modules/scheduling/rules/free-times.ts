import * as messages from '../messages';
import { DAY_MS, formatDate, formatTime, MINUTE_MS, parseDate, parseTime, weekdayOf, ZoneClock } from './calendar';
import { gapMinutes, StartWindow, WorkingRules } from './working-rules';

/** Time that is taken, `[startsAt, endsAt)` in epoch milliseconds, without buffers. */
export interface BusyInterval {
  startsAt: number;
  endsAt: number;
}

export interface FreeTimesRequest {
  rules: WorkingRules;
  durationMinutes: number;
  /** First and last day of the answer, 'yyyy-MM-dd', both included. */
  from: string;
  to: string;
  /** Epoch milliseconds. */
  now: number;
  /** Sorted by `startsAt`; may overlap each other. */
  busy: readonly BusyInterval[];
}

export interface FreeDay {
  date: string;
  /** 'HH:mm', ascending. */
  times: string[];
}

const NO_WINDOWS: readonly StartWindow[] = [];

/** The windows of one day: its override, or those of its weekday. */
function windowsOf(rules: WorkingRules, day: number, date: string): readonly StartWindow[] {
  return rules.overrides[date] ?? rules.weekly[weekdayOf(day)] ?? NO_WINDOWS;
}

/**
 * The start times a client may choose, for every day from `from` to `to` (days without any have an empty list).
 * Offered are times of the therapist's windows, from tomorrow to the horizon, after the minimum notice, that the clock
 * shows, and whose appointment keeps the buffers free of everything in `busy`.
 */
export function freeTimes(request: FreeTimesRequest): FreeDay[] {
  const { rules, now } = request;
  const clock = ZoneClock.of(rules.zone);
  const today = clock.dayOf(now);
  const lastBookable = today + rules.horizonDays;
  const sweep = new BusySweep(request.busy, gapMinutes(rules) * MINUTE_MS, request.durationMinutes * MINUTE_MS);
  const earliest = now + rules.minimumNoticeHours * 60 * MINUTE_MS;
  const days: FreeDay[] = [];
  const last = dayNumber(request.to);
  for (let day = dayNumber(request.from); day <= last; day += 1) {
    const date = formatDate(day);
    const times: string[] = [];
    if (day > today && day <= lastBookable) collect(clock, day, windowsOf(rules, day, date), earliest, sweep, times);
    days.push({ date, times });
  }
  return days;
}

/**
 * The first instant (epoch milliseconds) from which the same facts no longer give these free times: the next day of the zone begins, or the first time
 * that is offered comes too near.
 * @param now as they were made for @param days as {@link freeTimes} gave them
 */
export function freeTimesChangeAt(rules: WorkingRules, now: number, days: readonly FreeDay[]): number {
  const clock = ZoneClock.of(rules.zone);
  const tomorrow = clock.dayOf(now) + 1;
  let changesAt = Infinity;
  // Where the clock is put forward at midnight, the day begins with a later time.
  for (let minute = 0; changesAt === Infinity && minute < DAY_MS / MINUTE_MS; minute += 1) changesAt = clock.instantOf(tomorrow, minute) ?? Infinity;
  const first = days.find(({ times }) => times.length > 0);
  const [time] = first?.times ?? [];
  if (!first || time === undefined) return changesAt;
  const startsAt = clock.instantOf(dayNumber(first.date), parseTime(time) ?? 0) ?? now;
  return Math.min(changesAt, startsAt - rules.minimumNoticeHours * 60 * MINUTE_MS + 1);
}

/** Whether `[startsAt, startsAt + duration)` keeps the buffers free of everything in `busy` (in any order). */
export function isFree(rules: WorkingRules, busy: readonly BusyInterval[], startsAt: number, durationMinutes: number): boolean {
  const gap = gapMinutes(rules) * MINUTE_MS;
  const endsAt = startsAt + durationMinutes * MINUTE_MS;
  return !busy.some((taken) => startsAt < taken.endsAt + gap && endsAt + gap > taken.startsAt);
}

/** Instants between which everything lies that can matter for these days, buffers included. */
export function busyRange(from: string, to: string): { startsAt: Date; endsAt: Date } {
  // Zones are at most 14 hours from UTC; an appointment and its buffer last 8 hours at most.
  return { startsAt: new Date((dayNumber(from) - 1) * DAY_MS), endsAt: new Date((dayNumber(to) + 2) * DAY_MS) };
}

function collect(
  clock: ZoneClock,
  day: number,
  windows: readonly StartWindow[],
  earliest: number,
  sweep: BusySweep,
  times: string[],
): void {
  for (const { first, last, every } of windows) {
    for (let minute = first; minute <= last; minute += every) {
      const startsAt = clock.instantOf(day, minute);
      if (startsAt !== undefined && startsAt >= earliest && sweep.isFree(startsAt)) times.push(formatTime(minute));
    }
  }
}

/** Walks along the taken times once, since start times are asked in ascending order. */
class BusySweep {
  private next = 0;
  private takenUntil = -Infinity;

  constructor(
    private readonly busy: readonly BusyInterval[],
    private readonly gap: number,
    private readonly duration: number,
  ) {}

  isFree(startsAt: number): boolean {
    const end = startsAt + this.duration + this.gap;
    // Everything that begins before this appointment ends; only how far it reaches matters from here on.
    for (let taken = this.busy[this.next]; taken && taken.startsAt < end; taken = this.busy[this.next]) {
      this.takenUntil = Math.max(this.takenUntil, taken.endsAt);
      this.next += 1;
    }
    return startsAt >= this.takenUntil + this.gap;
  }
}

function dayNumber(date: string): number {
  const day = parseDate(date);
  if (day === undefined) throw new RangeError('A date of the calendar is needed.');
  return day;
}

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
  const outside = outsideHours(rules, date, time);
  if (outside !== undefined) return { rule: outside };
  const start = startInstant(rules.zone, date, time);
  if (start === 'skipped') return { rule: messages.skippedTime(time) };
  if (start.startsAt.getTime() < now + rules.minimumNoticeHours * 60 * MINUTE_MS) {
    return { rule: messages.minimumNotice(rules.minimumNoticeHours) };
  }
  return start;
}

/** Which rule of the hours a time breaks, in a sentence, if any: they say nothing about when it is booked. `date` and `time` are well-formed. */
export function outsideHours(rules: WorkingRules, date: string, time: string): string | undefined {
  const windows = windowsOf(rules, dayNumber(date), date);
  if (windows.length === 0) return messages.closedDay;
  const minute = parseTime(time);
  return windows.some((window) => minute !== undefined && isOnGrid(window, minute)) ? undefined : messages.offGrid(time);
}

function isOnGrid({ first, last, every }: StartWindow, minute: number): boolean {
  return minute >= first && minute <= last && (minute - first) % every === 0;
}
