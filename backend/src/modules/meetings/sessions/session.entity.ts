import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfPractice } from '../../../common/practices/claims';
import { KeptFor } from '../../../common/practices/terms';
import type { MeetingPlatform } from '../meeting-link';
import type { EndReason, Phase } from './session-states';

export const ROUTES = ['bot', 'device', 'upload'] as const;
/** How a session is recorded: by a notetaker in the meeting, by the therapist's device, or elsewhere, as a file. */
export type SessionRoute = (typeof ROUTES)[number];

/** Frames a second. */
export const RATES = { high: 44_100, medium: 22_050, low: 16_000 } as const;
export type AudioQuality = keyof typeof RATES;
export const QUALITIES = Object.keys(RATES) as AudioQuality[];

/** A session that is recorded, and how far it is. */
@OfPractice({ by: 'therapist_id' })
@KeptFor({ kind: 'sound of recorded sessions', term: '7 days after the session, or until its transcript is accepted', why: 'It is there to correct the transcript by.', over: `audio_destroyed_at is null and ended_at < $1::timestamptz - interval '7 days'`, sweep: 'recordings whose time is over' })
@Entity('meeting_sessions')
export class MeetingSession {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('uuid') consent_id: string;
  /** It never got past the lobby, and the consent can begin another one. */
  @Column('boolean', { default: false }) consent_returned: boolean;
  @Column('text') route: SessionRoute;
  @Column('text', { nullable: true }) platform: MeetingPlatform | null;
  @Column('text') quality: AudioQuality;
  @Column('int') planned_minutes: number;
  @Column('boolean') real_time_notes: boolean;
  @Column('boolean') post_analysis: boolean;
  @Column('text') phase: Phase;
  /** By which people tell a notetaker from another therapist's. */
  @Column('text', { nullable: true }) notetaker_words: string | null;
  @Column('text', { nullable: true }) end_reason: EndReason | null;
  /** Of the lease: whoever records says it with each chunk, and an older one is refused. */
  @Column('int') fence: number;
  @Column('int', { default: 0 }) rejoins: number;
  /** When whoever records was heard of last. */
  @Column('timestamptz') heartbeat_at: Date;
  @Column('timestamptz', { nullable: true }) paused_at: Date | null;
  /** Sound is stored since it is in the call for the last time. */
  @Column('boolean', { default: false }) hears: boolean;
  @Column('bigint', { default: 0 }) recorded_ms: string;
  /** The peak of the newest chunk, 0 to 1. */
  @Column('real', { nullable: true }) level: number | null;
  @Column('timestamptz') created_at: Date;
  /** When the first sound was stored. */
  @Column('timestamptz', { nullable: true }) started_at: Date | null;
  @Column('timestamptz', { nullable: true }) ended_at: Date | null;
  @Column('timestamptz', { nullable: true }) audio_destroyed_at: Date | null;
}
