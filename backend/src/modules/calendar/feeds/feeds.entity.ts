import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';

/** Why a foreign calendar could not be read. */
export const FEED_TROUBLES = ['unreachable', 'slow', 'certificate', 'redirects', 'refused', 'gone', 'answer', 'too_large', 'no_calendar', 'unreadable', 'effort', 'too_many'] as const;
export type FeedTrouble = (typeof FEED_TROUBLES)[number];

/** Whose a foreign calendar is. */
export const FOREIGN_FEED_OWNER = new Ownership('foreign_feeds', ['therapist_id']);

/** The secret address of a therapist's appointments. */
@OfPractice({ by: 'therapist_id', notExported: 'A secret address of this installation.' })
@Entity('calendar_feeds')
export class CalendarFeed {
  @PrimaryColumn('uuid') therapist_id: string;
  /** Keyed, so that whoever writes the table makes no address. */
  @Column('bytea') token_digest: Buffer;
  @Sealed() @Column('bytea') token: Buffer;
  @Column('timestamptz') created_at: Date;
  /** To the minute. */
  @Column('timestamptz', { nullable: true }) last_read_at: Date | null;
}

/** A calendar somewhere else, by its address. Another address is another row. */
@OfPractice({ by: 'therapist_id', without: { validators: 'Of readings from here.', turn: 'Of readings from here.' } })
@Entity('foreign_feeds')
export class ForeignFeed {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  /** Who knows it can read the calendar. */
  @Sealed({ owner: FOREIGN_FEED_OWNER }) @Column('bytea') address: Buffer;
  /** What the server said that names this version of it, as JSON. */
  @Sealed({ owner: FOREIGN_FEED_OWNER }) @Column('bytea', { nullable: true }) validators: Buffer | null;
  /** The therapist's zone as it was read in: whole days begin there. */
  @Column('text', { nullable: true }) read_zone: string | null;
  /** One after the other, until one reading succeeds. */
  @Column('int') failures: number;
  @Column('text', { nullable: true }) reason: FeedTrouble | null;
  /** Counts readings that were begun: only the newest one writes. */
  @Column('int') turn: number;
  @Column('timestamptz') due_at: Date;
  /** When its busy times were last known to be right. */
  @Column('timestamptz', { nullable: true }) last_read_at: Date | null;
  /** When it was last read from end to end; later readings may have found it unchanged. */
  @Column('timestamptz', { nullable: true }) whole_read_at: Date | null;
  @Column('timestamptz') created_at: Date;
}
