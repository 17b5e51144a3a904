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
