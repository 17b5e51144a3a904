import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { isId } from '../../common/database/ids';
import { DomainError } from '../../common/errors/domain-error';
import { AppConfig } from '../../config/app-config';
import { WorkingHoursService } from '../scheduling/working-hours.service';
import { BookingCursor, BookingListRepository } from './booking-list.repository';
import { toTherapistBooking } from './booking.mapper';
import { BookingRow } from './booking.repository';
import { BookingListQueryDto, BookingSummaryDto, TherapistBookingDto } from './dto/therapist-booking.dto';
import * as messages from './messages';
import { weekOf } from './therapist-bookings.service';

const MAX_ROWS = 500;

export interface BookingPage {
  bookings: TherapistBookingDto[];
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** A therapist's bookings, newest appointment first, and their counts. */
@Injectable()
export class BookingListService {
  constructor(
    private readonly repository: BookingListRepository,
    private readonly workingHours: WorkingHoursService,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  async list(therapistId: string, query: BookingListQueryDto): Promise<BookingPage> {
    const limit = query.limit ?? MAX_ROWS;
    const rows = await this.repository.list(therapistId, { ...query, after: readCursor(query.cursor), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return { bookings: page.map((row) => toTherapistBooking(row, this.cipher)), link: last && this.nextLink(query, last) };
  }

  /** Counted in the database, never from a list that is capped. */
  async summary(therapistId: string): Promise<BookingSummaryDto> {
    const { zone } = await this.workingHours.find(therapistId);
    return this.repository.summary(therapistId, weekOf(this.clock.now(), zone));
  }

  private nextLink(query: BookingListQueryDto, last: BookingRow): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...query, cursor: writeCursor(last) })) {
      if (value !== undefined) parameters.set(name, String(value));
    }
    return `<${this.config.publicUrl}/api/therapist/bookings?${parameters.toString()}>; rel="next"`;
  }
}

function writeCursor({ starts_at, id }: BookingRow): string {
  return Buffer.from(`${starts_at.getTime()}.${id}`).toString('base64url');
}

function readCursor(cursor: string | undefined): BookingCursor | undefined {
  if (cursor === undefined) return undefined;
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
  const startsAt = new Date(/^-?\d{1,16}$/.test(time) ? Number(time) : Number.NaN);
  if (Number.isNaN(startsAt.getTime()) || !isId(id)) {
    throw new DomainError('invalid', messages.badCursor, { errors: [{ field: 'cursor', message: messages.badCursor }] });
  }
  return { startsAt, id };
}
