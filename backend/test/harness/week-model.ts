import * as fc from 'fast-check';
import { DateTime, IANAZone } from 'luxon';

/** A therapist's appointments once more, by Luxon and plain comparisons: shares nothing with the product's rules. */

export const ZONES = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Los_Angeles',
  'America/Toronto',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
  'Australia/Sydney',
];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Longer than that ahead nobody makes an appointment. */
const FARTHEST = 731 * DAY;

export type Obstacle = 'impossible' | 'appointment' | 'not-bookable' | null;

export interface Practice {
  zone: string;
  gapMinutes: number;
  durationMinutes: number;
  /** Every quarter of an hour of every day can be booked; or Mondays to Fridays, 9:00 to 17:30 by halves. */
  allDay: boolean;
  horizonDays: number;
  /** Epoch milliseconds. */
  now: number;
}

export interface Wall {
  date: string;
  time: string;
}

export interface Appointment extends Wall {
  key: number;
  series: number | null;
  start: number;
  end: number;
  standing: boolean;
}

type Each<Kind extends string, Fields> = Kind extends string ? { kind: Kind } & Fields : never;

/** What is tried, by numbers that are taken modulo what there is. */
export type Step =
  | { kind: 'series'; days: number; time: string; everyWeeks: 1 | 2; count: number; meant: boolean }
  | Each<'move' | 'move-following', { which: number; days: number; time: string; meant: boolean }>
  | Each<'cancel' | 'cancel-following' | 'no-show', { which: number }>
  | { kind: 'visitor'; days: number; time: string }
  | { kind: 'block'; days: number; from: string; until: string }
  | { kind: 'holiday'; days: number; length: number }
  | { kind: 'wait'; days: number };

const clock = fc.oneof(
  fc.integer({ min: 0, max: 16 }).map((quarters) => quarters * 15),
  fc.integer({ min: 36, max: 70 }).map((quarters) => quarters * 15),
);
const text = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
const time = clock.map(text);
const days = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 100 }));
const which = fc.nat(200);
const meant = fc.boolean();

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('series' as const), days, time, everyWeeks: fc.constantFrom(1 as const, 2 as const), count: fc.oneof(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 2, max: 52 })), meant }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('move' as const, 'move-following' as const), which, days: fc.integer({ min: -9, max: 9 }), time, meant }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'cancel-following' as const, 'no-show' as const), which }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('visitor' as const), days, time }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('block' as const), days, from: time, until: time }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('holiday' as const), days, length: fc.integer({ min: 1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 12 }) }) },
  ),
  { minLength: 2, maxLength: 10 },
);

const changesOf = new Map<string, number[]>();

/** The days of ten years on which the clocks of a zone change. */
function changes(zone: string): number[] {
  const known = changesOf.get(zone);
  if (known) return known;
  const first = DateTime.fromISO('2026-12-01T12:00', { zone });
  const found = Array.from({ length: 3_650 }, (_, index) => first.plus({ days: index }))
    .filter((day) => day.offset !== day.minus({ days: 1 }).offset)
    .map((day) => day.toMillis());
  changesOf.set(zone, found);
  return found;
}

/** Most of them look at weeks in which the clocks change. */
export const practices: fc.Arbitrary<Practice> = fc.constantFrom(...ZONES).chain((zone) =>
  fc.record({
    zone: fc.constant(zone),
    gapMinutes: fc.constantFrom(0, 0, 15),
    durationMinutes: fc.constantFrom(30, 50, 60, 90),
    allDay: fc.boolean(),
    horizonDays: fc.constantFrom(14, 120),
    now: fc
      .tuple(fc.nat(40), fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 23 }))
      .map(([change, before, hour]) => (changes(zone)[change % Math.max(1, changes(zone).length)] ?? Date.UTC(2027, 4, 3)) - before * DAY - hour * 60 * MINUTE),
  }),
);

const wallMs = ({ date, time: at }: Wall): number => Date.parse(`${date}T${at}:00Z`);
const wallOf = (ms: number): Wall => ({ date: new Date(ms).toISOString().slice(0, 10), time: new Date(ms).toISOString().slice(11, 16) });

export class WeekModel {
  readonly appointments: Appointment[] = [];
  readonly timeOff: { start: number; end: number }[] = [];
  now: number;
  private readonly zone: IANAZone;

  constructor(readonly practice: Practice) {
    this.now = practice.now;
    this.zone = IANAZone.create(practice.zone);
  }

  get standing(): Appointment[] {
    return this.appointments.filter((one) => one.standing);
  }

  pick(number: number): Appointment | undefined {
    const { standing } = this;
    return standing[number % Math.max(1, standing.length)];
  }

  following({ series, start }: Appointment): Appointment[] {
    return this.standing.filter((one) => one.series === series && one.start >= start).sort((a, b) => a.start - b.start);
  }

  /** The day so many days after today. */
  dateIn(count: number): string {
    return DateTime.fromMillis(this.now, { zone: this.practice.zone }).plus({ days: count }).toFormat('yyyy-MM-dd');
  }

  /** The first instant that shows this on the wall; undefined when the clock skips it. */
  instantOf(wall: Wall): number | undefined {
    const shown = wallMs(wall);
    const candidates = [-DAY, DAY].map((around) => shown - this.zone.offset(shown + around) * MINUTE).filter((instant) => this.shows(instant, wall));
    return candidates.length === 0 ? undefined : Math.min(...candidates);
  }

  shows(instant: number, wall: Wall): boolean {
    return instant + this.zone.offset(instant) * MINUTE === wallMs(wall);
  }

  /** What stands in the way of each of these, of which none is in the way of itself before. */
  judge(walls: readonly Wall[], leaving: readonly Appointment[] = []): Obstacle[] {
    const others = this.standing.filter((one) => !leaving.includes(one));
    const before: number[] = [];
    return walls.map((wall) => {
      const start = this.instantOf(wall);
      if (start === undefined || start <= this.now || start > this.now + FARTHEST) return 'impossible';
      const end = this.endOf(start);
      const isTaken = others.some((one) => one.start < end && one.end > start) || before.some((earlier) => Math.abs(earlier - start) < end - start);
      before.push(start);
      if (isTaken) return 'appointment';
      return this.isTwice(wall, start) || !this.isWorking(wall) || this.isNear(start, others) ? 'not-bookable' : null;
    });
  }

  /** Whether a visitor may book it. */
  isOffered(wall: Wall): boolean {
    const start = this.instantOf(wall);
    const ahead = (Date.parse(wall.date) - Date.parse(this.dateIn(0))) / DAY;
    return start !== undefined && ahead >= 1 && ahead <= this.practice.horizonDays && this.isWorking(wall) && !this.isNear(start, this.standing);
  }

  /** The same distance on the wall, whatever the clocks do. */
  shifted(wall: Wall, minutes: number): Wall {
    return wallOf(wallMs(wall) + minutes * MINUTE);
  }

  minutesBetween(from: Wall, to: Wall): number {
    return (wallMs(to) - wallMs(from)) / MINUTE;
  }

  add(wall: Wall, series: number | null): void {
    this.appointments.push({ ...wall, ...this.spanOf(wall), key: this.appointments.length, series, standing: true });
  }

  put(appointment: Appointment, wall: Wall): void {
    Object.assign(appointment, wall, this.spanOf(wall));
  }

  close(start: Wall, end: Wall): void {
    this.timeOff.push({ start: this.instantOf(start) ?? 0, end: this.instantOf(end) ?? 0 });
  }

  private spanOf(wall: Wall): { start: number; end: number } {
    const start = this.instantOf(wall) ?? 0;
    return { start, end: this.endOf(start) };
  }

  private endOf(start: number): number {
    return start + this.practice.durationMinutes * MINUTE;
  }

  private isTwice(wall: Wall, start: number): boolean {
    return this.shows(start + 60 * MINUTE, wall);
  }

  private isWorking({ date, time: at }: Wall): boolean {
    if (this.practice.allDay) return true;
    return ![0, 6].includes(new Date(date).getUTCDay()) && at >= '09:00' && at <= '17:30' && ['00', '30'].includes(at.slice(3));
  }

  /** In an appointment or time off, or closer to it than the buffer. */
  private isNear(start: number, others: readonly Appointment[]): boolean {
    const gap = this.practice.gapMinutes * MINUTE;
    return [...others, ...this.timeOff].some((one) => start < one.end + gap && this.endOf(start) + gap > one.start);
  }
}
