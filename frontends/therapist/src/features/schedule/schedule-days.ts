import { addDays, instantInZone, weekdayOf, zonedInstant } from '@attune/shared-ui/format';
import { DAY_MINUTES, dayBounds, minutesOf } from './clock-change';
import { type HourAxis, placeOf, placeOfTime, timeOf } from './hour-axis';
import { inLanes, type Lane, SHORTEST_MINUTES, type Stretch } from './lanes';
import type { Booking, TimeOff, WorkingHours } from './schedule.api';

/** One thing on a day: an appointment, or blocked time. */
export type DayItem = { key: string; start: string; end: string } & ({ kind: 'booking'; booking: Booking; mark?: string | undefined } | { kind: 'block'; block: TimeOff });

export interface ScheduleDay {
  /** yyyy-MM-dd, in the therapist's zone. */
  date: string;
  /** The earliest first; without what was cancelled. */
  items: DayItem[];
  appointments: number;
  /** Names of what closes the day as a whole. */
  holidays: string[];
  /** Working time by the clock, 'HH:mm'. */
  working: { from: string; to: string }[];
}

export interface ScheduleData {
  bookings: readonly Booking[];
  timeOff: readonly TimeOff[];
  hours: WorkingHours | undefined;
  /** What is to be noticed about single appointments, by their ids. */
  marks?: ReadonlyMap<string, string> | undefined;
}

/** What is on each of the days. Whatever lasts over midnight is on both of its days. */
export function scheduleDays(dates: readonly string[], { bookings, timeOff, hours, marks }: ScheduleData, zone: string): ScheduleDay[] {
  const kept = bookings.filter(({ status }) => status !== 'cancelled');
  const blocks = timeOff.filter(({ kind }) => kind === 'block');
  return dates.map((date) => {
    const { start, end } = dayBounds(date, zone);
    const touches = ({ starts_at, ends_at }: Pick<Booking, 'starts_at' | 'ends_at'>) => Date.parse(starts_at) < end && Date.parse(ends_at) > start;
    const items: DayItem[] = [
      ...kept.filter(touches).map((booking) => ({ kind: 'booking' as const, key: booking.id, booking, mark: marks?.get(booking.id), ...clockOf(booking, zone) })),
      ...blocks.filter(touches).map((block) => ({ kind: 'block' as const, key: block.id, block, ...clockOf(block, zone) })),
    ];
    items.sort((a, b) => beginning(a) - beginning(b));
    return {
      date,
      items,
      appointments: items.filter(({ kind }) => kind === 'booking').length,
      holidays: timeOff.filter((one) => one.kind === 'holiday' && one.first_date <= date && one.last_date >= date).map(({ name }) => name ?? 'Holiday'),
      working: workingOn(date, hours),
    };
  });
}

/** When it is, by the therapist's clock, whichever zone it was booked in. */
function clockOf({ starts_at, ends_at }: Pick<Booking, 'starts_at' | 'ends_at'>, zone: string): { start: string; end: string } {
  return { start: instantInZone(starts_at, zone).time, end: instantInZone(ends_at, zone).time };
}

const spanOf = (item: DayItem) => (item.kind === 'booking' ? item.booking : item.block);
const beginning = (item: DayItem) => Date.parse(spanOf(item).starts_at);

/** Windows hold starts: the last session that can be booked lasts until the next start would be. */
function workingOn(date: string, hours: WorkingHours | undefined): { from: string; to: string }[] {
  if (hours === undefined) return [];
  const own = hours.overrides.find((override) => override.date === date);
  const windows = own?.windows ?? hours.weekly.find(({ weekday }) => weekday === weekdayOf(date))?.windows ?? [];
  return windows.map(({ first_start, last_start, every_minutes }) => ({
    from: first_start,
    to: timeOf(Math.min(DAY_MINUTES, minutesOf(last_start) + every_minutes)),
  }));
}

/** How many of a day's items have begun. */
export function passedItems({ items }: Pick<ScheduleDay, 'items'>, now: Date): number {
  return items.filter((item) => beginning(item) <= now.getTime()).length;
}

export type PlacedItem = DayItem & Stretch & Lane;

/** The items of a day on the axis. */
export function placedItems({ date, items }: ScheduleDay, axis: HourAxis): PlacedItem[] {
  return inLanes(
    items.map((item) => {
      const { starts_at, ends_at } = spanOf(item);
      return { ...item, from: placeOf(axis, date, Date.parse(starts_at)), to: placeOf(axis, date, Date.parse(ends_at)) };
    }),
  );
}

/** The working time of a day on the axis. */
export function placedWorking({ date, working }: ScheduleDay, axis: HourAxis): Stretch[] {
  const at = (time: string) => {
    const instant = time === '24:00' ? zonedInstant(addDays(date, 1), '00:00', axis.zone) : zonedInstant(date, time, axis.zone);
    return placeOf(axis, date, Date.parse(instant));
  };
  return working.map(({ from, to }) => ({ from: at(from), to: at(to) }));
}

/** What is shown of days with nothing on them, in minutes of the clock. */
const USUAL: Stretch = { from: 9 * 60, to: 17 * 60 };

/** The part of the axis that is worth its place: whole hours around everything that is on it. */
export function shownHours(stretches: readonly Stretch[], axis: HourAxis): Stretch {
  const from = Math.min(placeOfTime(axis, USUAL.from), ...stretches.map((one) => one.from));
  const to = Math.max(placeOfTime(axis, USUAL.to), ...stretches.map((one) => Math.max(one.to, one.from + SHORTEST_MINUTES)));
  return { from: Math.floor(from / 60) * 60, to: Math.min(axis.length, Math.ceil(to / 60) * 60) };
}
