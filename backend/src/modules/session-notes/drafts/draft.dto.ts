import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { CleanText } from '../../../common/http/fields';
import { ClearableId, KnownVersion, NoteContent, Tags } from '../notes/note.dto';
import { MAX_CONTENT, MAX_TITLE } from '../notes/note-limits';
import * as noteMessages from '../notes/messages';
import { TEMPLATE_KEYS, type TemplateKey } from '../session-note.entity';
import * as messages from './messages';

/** As browsers write it. */
const INSTANT = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?Z$/;

/** What an editor holds, as it is: nothing is required of it yet. */
export class NoteDraftInputDto {
  @ApiProperty({ maxLength: MAX_TITLE, description: 'May be empty' }) @IsString() @CleanText() @MaxLength(MAX_TITLE, { message: noteMessages.titleTooLong }) title: string;
  @ApiProperty({ maxLength: MAX_CONTENT }) @NoteContent() content: string;
  @Tags() tags?: string[];
  @ClearableId('As chosen; checked when the note is saved') booking_id?: string | null;
  @ClearableId('As chosen; checked when the note is saved') client_id?: string | null;
  @ApiPropertyOptional() @IsOptional() @IsBoolean() is_client_visible?: boolean;
  @ApiPropertyOptional() @IsOptional() @IsBoolean() is_private?: boolean;

  @ApiPropertyOptional({ type: String, enum: [...TEMPLATE_KEYS, null], nullable: true })
  @IsOptional()
  @IsIn(TEMPLATE_KEYS, { message: noteMessages.templateUnknown })
  template?: TemplateKey | null;

  @KnownVersion('The version of the note that the changes began with') base_version?: number;

  @ApiProperty({ format: 'date-time', description: 'When the editor held this. What is older than the draft that is there changes nothing' })
  @Matches(INSTANT, { message: messages.savedAtForm })
  saved_at: string;
}

/** What became of a draft. */
export class NoteDraftStateDto {
  @ApiProperty({ description: 'False: a newer one is there, the note says the same already, or the draft was saved as a note or discarded' }) stored: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Of the draft that is there now' }) saved_at: string | null;
}

export class NoteDraftDto {
  @ApiProperty() title: string;
  @ApiProperty() content: string;
  @ApiProperty({ type: [String] }) tags: string[];
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) booking_id: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) client_id: string | null;
  @ApiProperty() is_client_visible: boolean;
  @ApiProperty() is_private: boolean;
  @ApiProperty({ type: String, enum: [...TEMPLATE_KEYS, null], nullable: true }) template: TemplateKey | null;
  @ApiProperty({ type: 'integer', nullable: true }) base_version: number | null;
  @ApiProperty({ format: 'date-time' }) saved_at: string;
  @ApiProperty({ format: 'date-time', description: '30 days after it was saved last' }) expires_at: string;
}

/** A note that was never saved. */
export class NoteDraftSummaryDto {
  @ApiProperty({ format: 'uuid' }) draft_id: string;
  @ApiProperty({ description: 'May be empty' }) title: string;
  @ApiProperty({ description: 'The first 200 characters of the content' }) preview: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) booking_id: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) client_id: string | null;
  @ApiProperty({ format: 'date-time' }) saved_at: string;
}
