import { ApiProperty, OmitType } from '@nestjs/swagger';
import { AnalysisEngineDto, RiskCueDto } from '../../session-notes/analyses/analysis.dto';
import { MEETING_ANALYSIS_STATES, MeetingAnalysisState } from './meeting-analysis.entity';

export const SHOWN_ANALYSIS_STATES = ['none', ...MEETING_ANALYSIS_STATES] as const;
export type ShownAnalysisState = 'none' | MeetingAnalysisState;
const ENGINES = ['openai', 'rules'] as const;

/** Where something was said. */
export class MomentDto {
  @ApiProperty({ format: 'uuid' }) line_id: string;
  @ApiProperty({ description: 'When the line begins, within the sound' }) start_seconds: number;
  @ApiProperty() end_seconds: number;
  @ApiProperty({ description: 'What stands there, letter by letter' }) quote: string;
  @ApiProperty({ type: 'integer', description: 'In UTF-16 units from the beginning of the line’s text' }) start: number;
  @ApiProperty({ type: 'integer' }) end: number;
}

export class MeetingStatementDto {
  @ApiProperty() text: string;
  @ApiProperty({ type: [MomentDto], minItems: 1 }) moments: MomentDto[];
}

/** A possible sign of a risk, for the therapist to check. */
export class MeetingRiskCueDto extends OmitType(RiskCueDto, ['citations'] as const) {
  @ApiProperty({ type: [MomentDto], minItems: 1 }) moments: MomentDto[];
}

/** What an engine says; nothing that the transcript does not support. */
export class MeetingResultDto {
  @ApiProperty({ type: [MeetingStatementDto] }) summary: MeetingStatementDto[];
  @ApiProperty({ type: [MeetingStatementDto] }) themes: MeetingStatementDto[];
  @ApiProperty({ type: [MeetingStatementDto] }) interventions: MeetingStatementDto[];
  @ApiProperty({ type: [MeetingStatementDto] }) homework: MeetingStatementDto[];
  @ApiProperty({ type: [MeetingStatementDto] }) progress: MeetingStatementDto[];
  @ApiProperty({ type: [MeetingStatementDto] }) next_steps: MeetingStatementDto[];
  @ApiProperty({ type: [MeetingRiskCueDto] }) risk_cues: MeetingRiskCueDto[];
  @ApiProperty({ type: [String], description: 'What the reader must know of this result' }) remarks: string[];
}

export class MeetingAnalysisDto {
  @ApiProperty({ format: 'uuid' }) session_id: string;
  @ApiProperty({ enum: SHOWN_ANALYSIS_STATES }) state: ShownAnalysisState;
  @ApiProperty({ type: String, enum: ['analysis_failed', null], nullable: true }) failure_code: 'analysis_failed' | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why there is no result, for people' }) failure: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why it cannot be asked for; null where it can' }) refused: string | null;
  @ApiProperty({ type: String, enum: [...ENGINES, null], nullable: true, description: 'Null until it is done' }) engine: (typeof ENGINES)[number] | null;
  @ApiProperty({ type: String, nullable: true, description: '`rule-based summary`, or the model’s name' }) engine_label: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Why the language model, which is set up, did not make it' }) model_failure: string | null;
  @ApiProperty({ type: 'integer', description: 'Statements left out because nothing in the transcript supports them' }) dropped: number;
  @ApiProperty({ description: 'A line was corrected since' }) is_stale: boolean;
  @ApiProperty({ type: MeetingResultDto, nullable: true }) result: MeetingResultDto | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The session note that was made of it' }) note_id: string | null;
  @ApiProperty({ type: AnalysisEngineDto, description: 'What would read it now' }) next: AnalysisEngineDto;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) created_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) finished_at: string | null;
}

export class MeetingNoteDto {
  @ApiProperty({ format: 'uuid', description: 'Of the session note: visible to nobody but its therapist' }) note_id: string;
}
