import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OfNoPractice, OfPractice } from '../../common/practices/claims';
import { KeptFor } from '../../common/practices/terms';

/** What an engine is asked for. */
export const AI_PURPOSES = ['analysis', 'reading', 'transcription'] as const;
export type AiPurpose = (typeof AI_PURPOSES)[number];

/** One use of an engine: counts and names of kinds, never content. */
@OfPractice({ by: 'therapist_id', notExported: 'Counts of what engines did here.' })
@KeptFor({ kind: 'uses of engines', term: '30 days', why: 'Counts for the administrator.', over: `begun_at < $1::timestamptz - interval '30 days'`, sweep: 'runs of engines' })
@Entity('ai_runs')
export class AiRun {
  @PrimaryColumn('uuid') id: string;
  @Column('uuid') therapist_id: string;
  @Column('text') purpose: AiPurpose;
  /** `openai` and `transcription` for endpoints outside, else what ran here. */
  @Column('text') engine: string;
  @Column('text', { nullable: true }) model: string | null;
  /** A run that never came to its end stays `running`. */
  @Column('text') state: 'running' | 'done' | 'failed';
  /** An {@link AiFailureReason}, or another word that stands in the code. */
  @Column('text', { nullable: true }) failure: string | null;
  @Column('int', { nullable: true }) input_tokens: number | null;
  @Column('int', { nullable: true }) output_tokens: number | null;
  @Column('int', { nullable: true }) milliseconds: number | null;
  /** How much of one use it is, for the daily limit. */
  @Column('real', { default: 1 }) weight: number;
  @Column('timestamptz') begun_at: Date;
}

/** The one row of what an administrator decides about language models. */
@OfNoPractice('Of the installation.')
@Entity('ai_settings')
export class AiSettings {
  @PrimaryColumn('int') id: number;
  @Column('boolean') models_allowed: boolean;
  @Column('timestamptz', { nullable: true }) changed_at: Date | null;
}
