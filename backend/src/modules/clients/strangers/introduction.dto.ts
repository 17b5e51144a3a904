import { ApiProperty } from '@nestjs/swagger';

/** A practice that who is signed in never went to, while they go to others. */
export class UnknownPracticeDto {
  @ApiProperty({ type: String, nullable: true, description: 'A practice of theirs whose name passes for this one’s.' }) namesake: string | null;
}
