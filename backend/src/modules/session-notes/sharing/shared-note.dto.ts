import { ApiProperty } from '@nestjs/swagger';

/** A session note as its client sees it. */
export class ClientSessionNoteDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'The summary that the therapist accepted, or the title.' }) session_summary: string;
  @ApiProperty() client_visible_notes: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ description: 'Whether the client belongs to this practice by a deed of their own. Anybody can be a therapist and book for a foreign address: what such a practice writes comes last, and is shown as that.' })
  practice_confirmed: boolean;
}

/** What a list shows of one. */
export class ClientNoteBeginningDto extends ClientSessionNoteDto {
  @ApiProperty({ description: 'A text of more than 900 characters is there with its first 700; the note’s own address has all of it.' }) is_whole: boolean;
}

export class ClientNoteListDto {
  @ApiProperty({ type: [ClientNoteBeginningDto], description: 'Of practices that the client has confirmed, newest first.' }) session_notes: ClientNoteBeginningDto[];
}
