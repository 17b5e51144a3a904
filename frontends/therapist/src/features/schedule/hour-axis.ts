import { type ClockChange, clockChange, dayBounds, DAY_MINUTES, minutesOf } from './clock-change';
import { instantInZone } from '@attune/shared-ui/format';

/**
 * The hours from top to bottom, shared by the days that stand side by side: the minutes of the clock. Where one of the days has an hour
 * twice, the axis has it twice, and on the other days the second one is no time at all.
 */
export interface HourAxis {
  zone: string;
  /** From which minute of the clock on there is more, and how much. */
  repeat: { at: number; minutes: number } | null;
  length: number;
}

export function hourAxis(dates: readonly string[], zone: string): HourAxis {
  const back = dates.map((date) => clockChange(date, zone)).find((change) => change !== null && change.by < 0);
  const repeat = back ? { at: back.at, minutes: -back.by } : null;
  return { zone, repeat, length: DAY_MINUTES + (repeat?.minutes ?? 0) };
}

/** Where an instant lies on a day; what is before or after that day lies at its ends. */
export function placeOf(axis: HourAxis, date: string, instant: number): number {
  const { start, end } = dayBounds(date, axis.zone);
  if (instant < start) return 0;
  if (instant >= end) return axis.length;
  const wall = minutesOf(instantInZone(new Date(instant), axis.zone).time);
  const change = clockChange(date, axis.zone);
  const isSecondTime = change !== null && change.by < 0 && instant >= change.instant;
  return wall + beyond(axis, wall, isSecondTime);
}

/** Where a time of the clock lies on every day, the first time that it comes. */
export function placeOfTime(axis: HourAxis, minutes: number): number {
  return minutes + beyond(axis, minutes, false);
}

/** The time of the clock at a place; undefined where it is the second time that the clock shows it, which nobody can ask for. */
export function timeOfPlace({ repeat }: HourAxis, place: number): string | undefined {
  if (repeat === null || place < repeat.at) return timeOf(place);
  return place < repeat.at + repeat.minutes ? undefined : timeOf(place - repeat.minutes);
}

function beyond({ repeat }: HourAxis, wall: number, isSecondTime: boolean): number {
  return repeat !== null && (wall >= repeat.at || isSecondTime) ? repeat.minutes : 0;
}

/** The time of an axis that a day does not have: the skipped hour in spring, the other days' second hour in autumn. */
export function missingTime(axis: HourAxis, date: string): { from: number; to: number } | null {
  const change = clockChange(date, axis.zone);
  if (change !== null && change.by > 0) {
    const from = change.at + beyond(axis, change.at, false);
    return { from, to: from + change.by };
  }
  if (axis.repeat === null || change !== null) return null;
  return { from: axis.repeat.at, to: axis.repeat.at + axis.repeat.minutes };
}

export interface HourLine {
  place: number;
  /** '09:00' */
  time: string;
  /** The clock shows this for the second time. */
  again: boolean;
}

/** The full hours of an axis, within its part that is shown. */
export function hourLines(axis: HourAxis, shown: { from: number; to: number }): HourLine[] {
  const lines: HourLine[] = Array.from({ length: 24 }, (_, hour) => ({ place: hour * 60 + beyond(axis, hour * 60, false), time: timeOf(hour * 60), again: false }));
  if (axis.repeat !== null) {
    const { at, minutes } = axis.repeat;
    const twice = lines.flatMap(({ time }) => (minutesOf(time) >= at - minutes && minutesOf(time) < at ? [minutesOf(time)] : []));
    // Half an hour that comes twice may have no full one in it.
    for (const minute of twice.length > 0 ? twice : [at - minutes]) lines.push({ place: minute + minutes, time: timeOf(minute), again: true });
  }
  return lines.filter(({ place }) => place >= shown.from && place < shown.to).sort((a, b) => a.place - b.place);
}

/** '09:30' for 570 */
export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** What people are told of a day whose clock is changed. */
export function changeWords(change: ClockChange): string {
  const to = timeOf((change.at + change.by + DAY_MINUTES) % DAY_MINUTES);
  const from = timeOf(change.at % DAY_MINUTES);
  return change.by > 0 ? `Clocks go forward from ${from} to ${to}` : `Clocks go back from ${from} to ${to}`;
}
