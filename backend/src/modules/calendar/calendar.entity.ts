import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../common/crypto/sealed';
import { OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';

export const CONNECTION_STATES = ['ok', 'paused', 'needs_reconnect'] as const;
/** `paused`: it will be tried again by itself. */
export type ConnectionState = (typeof CONNECTION_STATES)[number];

export const TROUBLE_REASONS = ['revoked', 'scope', 'failing', 'channel', 'target_gone', 'asked_to_wait'] as const;
export type TroubleReason = (typeof TROUBLE_REASONS)[number];

export const EVENT_TITLES = ['initials', 'plain'] as const;
/** What an appointment is called in the calendar: with the client's initials, or 'Appointment' alone. */
export type EventTitles = (typeof EVENT_TITLES)[number];

/** Whose a calendar at Google is. */
export const SOURCE_OWNER = new Ownership('calendar_sources', ['therapist_id']);

/** A connection on its way: from the redirect to Google until its answer. */
@OfPractice({ by: 'therapist_id', notExported: 'Consents on their way.' })
@KeptFor({ kind: 'consents to Google on their way', term: 'minutes', why: 'They lead nowhere any more.', over: 'expires_at < $1::timestamptz', sweep: 'calendar connections on their way' })
@Entity('calendar_flows')
export class CalendarFlow {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('bytea') state_hash: Buffer;
  @Column('bytea') browser_hash: Buffer;
  @Column('text') code_verifier: string;
  /** The account is connected, and its list of calendars is asked for. */
  @Column('boolean', { default: false }) adds_list: boolean;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
}

/** A therapist's account at Google. */
@OfPractice({ by: 'therapist_id', notExported: 'Google gave the access to this installation; the next one asks for its own.' })
@Entity('calendar_connections')
export class CalendarConnection {
  @PrimaryColumn('uuid') therapist_id: string;
  /** New with each consent: what was begun for an earlier one writes nothing. */
  @Column('uuid') generation: string;
  /** Google's id of the account as a keyed digest: one account serves one therapist. */
  @Column('bytea') account_key: Buffer;
  @Sealed() @Column('bytea') account: Buffer;
  @Sealed() @Column('bytea') refresh_token: Buffer;
  /** The list of its calendars may be read. */
  @Column('boolean', { default: false }) may_list: boolean;
  @Column('text') state: ConnectionState;
  /** Null while all is well. */
  @Column('text', { nullable: true }) reason: TroubleReason | null;
  @Column('text') titles: EventTitles;
  /** Video sessions without a link of the therapist's own get one of Google's. */
  @Column('boolean') meet_links: boolean;
  @Column('timestamptz') connected_at: Date;
  /** When all of its calendars were last seen to be in step. */
  @Column('timestamptz', { nullable: true }) last_synced_at: Date | null;
  /** One after the other, until one succeeds. */
  @Column('int') failed_syncs: number;
  /** Google is not asked before: it said so, or did not answer. */
  @Column('timestamptz', { nullable: true }) not_before: Date | null;
  /** The worker whose turn it is, and until when nobody else begins. */
  @Column('uuid', { nullable: true }) working_by: string | null;
  @Column('timestamptz', { nullable: true }) working_until: Date | null;
  /** Until when reading is left to the job that goes on with it. */
  @Column('timestamptz', { nullable: true }) goes_on_until: Date | null;
  /** When the therapist was mailed about the trouble that lasts. */
  @Column('timestamptz', { nullable: true }) told_at: Date | null;
}

/** One of the account's calendars. */
@OfPractice({ by: 'therapist_id', notExported: 'Belongs to the access to Google.' })
@Entity('calendar_sources')
export class CalendarSource {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** Its id at Google as a keyed digest. */
  @Column('bytea') calendar_key: Buffer;
  /** Its id at Google, which may be a mail address. */
  @Sealed({ owner: SOURCE_OWNER }) @Column('bytea') calendar: Buffer;
  @Sealed({ owner: SOURCE_OWNER }) @Column('bytea') name: Buffer;
  @Column('text') timezone: string;
  @Column('boolean') is_primary: boolean;
  @Column('boolean') writable: boolean;
  @Column('boolean') blocks: boolean;
  @Column('boolean') takes_appointments: boolean;
  /** Where the next list of changes begins; null: all is read anew. */
  @Sealed({ owner: SOURCE_OWNER }) @Column('bytea', { nullable: true }) sync_token: Buffer | null;
  @Column('timestamptz', { nullable: true }) full_synced_at: Date | null;
  @Column('timestamptz', { nullable: true }) synced_at: Date | null;
  /** Google told of a change that was not read yet. */
  @Column('timestamptz', { nullable: true }) changed_at: Date | null;
  /** It was deleted at Google. */
  @Column('timestamptz', { nullable: true }) gone_at: Date | null;
  @Column('uuid', { nullable: true }) channel_id: string | null;
  @Column('bytea', { nullable: true }) channel_secret_hash: Buffer | null;
  @Column('text', { nullable: true }) channel_resource: string | null;
  @Column('timestamptz', { nullable: true }) channel_ends_at: Date | null;
}

/** A calendar whose pages were not all read in one turn. */
@OfPractice({ by: 'therapist_id', notExported: 'Belongs to the access to Google.' })
@Entity('calendar_readings')
export class CalendarReading {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('uuid') source_id: string;
  /** Google's name for the page that is next. */
  @Sealed() @Column('bytea') page: Buffer;
  /** How many were read. */
  @Column('int') pages: number;
  /** The calendar as it was when its reading began: one that was chosen anew is read anew. */
  @Column('boolean') blocks: boolean;
  @Column('boolean') takes_appointments: boolean;
  @Column('timestamptz', { nullable: true }) full_synced_at: Date | null;
  @Column('timestamptz') began_at: Date;
  /** Of which time everything is read; null: changes are. */
  @Column('timestamptz', { nullable: true }) reads_from: Date | null;
  @Column('timestamptz', { nullable: true }) reads_to: Date | null;
  /** The times that came, by their keys: never more than are kept. */
  @Column('text', { array: true }) event_keys: string[];
  @Column('timestamptz', { array: true }) starts_at: Date[];
  @Column('timestamptz', { array: true }) ends_at: Date[];
  /** From when on they were too many. */
  @Column('timestamptz', { nullable: true }) known_until: Date | null;
  /** Appointments that did not come up yet, and the mark that each had then. */
  @Column('text', { array: true }) awaited_events: string[];
  @Column('text', { array: true }) awaited_etags: (string | null)[];
}

/** An appointment as it stands in the calendar. */
@OfPractice({ by: 'therapist_id', notExported: 'Belongs to the access to Google.' })
@Entity('calendar_appointments')
export class CalendarAppointment {
  @PrimaryColumn('uuid') booking_id: string;
  @Column('uuid') therapist_id: string;
  /** Derived from the booking, so that writing it twice makes one event. */
  @Column('text') event_id: string;
  /** The calendar that it was written to. */
  @Column('uuid', { nullable: true }) source_id: string | null;
  /** The booking may differ from what was written. */
  @Column('boolean') due: boolean;
  /** As it was last written; null: it does not stand there. */
  @Column('timestamptz', { nullable: true }) starts_at: Date | null;
  @Column('timestamptz', { nullable: true }) ends_at: Date | null;
  @Column('text', { nullable: true }) etag: string | null;
  /** Where its therapist moved it at Google; null: it is where it was written. */
  @Column('timestamptz', { nullable: true }) google_starts_at: Date | null;
  @Column('timestamptz', { nullable: true }) google_ends_at: Date | null;
  /** Its therapist deleted it at Google. */
  @Column('boolean') google_deleted: boolean;
  /** Since when it should stand in the calendar and does not. */
  @Column('timestamptz', { nullable: true }) missing_since: Date | null;
  /** Counts what was asked for: what is asked for while one worker writes is still to be done then. */
  @Column('int', { default: 0 }) wish: number;
  /** Until when a link of Google Meet is waited for; null: none was asked for. */
  @Column('timestamptz', { nullable: true }) link_until: Date | null;
  /** Its therapist gave it a title of their own. */
  @Column('boolean', { default: false }) retitled: boolean;
  /** It was booked while nobody could ask whether the time is free at Google. */
  @Column('timestamptz', { nullable: true }) unchecked_at: Date | null;
  @Column('timestamptz') updated_at: Date;
}
