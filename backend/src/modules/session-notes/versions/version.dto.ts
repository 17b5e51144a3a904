import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, Max, MaxLength, Min } from 'class-validator';
import { OptionalText, TrimmedText } from '../../../common/http/fields';
import { KnownVersion } from '../notes/note.dto';
import { VERSION_KINDS, type VersionKind } from '../session-note.entity';
import * as messages from './messages';

const MAX_REASON = 500;
const MAX_AMENDMENT = 20_000;
const LOOKED_AT = 'The version that was looked at: when the note changed since, the answer is 409';

export class SignNoteDto {
  @KnownVersion(LOOKED_AT) version?: number;
}

export class UnlockNoteDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_REASON })
  @MaxLength(MAX_REASON, { message: messages.reasonTooLong })
  @TrimmedText({ max: Infinity, message: messages.reasonRequired })
  reason: string;

  @KnownVersion(LOOKED_AT) version?: number;
}

export class AmendNoteDto {
  @ApiProperty({ minLength: 1, maxLength: MAX_AMENDMENT })
  @MaxLength(MAX_AMENDMENT, { message: messages.amendmentTooLong })
  @TrimmedText({ max: Infinity, message: messages.amendmentRequired })
  text: string;

  @KnownVersion(LOOKED_AT) version?: number;
}

/** One deed of a note's history. */
export class NoteVersionDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: 'integer', description: 'The note’s, after it' }) version: number;
  @ApiProperty({ enum: VERSION_KINDS }) kind: VersionKind;
  @ApiProperty({ type: String, nullable: true, description: 'Null where no text changed: the ones before still hold' }) title: string | null;
  @ApiProperty({ type: String, nullable: true }) content: string | null;
  @ApiProperty({ type: [String], nullable: true }) tags: string[] | null;
  @ApiProperty() is_client_visible: boolean;
  @ApiProperty() is_private: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'Why it was unlocked' }) reason: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What was added to it' }) amendment: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class NoteHistoryQueryDto {
  @ApiPropertyOptional({ type: 'integer', default: 50, maximum: 100 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit?: number;
  @ApiPropertyOptional({ description: 'From the Link header' }) @OptionalText({ max: 200 }) cursor?: string;
}
