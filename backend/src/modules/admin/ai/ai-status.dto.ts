import { ApiProperty } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';

/** What reads notes, and how that went. */
export class AiStatusDto {
  @ApiProperty({ description: 'The language model, or `rule-based summary`' }) engine: string;
  @ApiProperty({ description: 'A language model is set up (OPENAI_API_KEY)' }) model_configured: boolean;
  @ApiProperty({ description: 'Notes may be sent to it' }) model_allowed: boolean;
  @ApiProperty({ description: 'As many questions as are allowed in all on one day (UTC) were asked today' }) model_spent: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Of any engine, within thirty days' }) last_success: string | null;
  @ApiProperty({ type: 'integer', description: 'Runs that came to their end within the last day' }) successes_last_day: number;
  @ApiProperty({ type: 'integer', description: 'Runs that failed within the last day' }) failures_last_day: number;
}

export class AllowModelDto {
  @ApiProperty() @IsBoolean() allowed: boolean;
}
