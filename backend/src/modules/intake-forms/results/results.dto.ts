import { ApiProperty } from '@nestjs/swagger';
import { QuestionDto } from '../builder/intake-form.dto';
import { type AnswerValue, INSTRUMENTS, type Instrument } from '../builder/question';
import type { Severity } from '../scoring/instruments';

export const SEVERITIES = ['minimal', 'mild', 'moderate', 'moderately_severe', 'severe'] as const satisfies readonly Severity[];

/** A question with what was answered, for whoever may read it. */
export class AnsweredQuestionDto extends QuestionDto {
  @ApiProperty({ oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'array', items: { type: 'string' } }], description: 'Null: not answered.' })
  answer: AnswerValue | null;
}

/** What a published questionnaire comes to. */
export class ScoreDto {
  @ApiProperty({ format: 'uuid', description: 'Of the form that was completed.' }) id: string;
  @ApiProperty({ enum: INSTRUMENTS }) instrument: Instrument;
  @ApiProperty({ format: 'date-time' }) completed_at: string;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null while an item is not answered.' }) sum: number | null;
  @ApiProperty({ type: 'integer', description: 'The largest sum there is.' }) most: number;
  @ApiProperty({ type: String, enum: [...SEVERITIES, null], nullable: true }) severity: Severity | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'PHQ-9: what item 9, thoughts of death or self-harm, was answered with, 0 to 3.' }) self_harm: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'The same in the words of the answer.' }) self_harm_answer: string | null;
}

/** A form as its client completed it. */
export class AnsweredFormDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) form_id: string;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty() client_name: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer', description: 'The version that was answered.' }) version: number;
  @ApiProperty({ format: 'date-time' }) completed_at: string;
  @ApiProperty({ description: 'The name that the client typed to sign.' }) signed_name: string;
  @ApiProperty({ type: [AnsweredQuestionDto], description: 'Those that were shown, in their order.' }) questions: AnsweredQuestionDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Who made the questionnaire, and what may be done with it.' }) source: string | null;
  @ApiProperty({ type: ScoreDto, nullable: true }) score: ScoreDto | null;
  @ApiProperty({ type: [ScoreDto], description: 'The same questionnaire of the same client over time, oldest first, this one included.' }) scores: ScoreDto[];
}

export class OwnAnswerDto {
  @ApiProperty() question: string;
  @ApiProperty({ description: 'What stood below it: of a consent, the text that was agreed to. Empty where there was none.' }) help_text: string;
  @ApiProperty({ oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'array', items: { type: 'string' } }], description: 'Null: not answered.' })
  answer: AnswerValue | null;
}

/** A form that a client completed, as they may take it along. */
export class OwnAnswersDto {
  @ApiProperty() title: string;
  @ApiProperty({ type: 'integer', description: 'The version that was answered.' }) version: number;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ format: 'date-time' }) completed_at: string;
  @ApiProperty() signed_name: string;
  @ApiProperty({ type: [OwnAnswerDto] }) answers: OwnAnswerDto[];
}

/** A completed form in a client's record. */
export class RecordedAnswersDto extends OwnAnswersDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: ScoreDto, nullable: true }) score: ScoreDto | null;
}
