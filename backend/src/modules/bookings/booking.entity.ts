import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';
import { OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';
import { ONLINE_PLACES, type SessionType } from '../offerings/service.dto';

export type BookingStatus = 'confirmed' | 'completed' | 'cancelled';

/** How people meet. */
export const PLACE_KINDS = ['in-person', ...ONLINE_PLACES] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

/** Whose notes are, and the therapist's word. */
export const NOTES_OWNER = new Ownership('bookings', ['therapist_id', 'client_id']);
/** Whose the secret of a link is, and which link leads to the booking. */
export const LINK_OWNER = new Ownership('bookings', ['therapist_id', 'client_id', 'manage_token_hash']);

@OfPractice({ by: 'therapist_id', without: { manage_token_hash: 'Links are made anew where it is imported.', manage_token: 'Links are made anew where it is imported.', mark: 'Made anew where it is imported.' } })
@Entity('bookings')
export class Booking {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') service_id: string;
  @Column('uuid') client_id: string;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') ends_at: Date;
  @Column('text') timezone: string;
  @Column('date') local_date: string;
  @Column('text') local_time: string;
  @Column('int') duration_minutes: number;
  @Column('text') service_name: string;
  /** As it was agreed; earlier bookings of a service of both kinds say 'both'. */
  @Column('text') session_type: SessionType;
  /** Null for earlier bookings, which agreed on none. */
  @Column('text', { nullable: true }) place_kind: PlaceKind | null;
  /** The address, link or number as it was agreed; null while it follows from the therapist. */
  @Column('text', { nullable: true }) place_detail: string | null;
  @Column('text') client_name: string;
  @Column('text') client_email: string;
  @Column('text', { nullable: true }) client_phone: string | null;
  @Column('text', { nullable: true }) client_timezone: string | null;
  @Sealed({ owner: NOTES_OWNER }) @Column('bytea', { nullable: true }) notes: Buffer | null;
  /** What the therapist says about their last change of it. */
  @Sealed({ owner: NOTES_OWNER }) @Column('bytea', { nullable: true }) word: Buffer | null;
  @Column('text') status: BookingStatus;
  @Column('int', { default: 0 }) sequence: number;
  @Column('bytea') manage_token_hash: Buffer;
  @Sealed({ owner: LINK_OWNER }) @Column('bytea') manage_token: Buffer;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) completed_at: Date | null;
  @Column('timestamptz', { nullable: true }) cancelled_at: Date | null;
  /** Since when it is known that the client did not come; a mark beside the status. */
  @Column('timestamptz', { nullable: true }) no_show_at: Date | null;
  /** When the session ended, where that was not as planned. */
  @Column('timestamptz', { nullable: true }) ran_until: Date | null;
  /** Nobody had proved that the address is theirs. */
  @Column('boolean', { default: false }) by_stranger: boolean;
  /** The same as it was when it was booked: the client may have confirmed the practice since, and not the name that was given. */
  @Column('boolean', { default: false }) booked_by_stranger: boolean;
  /** Somebody typed it who did not sign in and did not prove the address, and the client has not said since that they did; what is cancelled stays so. */
  @Column('boolean', { default: false }) by_visitor: boolean;
  /** The therapist made it for a client whose name was only known as a visitor had typed it, and so was the number. */
  @Column('boolean', { default: false }) called_as_typed: boolean;
  @Column('boolean', { default: false }) phone_as_typed: boolean;
  /** Appointments that were made together, week after week, share one. */
  @Column('uuid', { nullable: true }) series_id: string | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

@OfPractice({ by: 'booking_id', in: 'bookings' })
@Entity('booking_events')
export class BookingEvent {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') booking_id: string;
  /** 'readdressed': the appointment stands, its client has another address. */
  @Column('text') kind: 'booked' | 'moved' | 'cancelled' | 'readdressed';
  @Column('int') sequence: number;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') ends_at: Date;
  @Column('timestamptz', { nullable: true }) previous_starts_at: Date | null;
  @Column('text') actor: 'client' | 'therapist';
  /** By the link of whoever booked it without proving the address, who need not be the client. */
  @Column('boolean', { default: false }) by_booker: boolean;
  @Column('timestamptz') created_at: Date;
  /** The event whose mails tell of this one, too; null: its own. */
  @Column('uuid', { nullable: true }) told_with: string | null;
}

@OfPractice({ by: 'therapist_id', notExported: 'Times that are kept for minutes.' })
@KeptFor({ kind: 'times held for visitors', term: 'minutes', why: 'Whoever books has them as an appointment by then.', over: 'expires_at <= $1::timestamptz', sweep: 'booking holds' })
@Entity('booking_holds')
export class BookingHold {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') service_id: string;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') ends_at: Date;
  /** Empty once it is a booking. */
  @Sealed() @Column('bytea') request: Buffer;
  @Column('bytea') code_hash: Buffer;
  @Sealed() @Column('bytea', { nullable: true }) mail_secret: Buffer | null;
  @Column('int') tries_left: number;
  @Column('bytea') connection_hash: Buffer;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') code_sent_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('uuid', { nullable: true }) booking_id: string | null;
  @Sealed() @Column('bytea', { nullable: true }) answer: Buffer | null;
}

/** How many bookings a therapist has; a trigger keeps it. */
@OfPractice({ by: 'therapist_id', notExported: 'Counted by the database.' })
@Entity('booking_counts')
export class BookingCount {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('int') total: number;
  @Column('int') confirmed: number;
  @Column('int') completed: number;
}
