import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, MaxLength, Min } from 'class-validator';
import { CleanText } from '../../../common/http/fields';
import { MAX_PAGE_TEXT, PAGE_ENGINES, type PageEngine } from '../../../integrations/ocr/page-text';
import * as messages from './messages';

/** A word that was read with little confidence. */
export class UnsureWordDto {
  @ApiProperty({ type: 'integer', description: 'Offset into the engine’s text' }) start: number;
  @ApiProperty({ type: 'integer' }) end: number;
  @ApiProperty({ type: 'integer', minimum: 0, maximum: 100 }) confidence: number;
  @ApiProperty({ type: [Number], description: 'Left, top, width and height as fractions of the page; empty where the engine does not say' }) box: number[];
}

export class NotePageDto {
  @ApiProperty({ type: 'integer', minimum: 1 }) page: number;
  @ApiProperty({ enum: PAGE_ENGINES, description: 'What read it: the text that stands in the file, recognition on this machine, or the language model' }) engine: PageEngine;
  @ApiProperty({ type: String, nullable: true, description: 'Why the language model that is set up did not read it' }) instead_of_vision: string | null;
  @ApiProperty({ type: 'integer', nullable: true, minimum: 0, maximum: 100, description: 'Null where the engine does not say' }) confidence: number | null;
  @ApiProperty({ description: 'Handwriting, most likely: please correct' }) is_low_confidence: boolean;
  @ApiProperty({ description: 'As the engine read it' }) text: string;
  @ApiProperty({ type: [UnsureWordDto] }) unsure: UnsureWordDto[];
  @ApiProperty({ type: String, nullable: true, description: 'As the therapist corrected it: this one is searched and analysed' }) correction: string | null;
  @ApiProperty({ type: 'integer', description: 'Counts corrections, from 1' }) version: number;
  @ApiProperty({ format: 'date-time' }) read_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) corrected_at: string | null;
}

/** How far the reading of a file is, and what was read. */
export class FileReadingDto {
  @ApiProperty({ format: 'uuid' }) file_id: string;
  @ApiProperty({ enum: ['completed', 'processing', 'error'] }) processing_status: 'completed' | 'processing' | 'error';
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null until it is known' }) page_count: number | null;
  @ApiProperty({ type: 'integer' }) pages_read: number;
  @ApiProperty({ type: String, nullable: true, description: 'Why it could not be read: a word for programs' }) error_reason: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The same for people' }) error_message: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'A sentence where not all of its text was read' }) remark: string | null;
  @ApiProperty({ type: [NotePageDto], description: 'Those that were read' }) pages: NotePageDto[];
}

export class PageCorrectionDto {
  @ApiProperty({ maxLength: MAX_PAGE_TEXT }) @IsString() @CleanText() @MaxLength(MAX_PAGE_TEXT, { message: messages.correctionTooLong }) text: string;

  @ApiProperty({ type: 'integer', minimum: 1, description: 'The version that the correction began with: when another one was saved meanwhile, the answer is 409' })
  @IsInt({ message: messages.versionForm })
  @Min(1, { message: messages.versionForm })
  version: number;
}
