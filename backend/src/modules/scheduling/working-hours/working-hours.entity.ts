import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { StartWindow, StoredHours } from '../rules/working-rules';

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

@Entity('busy_blocks')
export class BusyBlock {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') source: string;
  @Column('timestamptz') starts_at: Date;
  @Column('timestamptz') ends_at: Date;
}
