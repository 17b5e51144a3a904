import { Injectable } from '@nestjs/common';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Database, statement } from '../../common/database/database';
import { DEFAULT_RULES } from '../scheduling/rules/working-rules';

export type BookingEventKind = 'booked' | 'moved' | 'cancelled';

/**
 * What one booking event tells people: time and therapist, nothing else. No service, notes, phone or client name is loaded,
 * so that no mail can hold them. Times are the event's own: a later move or cancellation has its own event.
 */
export interface BookingNotice {
  eventId: string;
  bookingId: string;
  kind: BookingEventKind;
  /** Who did it. */
  actor: 'client' | 'therapist';
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  previousStartsAt: Date | null;
  happenedAt: Date;
  /** IANA zone of the appointment. */
  timezone: string;
  /** IANA zone of the visitor's browser, as it was given; may be nonsense. */
  clientTimezone: string | null;
  therapistName: string;
  therapistEmail: string;
  clientEmail: string;
  /** Hours before the start until which the client may move or cancel. */
  cancellationNoticeHours: number;
}

const FIND = statement('booking-notice-find', `select e.id, e.booking_id, e.kind, e.actor, e.sequence, e.starts_at, e.ends_at, e.previous_starts_at, e.created_at,
                b.timezone, b.client_timezone, b.client_email, b.manage_token,
                coalesce(p.display_name, u.name) as therapist_name, u.email as therapist_email,
                coalesce(h.cancellation_notice_hours, $2) as cancellation_notice_hours
           from booking_events e
           join bookings b on b.id = e.booking_id
           join users u on u.id = b.therapist_id
           left join therapist_profiles p on p.therapist_id = b.therapist_id
           left join working_hours h on h.therapist_id = b.therapist_id
          where e.id = $1`);

interface NoticeRow {
  id: string;
  booking_id: string;
  kind: BookingEventKind;
  actor: 'client' | 'therapist';
  sequence: number;
  starts_at: Date;
  ends_at: Date;
  previous_starts_at: Date | null;
  created_at: Date;
  timezone: string;
  client_timezone: string | null;
  client_email: string;
  manage_token: Buffer;
  therapist_name: string;
  therapist_email: string;
  cancellation_notice_hours: number;
}

/** One booking event with the secret of the client's own link, which is opened only for the client's mail. */
export interface FoundNotice {
  notice: BookingNotice;
  manageToken(): string;
}

/** Reads, never writes. */
@Injectable()
export class BookingNoticeRepository {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  async findNotice(eventId: string): Promise<FoundNotice | undefined> {
    const [row] = await this.database.query<NoticeRow>(FIND, [eventId, DEFAULT_RULES.cancellationNoticeHours]);
    if (!row) return undefined;
    const place = { table: 'bookings', column: 'manage_token', rowId: row.booking_id };
    return { notice: toNotice(row), manageToken: () => this.cipher.decrypt(row.manage_token, place) };
  }
}

function toNotice(row: NoticeRow): BookingNotice {
  return {
    eventId: row.id,
    bookingId: row.booking_id,
    kind: row.kind,
    actor: row.actor,
    sequence: row.sequence,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    previousStartsAt: row.previous_starts_at,
    happenedAt: row.created_at,
    timezone: row.timezone,
    clientTimezone: row.client_timezone,
    therapistName: row.therapist_name,
    therapistEmail: row.therapist_email,
    clientEmail: row.client_email,
    cancellationNoticeHours: row.cancellation_notice_hours,
  };
}
