import { clockTime, daysBetween, formatDate } from '@attune/shared-ui/format';
import type { Problems, Typed } from '@attune/shared-ui/forms';
import { timeOffMessages as messages } from './messages';
import type { TimeOff, TimeOffBody } from './time-off.api';

/** Time off while it is edited. */
export type TimeOffValues = Typed<Omit<TimeOffBody, 'keep_appointments'>>;

export const NEW_TIME_OFF: TimeOffValues = { kind: 'holiday', name: '', first_date: '', last_date: '', start_time: '', end_time: '' };
/** Midnight at the end of a day, which a browser's field of times does not have. */
const MIDNIGHT = '24:00';

export function valuesOf({ kind, name, first_date, last_date, start_time, end_time }: TimeOff): TimeOffValues {
  return { kind, name: name ?? '', first_date, last_date, start_time: start_time ?? '', end_time: end_time === MIDNIGHT ? '00:00' : (end_time ?? '') };
}

/** What is sent: midnight as an end is the end of the day. */
export function bodyOf({ kind, name, first_date, last_date, start_time, end_time }: TimeOffValues): Omit<TimeOffBody, 'keep_appointments'> {
  const named = name.trim() === '' ? {} : { name: name.trim() };
  if (kind === 'holiday') return { kind, ...named, first_date, last_date: last_date === '' ? first_date : last_date };
  return { kind, ...named, first_date, start_time, end_time: end_time === '00:00' ? MIDNIGHT : end_time };
}

/** The same as it was, for taking a removal back. */
export function bodyAsBefore(timeOff: TimeOff): TimeOffBody {
  return { ...bodyOf(valuesOf(timeOff)), keep_appointments: true };
}

export function problemsOf({ kind, first_date, last_date, start_time, end_time }: TimeOffValues): Problems {
  const problems: Record<string, string> = {};
  if (first_date === '') problems['first_date'] = messages.dateMissing;
  if (kind === 'holiday') {
    if (first_date !== '' && last_date !== '' && last_date < first_date) problems['last_date'] = messages.datesBackwards;
    return problems;
  }
  if (start_time === '') problems['start_time'] = messages.timeMissing;
  if (end_time === '') problems['end_time'] = messages.timeMissing;
  else if (end_time !== '00:00' && end_time <= start_time) problems['end_time'] = messages.timesBackwards;
  return problems;
}

/** When it is, in words: '6 Jul 2027 to 10 Jul 2027, 5 days', '7 Jul 2027, 12:00 to 13:30'. */
export function whenOf({ first_date, last_date, start_time, end_time }: Pick<TimeOff, 'first_date' | 'last_date' | 'start_time' | 'end_time'>): string {
  if (start_time !== null && end_time !== null) {
    const end = first_date === last_date ? clockTime(end_time) : `${formatDate(last_date, 'short')}, ${clockTime(end_time)}`;
    return `${formatDate(first_date, 'short')}, ${clockTime(start_time)} to ${end}`;
  }
  if (first_date === last_date) return `${formatDate(first_date, 'short')}, all day`;
  return `${formatDate(first_date, 'short')} to ${formatDate(last_date, 'short')}, ${daysBetween(first_date, last_date) + 1} days`;
}

/** What is to come, or is now, and what is over; the latest of that first. @param today in the therapist's zone */
export function byTime(all: readonly TimeOff[], today: string): { ahead: TimeOff[]; over: TimeOff[] } {
  const isOver = ({ last_date }: TimeOff): boolean => last_date < today;
  return { ahead: all.filter((one) => !isOver(one)), over: all.filter(isOver).reverse() };
}
