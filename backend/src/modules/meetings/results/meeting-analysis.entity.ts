import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';

export const MEETING_ANALYSIS_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type MeetingAnalysisState = (typeof MEETING_ANALYSIS_STATES)[number];

export const MEETING_ANALYSIS_OWNER = new Ownership('meeting_analyses', ['therapist_id']);

/** What an engine made of a session's transcript. Its id is the session's. */
@OfPractice({ by: 'therapist_id' })
@Entity('meeting_analyses')
export class MeetingAnalysis {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') state: MeetingAnalysisState;
  /** Why there is none: a word of `ANALYSIS_FAILURES`. */
  @Column('text', { nullable: true }) failure: string | null;
  /** Why the language model, which was set up, did not make it. */
  @Column('text', { nullable: true }) model_failure: string | null;
  @Column('text', { nullable: true }) engine: 'openai' | 'rules' | null;
  /** The model, or the version of the rules. */
  @Column('text', { nullable: true }) model: string | null;
  @Column('text', { nullable: true }) prompt_version: string | null;
  @Column('int', { nullable: true }) input_tokens: number | null;
  @Column('int', { nullable: true }) output_tokens: number | null;
  @Column('int', { nullable: true }) milliseconds: number | null;
  /** Statements that nothing in the transcript supports. */
  @Column('int', { default: 0 }) dropped: number;
  /** Of the run that may write: an older one writes nothing more. */
  @Column('int') fence: number;
  /** JSON: what it says, and a digest of the lines that it rests on. */
  @Sealed({ owner: MEETING_ANALYSIS_OWNER }) @Column('bytea', { nullable: true }) result: Buffer | null;
  /** The note that was made of it. */
  @Column('uuid', { nullable: true }) note_id: string | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) finished_at: Date | null;
}
