import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsInt, IsNumber, IsOptional, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { BoundedList, CleanText, Id, NestedList, NestedPart, OptionalText, TrimmedText } from '../../../common/http/fields';
import { PersonName } from '../../../common/http/person-name';
import { MAX_OPTIONS, MAX_QUESTIONS } from './form-rules';
import * as messages from './messages';
import { INSTRUMENTS, Instrument, LARGEST_NUMBER, QUESTION_TYPES, QuestionType } from './question';
import { QUESTION_ID } from './question-id';

const MAX_SERVICES = 500;

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);
const TrimmedTexts = () => Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(trimmed) : value));
const Trimmed = () => Transform(({ value }: { value: unknown }) => trimmed(value));

/** When a question is shown, by the answer to an earlier one; with neither answers nor a number: by any answer. */
export class ShowIfDto {
  @ApiProperty() @IsString() @CleanText() @MaxLength(64) question_id: string;

  @ApiPropertyOptional({ type: [String], maxItems: MAX_OPTIONS, description: 'Among the options of a select, radio or checkbox question' })
  @BoundedList(MAX_OPTIONS)
  @TrimmedTexts()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_OPTIONS, { message: messages.conditionOption })
  @IsString({ each: true })
  @CleanText({ each: true })
  any_of?: string[];

  @ApiPropertyOptional({ description: 'Of a scale or number question' })
  @IsOptional()
  @IsNumber({}, { message: messages.conditionNumber })
  @Min(-LARGEST_NUMBER, { message: messages.conditionNumber })
  @Max(LARGEST_NUMBER, { message: messages.conditionNumber })
  at_least?: number;
}

/** A question as it is stored. */
export class QuestionDto {
  @ApiProperty({ description: 'Unique within the form, the same in all of its versions' }) id: string;
  @ApiProperty({ enum: QUESTION_TYPES }) type: QuestionType;
  @ApiProperty({ minLength: 1, maxLength: 500 }) question: string;
  @ApiProperty({ maxLength: 2000, description: 'Empty when there is none' }) help_text: string;
  @ApiProperty() required: boolean;
  @ApiProperty({ type: [String], description: 'Empty for types without options' }) options: string[];
  @ApiProperty({ description: 'It begins a page of its own' }) new_page: boolean;
  @ApiProperty({ type: ShowIfDto, nullable: true }) show_if: ShowIfDto | null;
}

/** A question as a therapist sends it. */
export class QuestionInputDto {
  @ApiPropertyOptional({ pattern: QUESTION_ID.source, description: 'Of a question that was saved before, or made by the caller; without one it is made here' })
  @IsOptional()
  @IsString({ message: messages.questionId })
  @Matches(QUESTION_ID, { message: messages.questionId })
  id?: string;

  @ApiProperty({ enum: QUESTION_TYPES })
  @IsIn(QUESTION_TYPES, { message: messages.questionType })
  type: QuestionType;

  @ApiProperty({ minLength: 1, maxLength: 500 })
  @MaxLength(500, { message: messages.questionTooLong })
  @TrimmedText({ max: Infinity, message: messages.questionRequired })
  question: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000, default: '' })
  @Trimmed()
  @IsOptional()
  @IsString()
  @CleanText()
  @MaxLength(2000, { message: messages.helpTextTooLong })
  help_text?: string | null;

  @ApiPropertyOptional({ default: false }) @IsOptional() @IsBoolean() required?: boolean;

  @ApiPropertyOptional({ type: [String], maxItems: MAX_OPTIONS, default: [], description: 'Of select, radio and checkbox: 1 to 50 texts of 1 to 200 characters, each once' })
  @BoundedList(MAX_OPTIONS)
  @TrimmedTexts()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_OPTIONS, { message: messages.tooManyOptions })
  @IsString({ each: true })
  @CleanText({ each: true })
  options?: string[] | null;

  @ApiPropertyOptional({ default: false }) @IsOptional() @IsBoolean() new_page?: boolean;

  @ApiPropertyOptional({ type: ShowIfDto, nullable: true, default: null })
  @IsOptional()
  @NestedPart(() => ShowIfDto)
  show_if?: ShowIfDto | null;
}

/** What a therapist sends to make a form, or to save another version of one. */
export class IntakeFormInputDto {
  @ApiProperty({ minLength: 1, maxLength: 200 })
  @PersonName()
  @MaxLength(200, { message: messages.titleTooLong })
  @TrimmedText({ max: Infinity, message: messages.titleRequired })
  title: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 5000, default: '' })
  @Trimmed()
  @IsOptional()
  @IsString()
  @CleanText()
  @MaxLength(5000, { message: messages.descriptionTooLong })
  description?: string | null;

  @ApiProperty({ type: [QuestionInputDto], minItems: 1, maxItems: MAX_QUESTIONS })
  @BoundedList(MAX_QUESTIONS)
  @ArrayMaxSize(MAX_QUESTIONS, { message: messages.tooManyQuestions })
  @ArrayMinSize(1, { message: messages.questionsRequired })
  @IsArray({ message: messages.questionsRequired })
  @NestedList(() => QuestionInputDto)
  questions: QuestionInputDto[];

  @ApiPropertyOptional({ type: String, enum: [...INSTRUMENTS, null], nullable: true, default: null, description: 'Scored: only with exactly its published items among the questions' })
  @IsOptional()
  @IsIn(INSTRUMENTS, { message: messages.instrumentUnknown })
  instrument?: Instrument | null;
}

export class IntakeFormUpdateDto extends IntakeFormInputDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, description: 'The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest' })
  @IsOptional()
  @IsInt({ message: messages.versionForm })
  @Min(1, { message: messages.versionForm })
  version?: number;
}

/** A form in a list. */
export class IntakeFormSummaryDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: 'integer' }) question_count: number;
  @ApiProperty({ type: String, enum: [...INSTRUMENTS, null], nullable: true, description: 'Answers are scored by this published questionnaire' }) instrument: Instrument | null;
  @ApiProperty({ type: 'integer', description: 'The newest, from 1' }) version: number;
  @ApiProperty() archived: boolean;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) updated_at: string;
}

export class IntakeFormDto extends IntakeFormSummaryDto {
  @ApiProperty({ type: [QuestionDto] }) questions: QuestionDto[];
}

/** A form to begin with. */
export class IntakeTemplateDto {
  @ApiProperty() key: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: String, enum: [...INSTRUMENTS, null], nullable: true }) instrument: Instrument | null;
  @ApiProperty({ type: [QuestionDto] }) questions: QuestionDto[];
  @ApiProperty({ description: 'Who made it and what may be done with it' }) source: string;
}

export class IntakeFormListQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 500, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ description: 'Part of the title or the beginning of the description' }) @OptionalText({ max: 120 }) q?: string;
  @ApiPropertyOptional({ enum: ['true', 'false'], default: 'false', description: 'Archived forms in place of the others' }) @IsOptional() @IsIn(['true', 'false']) archived?: 'true' | 'false';
}

/** A service whose bookings send the form. */
export class FormServiceDto {
  @ApiProperty({ format: 'uuid' }) @Id(messages.serviceNotFound) service_id: string;
  @ApiProperty({ description: 'With every booking; otherwise until the person has completed it once' }) @IsBoolean() every_booking: boolean;
}

export class FormServicesDto {
  @ApiProperty({ type: [FormServiceDto], maxItems: MAX_SERVICES })
  @BoundedList(MAX_SERVICES)
  @IsArray()
  @ArrayMaxSize(MAX_SERVICES, { message: messages.tooManyServices })
  @NestedList(() => FormServiceDto)
  services: FormServiceDto[];
}
