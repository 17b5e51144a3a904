import { ApiProperty } from '@nestjs/swagger';
import { FILE_TYPES, MEDIA_TYPES, type NoteFileType, type NoteMediaType, PROCESSING_STATUSES, type ProcessingStatus } from './file.entity';
import { MAX_FILE_NAME } from './file-name';

export class NoteFileDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ maxLength: MAX_FILE_NAME }) filename: string;
  @ApiProperty({ enum: FILE_TYPES }) file_type: NoteFileType;
  @ApiProperty({ enum: MEDIA_TYPES, description: 'By its content' }) media_type: NoteMediaType;
  @ApiProperty({ type: 'integer', description: 'In bytes' }) file_size: number;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Null until it is known' }) page_count: number | null;
  @ApiProperty({ type: 'integer', description: 'How many of its pages are read' }) pages_read: number;
  @ApiProperty({ enum: PROCESSING_STATUSES }) processing_status: ProcessingStatus;
  @ApiProperty({ type: String, nullable: true, description: 'Why it could not be read, as a sentence' }) error_reason: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The first 2,000 characters, the pages have the rest; null until it is read' }) extracted_text: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The summary of its analysis; null until the therapist has accepted one' }) ai_analysis: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class NoteFileRemovalDto {
  @ApiProperty({ enum: ['deleted'] }) status: 'deleted';
}
