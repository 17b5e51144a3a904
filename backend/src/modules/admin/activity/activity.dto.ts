import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { Instant, OptionalText } from '../../../common/http/fields';

export const ACTOR_TYPES = ['visitor', 'client', 'therapist', 'admin', 'system'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

const emptyIsAbsent = ({ value }: { value: unknown }): unknown => (value === '' ? undefined : value);

function OptionalInstant(description: string): PropertyDecorator {
  return (target, key) => {
    ApiPropertyOptional({ format: 'date-time', description })(target, key);
    Transform(emptyIsAbsent)(target, key as string);
    IsOptional()(target, key);
    Instant()(target, key);
  };
}

export class ActivityQueryDto {
  @ApiPropertyOptional({ default: 50, maximum: 200 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ description: 'One action, such as `login`.' })
  @Transform(emptyIsAbsent)
  @IsOptional()
  @Matches(/^[a-z][a-z_]{0,59}$/, { message: 'action is a word of small letters and underscores' })
  action?: string;
  @ApiPropertyOptional({ enum: ACTOR_TYPES }) @Transform(emptyIsAbsent) @IsOptional() @IsIn(ACTOR_TYPES) user_type?: ActorType;
  @ApiPropertyOptional({ description: 'Who did it: the id of a therapist or an administrator, or part of their name, address or link. Clients are not found.' })
  @OptionalText({ max: 120 })
  person?: string;
  @OptionalInstant('From this moment on.') from?: string;
  @OptionalInstant('Before this moment.') to?: string;
}

/** The whole of what a filter finds. */
export class ActivityExportDto extends OmitType(ActivityQueryDto, ['limit', 'cursor'] as const) {}

export class ActivityEntryDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() action: string;
  @ApiProperty({ format: 'date-time' }) timestamp: string;
  @ApiProperty({ enum: ACTOR_TYPES }) user_type: ActorType;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) user_id: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Of a therapist or an administrator. A client has no name here.' }) user_name: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'Whom it was done to, where that is a therapist or an administrator.' }) subject_name: string | null;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'Ids, counts and names of fields, with `subject_type` and `subject_id`; never content.' })
  details: Record<string, unknown>;
}

export class ActivityListDto {
  @ApiProperty({ type: [ActivityEntryDto] }) activities: ActivityEntryDto[];
  @ApiProperty({ type: [String], description: 'Every action that the log holds.' }) actions: string[];
}
