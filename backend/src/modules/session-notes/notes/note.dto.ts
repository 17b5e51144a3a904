import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { BaseVersion, BoundedList, CleanText, Id, OptionalText, TrimmedText } from '../../../common/http/fields';
import { NoteFileDto } from '../files/file.dto';
import { TEMPLATE_KEYS, type TemplateKey } from '../session-note.entity';
import * as messages from './messages';
import { MAX_CONTENT, MAX_TAG, MAX_TAGS, MAX_TITLE } from './note-limits';

/** Trimmed; blank ones and doubles are left out. */
function tagsOf({ value }: { value: unknown }): unknown {
  if (!Array.isArray(value)) return value ?? undefined;
  const trimmed = value.map((tag: unknown) => (typeof tag === 'string' ? tag.trim().replace(/\s+/g, ' ') : tag));
  return trimmed.filter((tag, index) => tag !== '' && trimmed.indexOf(tag) === index);
}

export function Tags(): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ type: [String], maxItems: MAX_TAGS, description: `Each of at most ${MAX_TAG} characters; trimmed, doubles are left out` }),
    BoundedList(10 * MAX_TAGS),
    Transform(tagsOf),
    IsOptional(),
    IsArray(),
    ArrayMaxSize(MAX_TAGS, { message: messages.tooManyTags }),
    IsString({ each: true }),
    CleanText({ each: true }),
    MaxLength(MAX_TAG, { each: true, message: messages.tagTooLong }),
  );
}

export function NoteContent(): PropertyDecorator {
  return applyDecorators(IsString(), CleanText(), MaxLength(MAX_CONTENT, { message: messages.contentTooLong }));
}

/** An id that null takes away, and whose absence leaves as it is. */
export function ClearableId(description: string): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ type: String, format: 'uuid', nullable: true, description }), IsOptional(), Id());
}

export const KnownVersion = (description: string): PropertyDecorator => BaseVersion(description, messages.versionForm);

const optionalFlag = (description: string): PropertyDecorator =>
  applyDecorators(ApiPropertyOptional({ description }), ValidateIf((_, value) => value !== undefined), IsBoolean());

/** What a therapist writes. */
class NoteFieldsDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_TITLE })
  @MaxLength(MAX_TITLE, { message: messages.titleTooLong })
  @TrimmedText({ max: Infinity, message: messages.titleRequired })
  title: string;

  @ClearableId('An appointment of the therapist. The note is about its client') booking_id?: string | null;
  @ClearableId('A client of the therapist; not needed with an appointment') client_id?: string | null;
  @Tags() tags?: string[];
  @optionalFlag('In no export, no client’s view and no analysis. Not together with is_client_visible') is_private?: boolean;

  @ApiPropertyOptional({ type: String, enum: [...TEMPLATE_KEYS, null], nullable: true, description: 'What it was begun with' })
  @IsOptional()
  @IsIn(TEMPLATE_KEYS, { message: messages.templateUnknown })
  template?: TemplateKey | null;
}

export class NewNoteDto extends NoteFieldsDto {
  @ApiPropertyOptional({ maxLength: MAX_CONTENT, default: '' }) @IsOptional() @NoteContent() content?: string;
  @optionalFlag('The client of the note may read it in the portal') is_client_visible?: boolean;
  @ApiPropertyOptional({ format: 'uuid', description: 'The editor’s draft that this note was: it is closed' }) @IsOptional() @Id() draft_id?: string;
}

export class NoteUpdateDto extends NoteFieldsDto {
  @ApiProperty({ maxLength: MAX_CONTENT }) @NoteContent() content: string;
  @ApiProperty() @IsBoolean() is_client_visible: boolean;
  @KnownVersion('The version that the changes began with: when another one was saved meanwhile, the answer is 409. Without it this one becomes the newest')
  version?: number;
}

/** The appointment that a note is about. */
export class NoteAppointmentDto {
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty() timezone: string;
  @ApiProperty() service_name: string;
}

class NoteBaseDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() title: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) booking_id: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) client_id: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'As it was given to this therapist' }) client_name: string | null;
  @ApiProperty({ type: NoteAppointmentDto, nullable: true }) appointment: NoteAppointmentDto | null;
  @ApiProperty({ type: [String] }) tags: string[];
  @ApiProperty() is_client_visible: boolean;
  @ApiProperty() is_private: boolean;
  @ApiProperty({ type: String, enum: [...TEMPLATE_KEYS, null], nullable: true }) template: TemplateKey | null;
  @ApiProperty({ enum: ['draft', 'signed'], description: 'A signed note is not changed any more; it can be amended' }) status: 'draft' | 'signed';
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) signed_at: string | null;
  @ApiProperty({ type: 'integer', description: 'Counts every deed of the history, from 1' }) version: number;
  @ApiProperty({ type: String, nullable: true, description: 'Null until the therapist has accepted one; in a list the first 700 characters of one that has more than 900' }) ai_summary: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) updated_at: string;
}

/** A note in a list: without its content. */
export class SessionNoteSummaryDto extends NoteBaseDto {
  @ApiProperty({ description: 'The first 200 characters of the content, with an ellipsis where there is more; the whole is in the detail' }) preview: string;
}

export class SessionNoteDto extends NoteBaseDto {
  @ApiProperty() content: string;
  @ApiProperty({ type: String, nullable: true, description: 'Who signed it' }) signed_by: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'What an editor left unsaved can be fetched; null: nothing' }) draft_saved_at: string | null;
}

/** What was added to a signed note. */
export class NoteAmendmentDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: 'integer', description: 'The note’s, with it' }) version: number;
  @ApiProperty() text: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class SessionNoteDetailDto {
  @ApiProperty({ type: SessionNoteDto }) session_note: SessionNoteDto;
  @ApiProperty({ type: [NoteFileDto], description: 'Oldest first' }) files: NoteFileDto[];
  @ApiProperty({ type: [NoteAmendmentDto], description: 'Oldest first' }) amendments: NoteAmendmentDto[];
}

export class NoteListQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 100, maximum: 100 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ description: 'Words of which each is in the title, the content or the tags, whatever their case and accents' }) @OptionalText({ max: 200 }) q?: string;
  @ApiPropertyOptional({ description: 'One of its tags, whatever its case and accents' }) @OptionalText({ max: MAX_TAG }) tag?: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() client_id?: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() booking_id?: string;
}

export class LastNoteQueryDto {
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() client_id?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'An appointment of the client' }) @IsOptional() @Id() booking_id?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'The note that is being written' }) @IsOptional() @Id() except?: string;
}

/** A note to begin the next one with. */
export class LastNoteDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() title: string;
  @ApiProperty() content: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class NoteSummaryDto {
  @ApiProperty({ type: 'integer' }) total: number;
}

export class TagCountDto {
  @ApiProperty() tag: string;
  @ApiProperty({ type: 'integer', description: 'Notes that have it' }) count: number;
}

export class NoteTemplateDto {
  @ApiProperty({ enum: TEMPLATE_KEYS }) key: TemplateKey;
  @ApiProperty() name: string;
  @ApiProperty() description: string;
  @ApiProperty({ description: 'Headings with room below them' }) content: string;
}

export class NoteRemovalDto {
  @ApiProperty({ enum: ['deleted'] }) status: 'deleted';
}
