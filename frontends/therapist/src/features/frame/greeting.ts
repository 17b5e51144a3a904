import { formatDate, instantInZone, zoneCity } from '@attune/shared-ui/format';

const TITLES = /^(dr|prof|mr|mrs|ms|mx)\.?$/i;
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** The name one is greeted by: the first one, past any title. */
export function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !TITLES.test(word)) ?? words[0] ?? '';
}

/** 'Good morning, Amélie', by the clock of the given zone. */
export function greeting(name: string, now: Date, timezone: string): string {
  const hour = Number(instantInZone(now.toISOString(), timezone).time.slice(0, 2));
  const whom = firstName(name);
  const words = hour >= 5 && hour < 12 ? 'Good morning' : hour >= 12 && hour < 18 ? 'Good afternoon' : 'Good evening';
  return whom === '' ? words : `${words}, ${whom}`;
}

/** What the day holds; instants in ISO 8601. */
export interface DayAhead {
  /** Appointments of today that aren't cancelled; undefined while they load. */
  sessions: number | undefined;
  /** Start of the next one of them that hasn't begun yet. */
  nextStart: string | undefined;
}

/** 'Tuesday 24 November · four sessions today, the next in 18 minutes'. */
export function dayLine(day: DayAhead, now: Date, timezone: string, readerZone: string): string {
  const date = formatDate(instantInZone(now.toISOString(), timezone).date, 'long');
  const where = timezone === readerZone ? date : `${date} in ${zoneCity(timezone)}`;
  if (day.sessions === undefined) return where;
  const count = `${NUMBERS[day.sessions] ?? day.sessions} ${day.sessions === 1 ? 'session' : 'sessions'} today`;
  if (day.nextStart === undefined) return `${where} · ${count}`;
  return `${where} · ${count}, the next in ${distance(Date.parse(day.nextStart) - now.getTime())}`;
}

function distance(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  if (minutes < 60) return plural(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? plural(hours, 'hour') : `${plural(hours, 'hour')} ${plural(minutes % 60, 'minute')}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
