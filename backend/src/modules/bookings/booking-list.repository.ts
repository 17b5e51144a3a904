import { Injectable } from '@nestjs/common';
import { Database } from '../../common/database/database';
import { BOOKING_COLUMNS, BookingRow, BookingStatus } from './booking.repository';

export interface BookingFilter {
  q?: string | undefined;
  status?: BookingStatus | undefined;
  /** Local dates of the appointment, both included. */
  from?: string | undefined;
  to?: string | undefined;
  after?: BookingCursor | undefined;
  limit: number;
}

export interface BookingCursor {
  startsAt: Date;
  id: string;
}

export interface BookingSummaryRow {
  total: number;
  today: number;
  this_week: number;
  confirmed: number;
  completed: number;
}

/** A therapist's bookings as lists and counts. */
@Injectable()
export class BookingListRepository {
  constructor(private readonly database: Database) {}

  /** Newest appointment first. */
  async list(therapistId: string, filter: BookingFilter): Promise<BookingRow[]> {
    const values: unknown[] = [therapistId];
    const conditions = ['therapist_id = $1'];
    const add = (condition: (placeholder: string) => string, value: unknown): void => {
      values.push(value);
      conditions.push(condition(`$${values.length}`));
    };
    if (filter.status) add((p) => `status = ${p}`, filter.status);
    if (filter.from) add((p) => `local_date >= ${p}::date`, filter.from);
    if (filter.to) add((p) => `local_date <= ${p}::date`, filter.to);
    if (filter.q) add((p) => `(client_name ilike ${p} escape '\\' or client_email ilike ${p} escape '\\')`, `%${escapeLike(filter.q)}%`);
    if (filter.after) {
      values.push(filter.after.startsAt, filter.after.id);
      conditions.push(`(starts_at, id) < ($${values.length - 1}, $${values.length})`);
    }
    values.push(filter.limit);
    return this.database.query<BookingRow>(
      `select ${BOOKING_COLUMNS} from bookings where ${conditions.join(' and ')} order by starts_at desc, id desc limit $${values.length}`,
      values,
    );
  }

  /**
   * Counts over the whole history are kept with every change; only the days around today are counted here.
   * @param days today and the Sunday that began this week, in the therapist's zone
   */
  async summary(therapistId: string, days: { today: string; weekStart: string }): Promise<BookingSummaryRow> {
    const [row] = await this.database.query<BookingSummaryRow>(
      {
        name: 'booking-summary',
        text: `select coalesce(c.total, 0) as total,
                 (select count(*)::int from bookings where therapist_id = $1 and local_date = $2::date) as today,
                 (select count(*)::int from bookings where therapist_id = $1 and local_date >= $3::date) as this_week,
                 coalesce(c.confirmed, 0) as confirmed, coalesce(c.completed, 0) as completed
               from (select $1::uuid as therapist_id) asked left join booking_counts c using (therapist_id)`,
      },
      [therapistId, days.today, days.weekStart],
    );
    if (!row) throw new Error('a count gave no row');
    return row;
  }
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`);
}
