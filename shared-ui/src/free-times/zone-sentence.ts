import { formatDate, hoursApart, instantInZone, zoneCity, zonedInstant } from '../format';

/** 'Times in New York. For you, in Paris, 6 hours later.' The distance is that of the given day, for clocks change. */
export function zoneSentence(date: string, zone: string, visitorZone: string): string {
  const there = `Times in ${zoneCity(zone)}.`;
  if (zone === visitorZone) return there;
  const hours = hoursApart(zonedInstant(date, '12:00', zone), zone, visitorZone);
  if (hours === 0) return `${there} For you, in ${zoneCity(visitorZone)}, the same.`;
  return `${there} For you, in ${zoneCity(visitorZone)}, ${hoursAndMinutes(Math.abs(hours))} ${hours > 0 ? 'later' : 'earlier'}.`;
}

/** As {@link zoneSentence}, where the reader's own time stands first: 'Your time, in Paris. Below it the time in New York, 6 hours earlier.' */
export function ownZoneSentence(date: string, zone: string, readerZone: string): string {
  const hours = hoursApart(zonedInstant(date, '12:00', zone), readerZone, zone);
  if (zone === readerZone || hours === 0) return zoneSentence(date, zone, readerZone);
  const apart = `${hoursAndMinutes(Math.abs(hours))} ${hours > 0 ? 'later' : 'earlier'}`;
  return `Your time, in ${zoneCity(readerZone)}. Below it the time in ${zoneCity(zone)}, ${apart}.`;
}

/** The visitor's own time, with the day where it is another; nothing when their clock shows the same. */
export function visitorTime(date: string, time: string, zone: string, visitorZone: string): string | undefined {
  if (zone === visitorZone) return undefined;
  const own = instantInZone(zonedInstant(date, time, zone), visitorZone);
  if (own.date === date) return own.time === time ? undefined : own.time;
  return `${formatDate(own.date, 'weekday')} ${own.time}`;
}

/** A moment by the reader's own clock, and by the practice's where that shows another one. */
export interface ReadersMoment {
  date: string;
  time: string;
  /** '11:00 in New York', with the day where it is another; undefined where both clocks show the same. */
  there: string | undefined;
}

export function readersMoment(date: string, time: string, zone: string, readerZone: string): ReadersMoment {
  if (zone === readerZone) return { date, time, there: undefined };
  const own = instantInZone(zonedInstant(date, time, zone), readerZone);
  if (own.date === date && own.time === time) return { ...own, there: undefined };
  const clock = own.date === date ? time : `${formatDate(date, 'weekday')} ${time}`;
  return { ...own, there: `${clock} in ${zoneCity(zone)}` };
}

/** 'Tue 24 Nov, 17:00 your time, 11:00 in New York'; without the second where both clocks show the same. */
export function ownTimeFirst(date: string, time: string, zone: string, readerZone: string): string {
  const own = readersMoment(date, time, zone, readerZone);
  const when = dayAndTime(own.date, own.time);
  return own.there === undefined ? when : `${when} your time, ${own.there}`;
}

/** 'Tue 24 Nov, 11:00' */
export function dayAndTime(date: string, time: string): string {
  return `${formatDate(date, 'medium')}, ${time}`;
}

/** 'Tue 24 Nov, 11:00 in New York, 17:00 for you' */
export function placedTime(date: string, time: string, zone: string, visitorZone: string): string {
  const own = visitorTime(date, time, zone, visitorZone);
  const there = `${dayAndTime(date, time)} in ${zoneCity(zone)}`;
  return own === undefined ? there : `${there}, ${own} for you`;
}

function hoursAndMinutes(hours: number): string {
  const whole = Math.floor(hours);
  const minutes = Math.round((hours - whole) * 60);
  const parts = [];
  if (whole > 0) parts.push(`${whole} ${whole === 1 ? 'hour' : 'hours'}`);
  if (minutes > 0) parts.push(`${minutes} minutes`);
  return parts.join(' ');
}
