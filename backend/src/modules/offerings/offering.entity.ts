import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SessionType } from './service.dto';

/** A therapy service that clients book. */
@Entity('services')
export class Service {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') name: string;
  @Column('text', { default: '' }) description: string;
  @Column('int') duration_minutes: number;
  @Column('int') price_cents: number;
  @Column('boolean') is_free: boolean;
  @Column('text') session_type: SessionType;
  @Column('timestamptz', { nullable: true }) archived_at: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}
