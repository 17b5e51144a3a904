import type { Block } from '../../integrations/mail/mail-document';
import { Injectable } from '@nestjs/common';
import type { EndOfMails } from '../clients/strangers/mail-ends.service';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { sealedPlace } from '../../common/crypto/sealed';
import { Database, statement } from '../../common/database/database';
import type { Booking, BookingEvent } from '../bookings/booking.entity';
import type { Client } from '../clients/client.entity';
import { DEFAULT_RULES } from '../scheduling/rules/working-rules';

type EventColumns = 'id' | 'booking_id' | 'kind' | 'actor' | 'sequence' | 'starts_at' | 'ends_at' | 'previous_starts_at' | 'created_at';

/**
 * What one booking event tells people: time, therapist and place, nothing else. No service, notes, phone or client name is loaded,
 * so that no mail can hold them. Times are the event's own: a later move or cancellation has its own event.
 */
export interface BookingNotice extends Pick<BookingEvent, EventColumns>, Pick<Booking, 'timezone' | 'client_timezone' | 'place_kind' | 'place_detail'> {
  /** The one that the client has now, which a therapist need not know. */
  client_email: Client['email'];
  client_id: Client['id'];
  therapist_id: Booking['therapist_id'];
  therapist_name: string;
  /** The one that Google verified; of a mail to the therapist alone. */
  therapist_email: string;
  /** The zone that they work in now; null without a profile. */
  therapist_timezone: string | null;
  /** Somebody whose address nobody proved booked it, and the practice does not know the client yet: anybody could have sent this mail. */
  by_anybody: boolean;
  /** Each of the appointments that its mail tells of has a link of its own. */
  links_differ?: boolean;
  /** The therapist says something about the change, behind the link. */
  has_word: boolean;
  /** Somebody who did not sign in left a note with it. */
  has_strangers_note: boolean;
  /** Done by the link of whoever booked it without signing in; the client has not said that they did. */
  by_booker: boolean;
  /** Hours before the start until which the client may move or cancel. */
  cancellation_notice_hours: number;
}

export interface NoticeInMail extends BookingNotice {
  /** What a client is to read before all of it. */
  first?: readonly Block[];
  /** What ends the mails of a practice that is none of the client's own; its link stands below everything else. */
  end?: EndOfMails | undefined;
}

const FIND = statement<Omit<BookingNotice, 'therapist_email' | 'links_differ'> & Pick<Booking, 'manage_token' | 'manage_token_hash'>>('booking-notice-find', `select e.id, e.booking_id, e.kind, e.actor, e.sequence, e.starts_at, e.ends_at, e.previous_starts_at, e.created_at,
                b.timezone, b.client_timezone, c.email as client_email, b.place_kind, b.place_detail, b.manage_token, b.manage_token_hash, b.therapist_id, b.client_id, b.word is not null as has_word, b.by_visitor and b.notes is not null as has_strangers_note, e.by_booker and b.by_visitor as by_booker,
                b.by_stranger and not exists (select from bookings k where k.client_id = b.client_id and k.therapist_id = b.therapist_id and not k.by_stranger) as by_anybody,
                coalesce(p.display_name, u.name) as therapist_name, p.timezone as therapist_timezone,
                coalesce(h.cancellation_notice_hours, $2) as cancellation_notice_hours
           from booking_events e
           join bookings b on b.id = e.booking_id
           join clients c on c.id = b.client_id
           join users u on u.id = b.therapist_id
           left join therapist_profiles p on p.therapist_id = b.therapist_id
           left join working_hours h on h.therapist_id = b.therapist_id
          where e.id = $1`);

/** One of several appointments that a mail tells of. */
export interface ToldAppointment extends Pick<BookingEvent, 'booking_id' | 'sequence' | 'starts_at' | 'ends_at' | 'previous_starts_at'>, Pick<Booking, 'therapist_id' | 'place_kind' | 'place_detail'> {
  therapist_name: string;
  manageToken(): string;
}

const TOLD_WITH = statement<Omit<ToldAppointment, 'manageToken'> & Pick<Booking, 'id' | 'client_id' | 'manage_token' | 'manage_token_hash'>>('booking-notice-told-with', `select e.booking_id, e.sequence, e.starts_at, e.ends_at, e.previous_starts_at,
                b.place_kind, b.place_detail, b.id, b.therapist_id, b.client_id, b.manage_token, b.manage_token_hash, coalesce(p.display_name, u.name) as therapist_name
           from booking_events e join bookings b on b.id = e.booking_id join users u on u.id = b.therapist_id left join therapist_profiles p on p.therapist_id = b.therapist_id where e.id = $1 or e.told_with = $1 order by e.starts_at, e.id`);

/** An appointment as it stands now, for its client's calendar. */
export interface AppointmentEvent
  extends Pick<Booking, 'status' | 'sequence' | 'starts_at' | 'ends_at' | 'place_kind' | 'place_detail'>, Pick<BookingNotice, 'booking_id' | 'therapist_name'> {}

const FIND_APPOINTMENT = statement<AppointmentEvent>('appointment-event-find', `select b.id as booking_id, b.status, b.sequence, b.starts_at, b.ends_at, b.place_kind, b.place_detail,
                coalesce(p.display_name, u.name) as therapist_name
           from bookings b
           join users u on u.id = b.therapist_id
           left join therapist_profiles p on p.therapist_id = b.therapist_id
          where b.id = $1 and b.client_id = any($2::uuid[])`);

/** One booking event with the secret of the client's own link, which is opened only for the client's mail. */
export interface FoundNotice {
  notice: Omit<BookingNotice, 'therapist_email'>;
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
    const [row] = await this.database.query(FIND, [eventId, DEFAULT_RULES.cancellationNoticeHours]);
    if (!row) return undefined;
    const { manage_token, manage_token_hash, ...notice } = row;
    const { booking_id: id, therapist_id, client_id } = notice;
    const place = sealedPlace('bookings', 'manage_token', { id, therapist_id, client_id, manage_token_hash });
    return { notice, manageToken: () => this.cipher.decrypt(manage_token, place) };
  }

  /** All that the mails of this event tell of, itself included, the first one first. */
  async findTold(eventId: string): Promise<ToldAppointment[]> {
    const rows = await this.database.query(TOLD_WITH, [eventId]);
    return rows.map(({ manage_token, id, client_id, manage_token_hash, ...told }) => ({
      ...told,
      manageToken: () => this.cipher.decrypt(manage_token, sealedPlace('bookings', 'manage_token', { id, therapist_id: told.therapist_id, client_id, manage_token_hash })),
    }));
  }

  /** One of a client's own. */
  async findAppointment(own: readonly string[], bookingId: string): Promise<AppointmentEvent | undefined> {
    const [row] = await this.database.query(FIND_APPOINTMENT, [bookingId, own]);
    return row;
  }
}
