import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';
import { KeptFor } from '../../../common/practices/terms';

export const TRANSCRIPT_STATES = ['live', 'waiting', 'running', 'done', 'failed', 'destroyed'] as const;
export type TranscriptState = (typeof TRANSCRIPT_STATES)[number];

export const TRANSCRIPT_LINE_OWNER = new Ownership('meeting_transcript_lines', ['session_id', 'therapist_id']);

/** How far the text of a session's sound is; `live` while the session is recorded. Its id is the session's. */
@OfPractice({ by: 'therapist_id' })
@KeptFor({ kind: 'transcripts', term: 'as many days as the therapist chose, 30 unless they did', why: 'What is needed of them is in a note by then.', over: `state <> 'destroyed' and created_at < $1::timestamptz - coalesce((select m.transcript_days from meeting_settings m where m.therapist_id = "meeting_transcripts".therapist_id), 30) * interval '1 day'`, sweep: 'transcripts whose term is over' })
@Entity('meeting_transcripts')
export class MeetingTranscript {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') state: TranscriptState;
  /** Why there is none, why it waits for another day, or while it is recorded, why the newest part is not there yet: a word of `TRANSCRIPT_FAILURES`. */
  @Column('text', { nullable: true }) failure: string | null;
  @Column('text', { nullable: true }) model: string | null;
  /** Of the run that may write: an older one writes nothing more. */
  @Column('int') fence: number;
  /** How often the stretch that comes next was begun. */
  @Column('int', { default: 0 }) tries: number;
  @Column('int', { default: 0 }) stretches: number;
  /** Up to where it is done, counted over all stored sound. */
  @Column('bigint', { default: 0 }) done_frames: string;
  /** Whether the engine tells when something was said. */
  @Column('boolean', { default: true }) has_times: boolean;
  /** When the first sound was sent to it. */
  @Column('timestamptz', { nullable: true }) sent_at: Date | null;
  /** Until then a part is on its way, and no other run begins one. */
  @Column('timestamptz', { nullable: true }) held_until: Date | null;
  /** How often sound came late, and lines behind it were made anew. */
  @Column('int', { default: 0 }) rewinds: number;
  /** When a worker was heard of last. */
  @Column('timestamptz') worked_at: Date;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) finished_at: Date | null;
  @Column('timestamptz', { nullable: true }) accepted_at: Date | null;
  @Column('timestamptz', { nullable: true }) destroyed_at: Date | null;
}

/** Something that was said. Times are those of the stored sound, as it plays. */
@OfPractice({ by: 'therapist_id' })
@Entity('meeting_transcript_lines')
export class MeetingTranscriptLine {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') session_id: string;
  @Column('uuid') therapist_id: string;
  @Column('int') seq: number;
  /** The engine heard each stretch by itself: voices are told apart within one. */
  @Column('int') stretch: number;
  @Column('int') start_ms: number;
  @Column('int') end_ms: number;
  /** A letter for a voice of the stretch. */
  @Column('text', { nullable: true }) speaker: string | null;
  @Sealed({ owner: TRANSCRIPT_LINE_OWNER }) @Column('bytea') text: Buffer;
  /** What the engine heard, while a corrected line is not accepted. */
  @Sealed({ owner: TRANSCRIPT_LINE_OWNER }) @Column('bytea', { nullable: true }) original: Buffer | null;
  @Column('int', { default: 1 }) version: number;
  @Column('timestamptz', { nullable: true }) corrected_at: Date | null;
}
