import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OptionalText } from '../../../common/http/fields';

export class JobListQueryDto {
  @ApiPropertyOptional({ enum: ['failed'], default: 'failed' }) @IsOptional() @IsIn(['failed']) state?: 'failed';
  @ApiPropertyOptional({ default: 50, maximum: 200 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
}

export class FailedJobDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() queue: string;
  @ApiProperty() job: string;
  @ApiProperty() reason: string;
  @ApiProperty() attempts: number;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) failed_at: string;
}

export class FailedJobListDto {
  @ApiProperty({ type: [FailedJobDto] }) jobs: FailedJobDto[];
}

export class JobQueuedDto {
  @ApiProperty({ enum: ['queued'] }) status: 'queued';
}

export class JobDiscardedDto {
  @ApiProperty({ enum: ['discarded'] }) status: 'discarded';
}
