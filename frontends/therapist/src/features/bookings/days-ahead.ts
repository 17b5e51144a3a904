import { hasBegun } from './booking-words';
import type { Booking, BookingOverview } from './bookings.api';

export interface DaysAhead {
  /** Whatever became of them, the earliest first. */
  today: Booking[];
  /** The next session, where it is not one of today. */
  next: Booking | undefined;
  days: BookingOverview['coming_days'];
  /** Nothing is booked after today. */
  isNothing: boolean;
}

/** What is ahead at a moment of the day that was read. */
export function daysAhead({ today, next, coming_days: days }: BookingOverview, now: Date): DaysAhead {
  const isNextToday = today.some((one) => one.status === 'confirmed' && !hasBegun(one, now));
  return { today, next: isNextToday ? undefined : (next ?? undefined), days, isNothing: next === null };
}
