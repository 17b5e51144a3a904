import { ApiProperty } from '@nestjs/swagger';

/** A session note as its client sees it. */
export class ClientSessionNoteDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'The summary that the therapist accepted, or the title.' }) session_summary: string;
  @ApiProperty() client_visible_notes: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty() therapist_name: string;
}
