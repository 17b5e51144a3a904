import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, MaxLength } from 'class-validator';
import { Id, TrimmedText } from '../../../common/http/fields';
import { RISK_KINDS, type RiskKind } from '../analysis/risk/risk-term';
import { ANALYSIS_STATES, type AnalysisState } from './analysis.entity';
import * as messages from './messages';

const ENGINES = ['openai', 'rules'] as const;
const ASSERTIONS = ['present', 'uncertain', 'history'] as const;

/** A place in the text that was read. */
export class CitationDto {
  @ApiProperty({ description: 'What stands there, letter by letter' }) quote: string;
  @ApiProperty({ type: 'integer', description: 'In UTF-16 units from the beginning of the text' }) start: number;
  @ApiProperty({ type: 'integer' }) end: number;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'Of a file: its page, in whose text that is; absent in a note’s own text' }) page?: number;
}

export class StatementDto {
  @ApiProperty() text: string;
  @ApiProperty({ type: [CitationDto], minItems: 1 }) citations: CitationDto[];
}

/** A possible sign of a risk, for the therapist to check. */
export class RiskCueDto {
  @ApiProperty({ enum: RISK_KINDS }) kind: RiskKind;
  @ApiProperty({ enum: ASSERTIONS }) assertion: (typeof ASSERTIONS)[number];
  @ApiProperty() quote: string;
  @ApiProperty() why: string;
  @ApiProperty({ type: [CitationDto], minItems: 1 }) citations: CitationDto[];
}

/** What an engine says; nothing that the text does not support. */
export class AnalysisResultDto {
  @ApiProperty({ type: [StatementDto] }) summary: StatementDto[];
  @ApiProperty({ type: [StatementDto] }) themes: StatementDto[];
  @ApiProperty({ type: [StatementDto] }) interventions: StatementDto[];
  @ApiProperty({ type: [StatementDto] }) homework: StatementDto[];
  @ApiProperty({ type: [StatementDto] }) progress: StatementDto[];
  @ApiProperty({ type: [RiskCueDto] }) risk_cues: RiskCueDto[];
  @ApiProperty({ type: [StatementDto] }) next_steps: StatementDto[];
  @ApiProperty({ type: [String], description: 'What the reader must know of this result' }) remarks: string[];
}

export class NoteAnalysisDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: ANALYSIS_STATES }) state: AnalysisState;
  @ApiProperty({ type: String, nullable: true, description: 'Why there is no result' }) failure: string | null;
  @ApiProperty({ type: String, enum: [...ENGINES, null], nullable: true, description: 'Null until it is done' }) engine: (typeof ENGINES)[number] | null;
  @ApiProperty({ type: String, nullable: true, description: '`rule-based summary`, or the model’s name' }) engine_label: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why the language model, which is set up, did not make it' }) model_failure: string | null;
  @ApiProperty({ type: String, nullable: true }) prompt_version: string | null;
  @ApiProperty({ type: 'integer', nullable: true }) input_tokens: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) output_tokens: number | null;
  @ApiProperty({ type: 'integer', nullable: true }) milliseconds: number | null;
  @ApiProperty({ type: 'integer', description: 'Statements left out because nothing in the text supports them' }) dropped: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Of the note, when it was read' }) note_version: number | null;
  @ApiProperty({ description: 'The text was changed since' }) is_stale: boolean;
  @ApiProperty({ type: AnalysisResultDto, nullable: true }) result: AnalysisResultDto | null;
  @ApiProperty({ type: String, nullable: true, description: 'As the therapist accepted it' }) summary: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) accepted_at: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at: string | null;
}

/** What would read a text now. */
export class AnalysisEngineDto {
  @ApiProperty({ enum: ENGINES }) engine: (typeof ENGINES)[number];
  @ApiProperty() label: string;
  @ApiProperty({ type: String, nullable: true, description: 'What is sent to whom; null where nothing leaves the installation' }) sent: string | null;
}

export class NoteAnalysesDto {
  @ApiProperty({ type: NoteAnalysisDto, nullable: true, description: 'Not accepted yet' }) draft: NoteAnalysisDto | null;
  @ApiProperty({ type: NoteAnalysisDto, nullable: true }) accepted: NoteAnalysisDto | null;
  @ApiProperty({ type: AnalysisEngineDto }) next: AnalysisEngineDto;
  @ApiProperty({ type: String, nullable: true, description: 'Why this note, or this file, cannot be analysed; null where it can' }) refused: string | null;
}

export class AcceptAnalysisDto {
  @ApiProperty({ format: 'uuid', description: 'The draft that was looked at' }) @Id() analysis_id: string;

  @ApiPropertyOptional({ minLength: 1, maxLength: messages.MAX_SUMMARY, description: 'The summary as the therapist wants it; without it as it was made' })
  @IsOptional()
  @MaxLength(messages.MAX_SUMMARY, { message: messages.summaryTooLong })
  @TrimmedText({ max: Infinity, message: messages.summaryRequired })
  summary?: string;
}
