import { dateOfWall, instantOf, instantOfWall, timed, wallOf, type EventTime } from './event-time';
import { invalid } from './google-error';

/** What decides when a series takes place. */
export interface Shape {
  start: EventTime;
  end: EventTime;
  recurrence: string[];
}

export interface Instance {
  start: EventTime;
  end: EventTime;
  startMs: number;
  endMs: number;
}

interface Rule {
  freq: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count: number;
  /** On the wall clock for a day, else an instant; inclusive. */
  until: { wall: number } | { ms: number } | null;
  /** Weekdays, Sunday 0, with which of the month: 0 is every one. */
  days: { day: number; nth: number }[];
  monthDays: number[];
  months: number[];
  weekStart: number;
}

const DAY_MS = 86_400_000;
const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const PARTS = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'WKST'];
const NEVER_MORE = 50_000;

/** Throws for what is not understood, as a series that takes place at other times would mislead. */
export function checkRecurrence(lines: string[]): void {
  for (const line of lines) {
    if (/^RRULE:/i.test(line)) readRule(line);
    else if (!/^(?:EXDATE|RDATE)[;:]/i.test(line) || listed([line], 'EXDATE').concat(listed([line], 'RDATE')).length === 0) throw invalid('Invalid recurrence rule.');
  }
}

/** The instances that touch the time between two instants, in order. */
export function instancesOf(shape: Shape, zone: string, from: number, to: number): Instance[] {
  const own = shape.start.timeZone ?? zone;
  const isDay = shape.start.date !== undefined;
  const length = instantOf(shape.end, zone) - instantOf(shape.start, zone);
  const wallLength = wallOf(shape.end, own) - wallOf(shape.start, own);
  const first = wallOf(shape.start, own);
  const skipped = new Set(listed(shape.recurrence, 'EXDATE').map((text) => wallOfText(text, own)));
  const found = new Map<number, Instance>();
  const add = (wall: number): boolean => {
    // Zones are asked only where it matters.
    if (wall + wallLength + 2 * DAY_MS < from) return true;
    const startMs = instantOfWall(wall, isDay ? zone : own);
    if (startMs >= to) return false;
    const endMs = isDay ? instantOfWall(wall + wallLength, zone) : startMs + length;
    if (endMs <= from || skipped.has(wall)) return true;
    found.set(wall, {
      start: isDay ? { date: dateOfWall(wall) } : timed(startMs, own),
      end: isDay ? { date: dateOfWall(wall + wallLength) } : timed(endMs, own),
      startMs,
      endMs,
    });
    return true;
  };
  for (const line of shape.recurrence.filter((candidate) => /^RRULE:/i.test(candidate))) {
    for (const wall of walls(readRule(line), first, own)) if (!add(wall)) break;
  }
  for (const text of listed(shape.recurrence, 'RDATE')) add(wallOfText(text, own));
  return [...found.values()].sort((left, right) => left.startMs - right.startMs);
}

function* walls(rule: Rule, first: number, zone: string): Generator<number> {
  let given = 0;
  let period = 0;
  for (let step = 0; step < NEVER_MORE && given < rule.count; step += 1) {
    for (const wall of candidates(rule, first, period)) {
      if (wall < first) continue;
      if (isAfterUntil(rule, wall, zone)) return;
      yield wall;
      given += 1;
      if (given >= rule.count) return;
    }
    period += rule.interval;
  }
}

function isAfterUntil(rule: Rule, wall: number, zone: string): boolean {
  if (rule.until === null) return false;
  if ('wall' in rule.until) return wall >= rule.until.wall + DAY_MS;
  // Far from the end nobody needs the zone.
  return wall > rule.until.ms - 2 * DAY_MS && instantOfWall(wall, zone) > rule.until.ms;
}

/** The walls of the nth day, week, month or year after the first. */
function candidates(rule: Rule, first: number, period: number): number[] {
  const clock = first % DAY_MS;
  const day = first - clock;
  const start = new Date(day);
  const isMonth = (at: number): boolean => rule.months.length === 0 || rule.months.includes(new Date(at).getUTCMonth() + 1);
  if (rule.freq === 'DAILY') {
    const at = day + period * DAY_MS;
    const fits = rule.days.length === 0 || rule.days.some((wanted) => wanted.day === new Date(at).getUTCDay());
    return fits && isMonth(at) ? [at + clock] : [];
  }
  if (rule.freq === 'WEEKLY') {
    const sinceWeekStart = (start.getUTCDay() - rule.weekStart + 7) % 7;
    const week = day - sinceWeekStart * DAY_MS + period * 7 * DAY_MS;
    const wanted = rule.days.length === 0 ? [start.getUTCDay()] : rule.days.map((entry) => entry.day);
    return wanted
      .map((weekday) => week + ((weekday - rule.weekStart + 7) % 7) * DAY_MS + clock)
      .filter(isMonth)
      .sort((left, right) => left - right);
  }
  const isYearly = rule.freq === 'YEARLY';
  const months = isYearly ? (rule.months.length === 0 ? [start.getUTCMonth() + 1] : [...rule.months].sort((left, right) => left - right)) : [start.getUTCMonth() + 1 + period];
  return months
    .flatMap((month) => daysOfMonth(rule, start.getUTCFullYear() + (isYearly ? period : 0), month - 1, start.getUTCDate()))
    .filter((at) => isYearly || isMonth(at))
    .map((at) => at + clock);
}

function daysOfMonth(rule: Rule, year: number, month: number, startDay: number): number[] {
  const begin = Date.UTC(year, month, 1);
  const total = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const all = Array.from({ length: total }, (_, index) => index + 1);
  const weekday = (date: number): number => new Date(begin + (date - 1) * DAY_MS).getUTCDay();
  const isNth = (date: number, nth: number): boolean => nth === 0 || (nth > 0 ? Math.ceil(date / 7) === nth : Math.ceil((total - date + 1) / 7) === -nth);
  const wanted = rule.monthDays.map((date) => (date < 0 ? total + 1 + date : date));
  return all
    .filter((date) => {
      if (rule.days.length > 0) return rule.days.some(({ day, nth }) => day === weekday(date) && isNth(date, nth)) && (wanted.length === 0 || wanted.includes(date));
      return wanted.length === 0 ? date === startDay : wanted.includes(date);
    })
    .map((date) => begin + (date - 1) * DAY_MS);
}

function readRule(line: string): Rule {
  const parts = new Map(line.slice('RRULE:'.length).split(';').filter((part) => part !== '').map((part) => part.toUpperCase().split('=') as [string, string]));
  const freq = parts.get('FREQ') ?? '';
  const numbers = (name: string): number[] => (parts.get(name) ?? '').split(',').filter((text) => text !== '').map(Number);
  const [interval = 1] = numbers('INTERVAL');
  const [count = Infinity] = numbers('COUNT');
  const until = parts.get('UNTIL');
  const days = (parts.get('BYDAY') ?? '').split(',').filter((text) => text !== '').map((text) => ({ day: DAYS.indexOf(text.slice(-2)), nth: Number(text.slice(0, -2) || 0) }));
  const rule = { freq, interval, count, until: until === undefined ? null : readUntil(until), days, monthDays: numbers('BYMONTHDAY'), months: numbers('BYMONTH'), weekStart: Math.max(0, DAYS.indexOf(parts.get('WKST') ?? 'MO')) };
  const isSound =
    ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'].includes(freq) &&
    [...parts.keys()].every((name) => PARTS.includes(name)) &&
    interval >= 1 &&
    count >= 1 &&
    !(parts.has('COUNT') && parts.has('UNTIL')) &&
    [...rule.monthDays, ...rule.months].every(Number.isInteger) &&
    days.every(({ day, nth }) => day >= 0 && Number.isInteger(nth)) &&
    !(freq === 'YEARLY' && days.length > 0 && !parts.has('BYMONTH'));
  if (!isSound) throw invalid('Invalid recurrence rule.');
  return rule as Rule;
}

function readUntil(text: string): Rule['until'] {
  const ms = msOfText(text);
  if (Number.isNaN(ms)) throw invalid('Invalid recurrence rule.');
  return /^\d{8}$/.test(text) ? { wall: ms } : { ms };
}

/** `20261124` or `20261124T090000Z`, read as UTC. */
function msOfText(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function wallOfText(text: string, zone: string): number {
  const ms = msOfText(text);
  return text.endsWith('Z') ? wallOf({ dateTime: new Date(ms).toISOString(), timeZone: zone }, zone) : ms;
}

function listed(lines: string[], name: 'EXDATE' | 'RDATE'): string[] {
  return lines
    .filter((line) => line.toUpperCase().startsWith(name))
    .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
    .filter((text) => !Number.isNaN(msOfText(text)));
}
