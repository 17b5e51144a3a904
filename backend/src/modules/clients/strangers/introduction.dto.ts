import { ApiProperty } from '@nestjs/swagger';

/** A practice that who is signed in never went to, while they go to others. */
export class UnknownPracticeDto {
  @ApiProperty({ type: String, nullable: true, description: 'A practice of theirs whose name passes for this one’s.' }) namesake: string | null;
}

/** The same, where several are told of. */
export class StrangePracticeDto extends UnknownPracticeDto {
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty({ format: 'date-time', description: 'Since when it is here.' }) practice_since: string;
}
