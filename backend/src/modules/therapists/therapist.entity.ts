import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfNoPractice, OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';

/** A change of what visitors are told about a practice, by the database itself; kept for an hour. */
@OfNoPractice('Ids, for an hour.')
@KeptFor({ kind: 'changes of what visitors read', term: 'an hour', why: 'By then every process has heard of them.', over: `at < $1::timestamptz - interval '1 hour'`, sweep: 'public changes' })
@Entity('public_changes')
export class PublicChange {
  @PrimaryColumn({ type: 'bigint', generated: 'identity', generatedIdentity: 'ALWAYS' }) id: string;
  @Column('uuid') therapist_id: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) at: Date;
}

@OfPractice({ by: 'therapist_id' })
@Entity('therapist_profiles')
export class TherapistProfile {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('text') display_name: string;
  @Column('text', { default: '' }) bio: string;
  @Column('text', { default: '' }) credentials: string;
  @Column('text', { array: true }) languages: string[];
  @Column('text') timezone: string;
  @Column('text', { nullable: true }) image_hash: string | null;
  @Column('text', { nullable: true }) custom_slug: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  /** On the public page. */
  @Column('boolean', { default: false }) phone_shown: boolean;
  /** Of the practice; may have several lines. */
  @Column('text', { nullable: true }) address: string | null;
  /** On the public page. */
  @Column('boolean', { default: false }) address_shown: boolean;
  /** Whether search engines may list the public page. */
  @Column('boolean', { default: false }) search_listed: boolean;
  @Column('boolean', { default: false }) bookings_paused: boolean;
  /** What visitors read meanwhile. */
  @Column('text', { nullable: true }) bookings_paused_message: string | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
  @Column('timestamptz', { default: () => 'now()' }) updated_at: Date;
  /** Of its content, from 1; pausing bookings is none. */
  @Column('int', { default: 1 }) version: number;
}

@OfPractice({ by: 'therapist_id', notExported: 'Pictures that were tried out; the one that is shown is a file of the export.' })
@Entity('image_uploads')
export class ImageUpload {
  @PrimaryColumn('uuid') therapist_id: string;
  @PrimaryColumn('text') hash: string;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}

@OfPractice({ by: 'therapist_id', notExported: 'Earlier addresses of the page, here.' })
@Entity('slug_holds')
export class SlugHold {
  @PrimaryColumn('text') slug: string;
  @Column('uuid') therapist_id: string;
  @Column('timestamptz') held_until: Date;
}
