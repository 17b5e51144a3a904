import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Actor } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { ColumnCipher } from '../../../common/crypto/column-cipher';
import { Database, isId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { AppConfig } from '../../../config/app-config';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { WorkingHoursService } from '../../scheduling/working-hours/working-hours.service';
import { toTherapistBooking } from '../booking.mapper';
import { BookingRow } from '../booking.repository';
import * as messages from '../messages';
import { BookingListQueryDto, BookingSummaryDto, TherapistBookingDto } from './booking-list.dto';
import { BookingCursor, BookingListRepository } from './booking-list.repository';

const MAX_ROWS = 500;

export interface BookingPage {
  bookings: TherapistBookingDto[];
  /** A `Link` header value when there is more. */
  link: string | undefined;
}

/** A therapist's bookings, newest appointment first. */
@Injectable()
export class BookingListService {
  constructor(
    private readonly repository: BookingListRepository,
    private readonly database: Database,
    private readonly activity: ActivityLog,
    private readonly cipher: ColumnCipher,
    private readonly config: AppConfig,
  ) {}

  /** Whose record was on the page is in the activity log, in one entry for the page. */
  async list(actor: Actor & { id: string }, query: BookingListQueryDto): Promise<BookingPage> {
    const limit = query.limit ?? MAX_ROWS;
    const rows = await this.repository.list(actor.id, { ...query, after: readCursor(query.cursor), limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    if (page.length > 0) {
      const clientIds = page.map(({ client_id }) => client_id);
      await this.activity.record(this.database, actor, { action: 'read_bookings', subjectType: 'therapist', subjectId: actor.id, clientIds });
    }
    return { bookings: page.map((row) => toTherapistBooking(row, this.cipher)), link: last && this.nextLink(query, last) };
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

/** How many bookings a therapist has. */
@Injectable()
export class BookingSummaryService {
  constructor(
    private readonly repository: BookingListRepository,
    private readonly workingHours: WorkingHoursService,
    private readonly clock: Clock,
  ) {}

  /** Counted in the database, never from a list that is capped. */
  async summary(therapistId: string): Promise<BookingSummaryDto> {
    const { zone } = await this.workingHours.find(therapistId);
    return this.repository.summary(therapistId, weekOf(this.clock.now(), zone));
  }
}

/** Today and the Sunday that began this week, as local dates of a zone. */
function weekOf(now: Date, zone: string): { today: string; weekStart: string } {
  const today = DateTime.fromJSDate(now, { zone });
  return { today: today.toFormat('yyyy-MM-dd'), weekStart: today.minus({ days: today.weekday % 7 }).toFormat('yyyy-MM-dd') };
}
