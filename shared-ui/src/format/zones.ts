import { daysBetween, formatDate } from './dates';

const MINUTE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** 'America/New York': an IANA zone as people read it. */
export function zoneLabel(zone: string): string {
  return zone.replaceAll('_', ' ');
}

/** 'New York' */
export function zoneCity(zone: string): string {
  return zoneLabel(zone.split('/').at(-1) ?? zone);
}

/** The reader's own IANA zone. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What calendar and clock show in a zone at an instant. */
export function instantInZone(iso: string | Date, zone: string): { date: string; time: string } {
  const parts = clockOf(zone).formatToParts(new Date(iso));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((entry) => entry.type === type)?.value ?? '';
  return { date: `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` };
}

/** 'Tue 24 Nov, 10:00' */
export function formatInstant(iso: string | Date, zone: string = localZone()): string {
  const { date, time } = instantInZone(iso, zone);
  return `${formatDate(date, 'medium')}, ${time}`;
}

/** The instant at which a zone's clock shows this; a skipped time moves forward, one that comes twice is the first. */
export function zonedInstant(date: string, time: string, zone: string): string {
  const wall = Date.parse(`${date}T${time}:00Z`);
  const before = offset(wall - DAY_MS, zone);
  const after = offset(wall + DAY_MS, zone);
  const fits = [wall - before, wall - after].filter((instant) => instant + offset(instant, zone) === wall);
  const instant = fits.length > 0 ? Math.min(...fits) : wall - before;
  return new Date(instant).toISOString();
}

/** By how many hours zone B's clock is ahead of zone A's at an instant (6 for New York to Paris; may be a fraction). */
export function hoursApart(iso: string | Date, zoneA: string, zoneB: string): number {
  const instant = new Date(iso).getTime();
  return (offset(instant, zoneB) - offset(instant, zoneA)) / (60 * MINUTE_MS);
}

/** Today's date, in the reader's zone or another. */
export function today(zone: string = localZone()): string {
  return instantInZone(new Date(), zone).date;
}

/** 'today', 'tomorrow', 'in 3 days', 'yesterday', '2 days ago' */
export function relativeDay(date: string, from: string = today()): string {
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(daysBetween(from, date), 'day');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** A zone's calendar and clock; kept, for making one is slow and lists ask often. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(zone, clock);
  return clock;
}

/** What a zone's clock is ahead of UTC at an instant, in milliseconds. */
function offset(instant: number, zone: string): number {
  const minute = Math.floor(instant / MINUTE_MS) * MINUTE_MS;
  const { date, time } = instantInZone(new Date(minute), zone);
  return Date.parse(`${date}T${time}:00Z`) - minute;
}
