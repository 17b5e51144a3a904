import { hasBegun } from './booking-words';
import type { Booking } from './bookings.api';
import { daysOf } from './booking-days';

/** A day to come on which there are sessions. */
export interface ComingDay {
  /** yyyy-MM-dd */
  date: string;
  sessions: number;
  /** Starts, HH:mm. */
  first: string;
  last: string;
}

export interface DaysAhead {
  /** Whatever became of them, the earliest first. */
  today: Booking[];
  /** The next session, where it is not one of today. */
  next: Booking | undefined;
  days: ComingDay[];
}

/** What is ahead from a day on. @param bookings the earliest first */
export function daysAhead(bookings: readonly Booking[], day: string, now: Date): DaysAhead {
  const today = bookings.filter((one) => one.appointment_date === day);
  const coming = bookings.filter((one) => one.appointment_date > day && one.status === 'confirmed');
  const isNextToday = today.some((one) => one.status === 'confirmed' && !hasBegun(one, now));
  return {
    today,
    next: isNextToday ? undefined : coming[0],
    days: daysOf(coming).map(({ date, bookings: sessions }) => ({
      date,
      sessions: sessions.length,
      first: sessions[0]?.appointment_time ?? '',
      last: sessions.at(-1)?.appointment_time ?? '',
    })),
  };
}
