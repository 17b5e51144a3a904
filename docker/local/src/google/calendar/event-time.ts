import { IANAZone } from 'luxon';
import { invalid, required } from './google-error';

/** When an event starts or ends: a day, or an instant with its offset. */
export interface EventTime {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d(?::\d\d(?:\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?$/;

/** Checks a time as Google does and gives it the offset of its own zone, else of the calendar's. */
export function readTime(given: unknown, zone: string, name: 'start' | 'end'): EventTime {
  if (typeof given !== 'object' || given === null) throw required(`Missing ${name} time.`);
  const { date, dateTime, timeZone } = given as Record<string, unknown>;
  if (timeZone !== undefined && timeZone !== null && !isZone(timeZone)) throw invalid(`Invalid time zone definition for ${name} time.`);
  const hasDate = date !== undefined && date !== null;
  const hasTime = dateTime !== undefined && dateTime !== null;
  if (hasDate && hasTime) throw invalid(`Invalid ${name} time.`);
  if (hasDate) {
    if (typeof date !== 'string' || !DATE.test(date) || Number.isNaN(readWall(`${date}T00:00`))) throw invalid(`Invalid ${name} time.`);
    return { date };
  }
  if (!hasTime) throw required(`Missing ${name} time.`);
  const match = typeof dateTime === 'string' ? DATE_TIME.exec(dateTime) : null;
  if (match === null) throw invalid(`Invalid ${name} time.`);
  const own = isZone(timeZone) ? timeZone : undefined;
  if (match[1] === undefined && own === undefined) throw required(`Missing time zone definition for ${name} time.`);
  const text = String(dateTime).toUpperCase();
  const wall = readWall(text.replace(/(?:Z|[+-]\d\d:\d\d)$/, ''));
  const ms = Number.isNaN(wall) || match[1] !== undefined ? Date.parse(text) : instantOfWall(wall, own ?? zone);
  if (Number.isNaN(wall) || Number.isNaN(ms)) throw invalid(`Invalid ${name} time.`);
  return timed(ms, own ?? zone);
}

/** A wall clock of a day that there is; not a number otherwise. */
function readWall(text: string): number {
  const wall = Date.parse(`${text}Z`);
  return !Number.isNaN(wall) && dateOfWall(wall) === text.slice(0, 10) ? wall : Number.NaN;
}

/** Known zones; asking for each anew takes its time. */
const zones = new Map<string, boolean>();

export function isZone(name: unknown): name is string {
  if (typeof name !== 'string') return false;
  const isKnown = zones.get(name) ?? IANAZone.isValidZone(name);
  if (zones.size < 1_000) zones.set(name, isKnown);
  return isKnown;
}

export function timed(ms: number, zone: string): EventTime {
  return { dateTime: isoAt(ms, zone), timeZone: zone };
}

/** `2026-11-24T10:00:00+01:00` */
export function isoAt(ms: number, zone: string): string {
  const minutes = offsetAt(ms, zone);
  const two = (value: number): string => String(value).padStart(2, '0');
  const offset = minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${new Date(ms + minutes * MINUTE_MS).toISOString().slice(0, 19)}${offset}`;
}

const offsets = new Map<string, Map<number, number>>();

/** Minutes ahead of UTC. Zones are slow to ask, so that a day on which the clocks do not change is asked for once. */
function offsetAt(ms: number, zone: string): number {
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  const beginningOf = (day: number): number => {
    const offset = known.get(day) ?? IANAZone.create(zone).offset(day * DAY_MS);
    known.set(day, offset);
    return offset;
  };
  const day = Math.floor(ms / DAY_MS);
  const offset = beginningOf(day);
  return offset === beginningOf(day + 1) ? offset : IANAZone.create(zone).offset(ms);
}

/** A day begins at the calendar's midnight. */
export function instantOf(time: EventTime, zone: string): number {
  if (time.dateTime !== undefined) return Date.parse(time.dateTime);
  return instantOfWall(Date.parse(`${time.date ?? ''}T00:00:00Z`), zone);
}

/** What an instance is called after its series: the day, or the instant in UTC. */
export function instanceMark(original: EventTime): string {
  if (original.date !== undefined) return original.date.replaceAll('-', '');
  return new Date(Date.parse(original.dateTime ?? '')).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');
}

/** A parameter such as timeMin: RFC 3339, the offset is mandatory. */
export function readBound(text: string | null, name: string): number | undefined {
  if (text === null) return undefined;
  if (DATE_TIME.exec(text)?.[1] === undefined || Number.isNaN(Date.parse(text))) throw invalid('Bad Request', name);
  return Date.parse(text);
}

/** The wall clock as if it stood in UTC: days and weeks can be counted on it, whatever the clocks do. */
export function wallOf(time: EventTime, zone: string): number {
  if (time.date !== undefined) return Date.parse(`${time.date}T00:00:00Z`);
  const ms = Date.parse(time.dateTime ?? '');
  return ms + offsetAt(ms, time.timeZone ?? zone) * MINUTE_MS;
}

/** The instant of a wall clock; an hour that the clocks skip counts on from before. */
export function instantOfWall(wall: number, zone: string): number {
  const first = offsetAt(wall, zone);
  const guess = wall - first * MINUTE_MS;
  const second = offsetAt(guess, zone);
  if (second === first) return guess;
  const better = wall - second * MINUTE_MS;
  const third = offsetAt(better, zone);
  return third === second ? better : wall - Math.min(second, third) * MINUTE_MS;
}

export function dateOfWall(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

export function nextDate(date: string, days = 1): string {
  return dateOfWall(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}
