import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../common/practices/claims';
import type { OnlinePlace, SessionType, Visibility } from './service.dto';

/** A therapy service that clients book. */
@OfPractice({ by: 'therapist_id' })
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
  /** Where it is not the practice's. */
  @Column('text', { nullable: true }) address: string | null;
  @Column('text', { default: 'video' }) online_place: OnlinePlace;
  /** Only for those who have booked. */
  @Column('text', { nullable: true }) video_link: string | null;
  @Column('text', { default: 'everybody' }) visibility: Visibility;
  /** In the therapist's own order; equal ones in the order they were made. */
  @Column('int', { default: 0 }) position: number;
  @Column('timestamptz', { nullable: true }) archived_at: Date | null;
  @Column('timestamptz', { default: () => 'now()' }) created_at: Date;
}
