import type { Booking } from './bookings.api';

export interface BookingDay<Row> {
  /** yyyy-MM-dd, in the appointments' own zone. */
  date: string;
  bookings: Row[];
}

/** The rows by day, in the order in which they came. */
export function daysOf<Row extends Pick<Booking, 'appointment_date'>>(rows: readonly Row[]): BookingDay<Row>[] {
  const days: BookingDay<Row>[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last?.date === row.appointment_date) last.bookings.push(row);
    else days.push({ date: row.appointment_date, bookings: [row] });
  }
  return days;
}

/** Days that follow one another, in parts of at least so many rows; a day is never cut. */
export function partsOf<Row>(days: readonly BookingDay<Row>[], least: number): BookingDay<Row>[][] {
  const parts: BookingDay<Row>[][] = [];
  for (const day of days) {
    const last = parts.at(-1);
    if (last !== undefined && countOf(last) < least) last.push(day);
    else parts.push([day]);
  }
  return parts;
}

export function countOf<Row>(days: readonly BookingDay<Row>[]): number {
  return days.reduce((sum, { bookings }) => sum + bookings.length, 0);
}
