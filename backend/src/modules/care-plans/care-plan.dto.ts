import { ApiProperty } from '@nestjs/swagger';

/** A care plan as its client sees it. */
export class AftercareRecommendationDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: [String] }) recommended_actions: string[];
  @ApiProperty({ type: String, format: 'date', nullable: true }) follow_up_date: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty() therapist_name: string;
}
