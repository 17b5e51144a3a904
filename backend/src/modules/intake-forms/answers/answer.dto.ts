import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Allow, IsBoolean, IsInt, IsOptional, IsString, Matches, MaxLength, Min } from 'class-validator';
import { TrimmedText } from '../../../common/http/fields';
import { PersonName } from '../../../common/http/person-name';
import { UnknownPracticeDto } from '../../clients/strangers/introduction.dto';
import { QuestionDto } from '../builder/intake-form.dto';
import type { AnswerValue } from '../builder/question';
import * as messages from './messages';

const TOKEN = /^[\w-]{43}$/;

/** The secret of a form's link. */
export class FormTokenDto {
  @ApiProperty({ description: 'What stands behind the # of the link.' }) @IsString() @Matches(TOKEN, { message: messages.noSuchForm }) token: string;
}

/** Of whoever is signed in, and never went to the practice. */
export class OpenFormDto extends FormTokenDto {
  @ApiPropertyOptional({ description: 'They know the practice: the form is shown.' }) @IsOptional() @IsBoolean() knows_practice?: boolean;
}

/** One answer, as soon as it is given. */
export class GiveAnswerDto extends FormTokenDto {
  @ApiProperty({ type: 'integer', description: 'The version of the form that is on the screen.' }) @IsInt() @Min(1) version: number;
  @ApiProperty() @IsString() @MaxLength(64) question_id: string;
  @ApiPropertyOptional({
    oneOf: [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
    description: 'A text, a number (number, scale) or the chosen options (checkbox); null or nothing takes the answer away.',
  })
  @Allow()
  value?: unknown;
}

export class CompleteFormDto extends FormTokenDto {
  @ApiProperty({ type: 'integer', description: 'The version of the form that is on the screen.' }) @IsInt() @Min(1) version: number;
  @ApiProperty({ description: 'The name of the person, typed by themselves.' }) @PersonName() @TrimmedText({ max: 120, message: messages.signHere }) signed_name: string;
}

export class VerifyFormCodeDto extends FormTokenDto {
  @ApiProperty({ example: '042137' }) @IsString() @Matches(/^\s*\d{6}\s*$/, { message: 'Enter the six digits of the code.' }) code: string;
}

export class FormCodeSentDto {
  @ApiProperty({ enum: ['code_sent'] }) status: 'code_sent';
  @ApiProperty({ type: 'integer' }) resend_after_seconds: number;
  @ApiProperty({ type: 'integer' }) expires_in_seconds: number;
}

export class FormAnswerDto {
  @ApiProperty() question_id: string;
  @ApiProperty({ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }] }) value: AnswerValue;
  @ApiProperty({ format: 'date-time' }) answered_at: string;
}

/** What there is to fill in, and what was answered so far. */
export class FormSheetDto {
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer' }) version: number;
  @ApiProperty({ type: [QuestionDto] }) questions: QuestionDto[];
  @ApiProperty({ type: [FormAnswerDto], description: 'An option among them may not be offered any more: then it is asked again.' }) answers: FormAnswerDto[];
}

export const LINK_STATUSES = ['open', 'practice_unknown', 'code_needed', 'completed', 'expired', 'cancelled', 'withdrawn', 'other_person'] as const;
export type LinkStatus = (typeof LINK_STATUSES)[number];

/** Where the link of a form leads. */
export class FormLinkDto {
  @ApiProperty({ enum: LINK_STATUSES, description: 'other_person: somebody else is signed in here. practice_unknown: who is signed in goes to other practices and never went to this one; nothing is shown before they say that they know it.' }) status: LinkStatus;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ format: 'date-time', description: 'Since when the practice is here.' }) practice_since: string;
  @ApiProperty({ type: UnknownPracticeDto, nullable: true, description: 'Told to nobody but the person, signed in.' }) unknown_practice: UnknownPracticeDto | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'Of the appointment.' }) starts_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'IANA zone of the appointment.' }) timezone: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) completed_at: string | null;
  @ApiProperty({ type: FormSheetDto, nullable: true, description: 'Only while it is open.' }) form: FormSheetDto | null;
  @ApiProperty({ description: 'The person has just proved to be themselves, here; answers that another device gave stand there.' }) answered_elsewhere: boolean;
}

/** What was saved. */
export class SavedAnswerDto {
  @ApiProperty() question_id: string;
  @ApiProperty({ format: 'date-time' }) saved_at: string;
}
