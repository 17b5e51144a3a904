import { clockTime, formatDate, hoursApart, instantInZone, zoneCity, zonedInstant } from '../format';

/** 'Your time, in Paris. Below it the time in New York, 6 hours earlier.' The distance is that of the given day, for clocks change. */
export function zoneSentence(date: string, zone: string, readerZone: string): string {
  const there = `Times in ${zoneCity(zone)}.`;
  if (zone === readerZone) return there;
  const hours = hoursApart(zonedInstant(date, '12:00', zone), readerZone, zone);
  if (hours === 0) return `${there} For you, in ${zoneCity(readerZone)}, the same.`;
  const apart = `${hoursAndMinutes(Math.abs(hours))} ${hours > 0 ? 'later' : 'earlier'}`;
  return `Your time, in ${zoneCity(readerZone)}. Below it the time in ${zoneCity(zone)}, ${apart}.`;
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

/** 'Tue 24 Nov, 11:00', with the 12-hour spelling beside where the reader's region has it */
export function dayAndTime(date: string, time: string): string {
  return `${formatDate(date, 'medium')}, ${clockTime(time)}`;
}

function hoursAndMinutes(hours: number): string {
  const whole = Math.floor(hours);
  const minutes = Math.round((hours - whole) * 60);
  const parts = [];
  if (whole > 0) parts.push(`${whole} ${whole === 1 ? 'hour' : 'hours'}`);
  if (minutes > 0) parts.push(`${minutes} minutes`);
  return parts.join(' ');
}
