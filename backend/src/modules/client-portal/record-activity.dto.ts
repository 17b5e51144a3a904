import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OptionalText } from '../../common/http/fields';

export class RecordActivityQueryDto {
  @ApiPropertyOptional({ default: 50, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ enum: ['all', 'others'], default: 'all', description: 'Others: without what the client did.' })
  @IsOptional()
  @IsIn(['all', 'others'])
  by?: 'all' | 'others';

  @ApiPropertyOptional({ enum: ['record', 'sign_in'], default: 'record', description: 'What was done with the record, or with its account: signing in, codes, trusted browsers.' })
  @IsOptional()
  @IsIn(['record', 'sign_in'])
  about?: 'record' | 'sign_in';
}

/** One time that somebody opened or changed this client's record, or several of them on one day. */
export class RecordActivityEntryDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'date-time', description: 'The last time, where there were several.' }) at: string;
  @ApiProperty({ description: 'A verb such as read_bookings.' }) action: string;
  @ApiProperty({ enum: ['visitor', 'client', 'therapist', 'admin', 'system'] }) actor_type: 'visitor' | 'client' | 'therapist' | 'admin' | 'system';
  @ApiProperty({ type: String, nullable: true, description: "The therapist's name; others are not named." }) actor_name: string | null;
  @ApiProperty() is_you: boolean;
  @ApiProperty({ minimum: 1, description: 'How often the same person did the same on that day (UTC); in the download each time stands by itself.' }) times: number;
}

export class RecordActivityDto {
  @ApiProperty({ type: [RecordActivityEntryDto] }) entries: RecordActivityEntryDto[];
}
