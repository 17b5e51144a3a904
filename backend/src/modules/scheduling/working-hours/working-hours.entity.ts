import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../../common/practices/claims';
import type { StartWindow, StoredHours } from '../rules/working-rules';

@OfPractice({ by: 'therapist_id' })
@Entity('working_hours')
export class WorkingHours implements StoredHours {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('jsonb') weekly: StartWindow[][];
  @Column('jsonb') overrides: Record<string, StartWindow[]>;
  @Column('int') buffer_before_minutes: number;
  @Column('int') buffer_after_minutes: number;
  @Column('int') minimum_notice_hours: number;
  @Column('int') horizon_days: number;
  @Column('int') cancellation_notice_hours: number;
  @Column('timestamptz', { default: () => 'now()' }) updated_at: Date;
}

@OfPractice({ by: 'therapist_id', exported: `source = 'ics'` })
@Entity('busy_blocks')
export class BusyBlock {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') source: 'google' | 'ics';
  /** The calendar that it is from. */
  @Column('uuid') origin_id: string;
  /** Its event there, opaque. */
  @Column('text') event_key: string;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') ends_at: Date;
}

/** Changes with each change of a therapist's busy blocks, by the database itself; none where there never was one. */
@OfPractice({ by: 'therapist_id', notExported: 'Counted by the database.' })
@Entity('busy_versions')
export class BusyVersion {
  @PrimaryColumn('uuid') therapist_id: string;
  @Column('uuid') version: string;
  /** How many there are; counted by the database, which bounds it. */
  @Column('int', { default: 0 }) blocks: number;
}
