import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Sealed } from '../../common/crypto/sealed';
import { OfNoPractice, OfPractice } from '../../common/practices/claims';

/** Counts over the whole installation. */
export interface PracticeTotals {
  total_therapists: number;
  recent_registrations: number;
  total_bookings: number;
  recent_bookings: number;
  total_session_notes: number;
  active_therapists: number;
  total_clients: number;
}

/** One administrator's access to one client's record; why it was needed is encrypted. Earlier ones opened a therapist's records and name no client. */
@OfPractice({ where: 'exists (select from break_glass_therapists t where t.grant_id = "break_glass_grants".id and t.therapist_id = $1::uuid)', notExported: 'Whoever runs this installation answers for it.', stays: 'Who opened records in an emergency, and why, is kept as the log is.' })
@Entity('break_glass_grants')
export class BreakGlassGrant {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') admin_id: string;
  @Column('uuid', { nullable: true }) client_id: string | null;
  /** The session that it was opened in, and ends with. */
  @Column('uuid', { nullable: true }) session_id: string | null;
  @Sealed() @Column('bytea') reason: Buffer;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz') expires_at: Date;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('bytea', { nullable: true }) mark: Buffer | null;
}

/** A therapist whose record of the client an access opens, and who is told. */
@OfPractice({ by: 'therapist_id', notExported: 'Whoever runs this installation answers for it.', stays: 'Who opened records in an emergency, and why, is kept as the log is.' })
@Entity('break_glass_therapists')
export class BreakGlassTherapist {
  @PrimaryColumn('uuid') grant_id: string;
  @PrimaryColumn('uuid') therapist_id: string;
  /** Once the therapist was told. */
  @Column('bytea', { nullable: true }) notice_mark: Buffer | null;
}

@OfNoPractice('Counts of the installation.')
@Entity('daily_counts')
export class DailyCount {
  @PrimaryColumn('text') zone: string;
  @PrimaryColumn('date') day: string;
  @Column('int') registrations: number;
  @Column('int') bookings: number;
}

@OfNoPractice('Counts of the installation.')
@Entity('practice_totals')
export class PracticeTotal {
  @PrimaryColumn('text') zone: string;
  @Column('timestamptz') computed_at: Date;
  @Column('jsonb') totals: PracticeTotals;
}

/** One narrow row per therapist, which the list is searched in; triggers keep it. */
@OfPractice({ by: 'therapist_id', notExported: 'The administrators’ list, kept by the database.' })
@Entity('therapist_directory')
export class TherapistDirectoryEntry {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('timestamptz') created_at: Date;
  @Column('boolean') is_active: boolean;
  @Column('text') search: string;
}

/** How many therapists are active and how many are not; a trigger keeps it. */
@OfNoPractice('Counts of the installation.')
@Entity('therapist_counts')
export class TherapistCount {
  @PrimaryColumn('boolean') is_active: boolean;
  @Column('int') total: number;
}
