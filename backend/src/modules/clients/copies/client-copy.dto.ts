import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

export class CopiedFactDto {
  @ApiProperty() label: string;
  @ApiProperty({ type: String, nullable: true }) value: string | null;
}

/** An appointment, a form, a note or a plan, in words. */
export class CopiedEntryDto {
  @ApiPropertyOptional({ format: 'uuid' }) id?: string;
  @ApiProperty() title: string;
  @ApiPropertyOptional({ description: 'In one line' }) about?: string;
  @ApiPropertyOptional() text?: string;
  @ApiPropertyOptional({ type: [CopiedFactDto] }) facts?: CopiedFactDto[];
  @ApiPropertyOptional({ type: [String] }) items?: string[];
}

/** What one domain keeps about a client. */
export class CopiedPartDto {
  @ApiProperty() title: string;
  @ApiProperty({ type: [CopiedEntryDto] }) entries: CopiedEntryDto[];
  @ApiPropertyOptional({ description: 'What is not in the copy, in a sentence' }) left_out?: string;
}

/** Everything that a therapist keeps about a client. */
export class ClientCopyDto {
  @ApiProperty({ format: 'date-time' }) exported_at: string;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty({ type: [CopiedPartDto] }) parts: CopiedPartDto[];
}
