import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Ownership, Sealed } from '../../../common/crypto/sealed';
import { OfPractice } from '../../../common/practices/claims';

export const ANALYSIS_STATES = ['waiting', 'running', 'done', 'failed'] as const;
export type AnalysisState = (typeof ANALYSIS_STATES)[number];

/** Of the note's client it says nothing: no client is shown one. */
export const NOTE_ANALYSIS_OWNER = new Ownership('session_note_analyses', ['note_id', 'therapist_id']);

/** What an engine made of a note, or of a file of it: a draft until its therapist accepts it. Of each there is at most one, for either. */
@OfPractice({ by: 'therapist_id' })
@Entity('session_note_analyses')
export class SessionNoteAnalysis {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') note_id: string;
  /** Null: of the note's own text. */
  @Column('uuid', { nullable: true }) file_id: string | null;
  @Column('uuid') therapist_id: string;
  @Column('text') state: AnalysisState;
  /** Why there is none. */
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
  /** Statements that nothing in the text supports. */
  @Column('int', { default: 0 }) dropped: number;
  /** Of the note, when its text was read. */
  @Column('int', { nullable: true }) note_version: number | null;
  /** JSON: what it says, and a digest of the text that it rests on. */
  @Sealed({ owner: NOTE_ANALYSIS_OWNER }) @Column('bytea', { nullable: true }) result: Buffer | null;
  /** The summary as the therapist accepted it. */
  @Sealed({ owner: NOTE_ANALYSIS_OWNER }) @Column('bytea', { nullable: true }) summary: Buffer | null;
  @Column('timestamptz', { nullable: true }) accepted_at: Date | null;
  @Column('timestamptz') created_at: Date;
  @Column('timestamptz', { nullable: true }) finished_at: Date | null;
}
