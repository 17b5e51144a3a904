import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import { OptionalText } from '../../../common/http/fields';
import { LocalDate, LocalTime } from '../availability/availability.dto';
import * as messages from '../messages';
import { TIME_OFF_KINDS, type TimeOffKind } from './time-off.entity';

export const MAX_NAME = 80;
/** A time of day, and midnight at its end. */
const END_TIME = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

export class TimeOffQueryDto {
  @ApiPropertyOptional({ format: 'date', description: 'Time off that ends before this day is left out.' }) @IsOptional() @LocalDate() from?: string;
  @ApiPropertyOptional({ format: 'date', description: 'Time off that begins after this day is left out.' }) @IsOptional() @LocalDate() to?: string;
}

export class TimeOffInputDto {
  @ApiProperty({ enum: TIME_OFF_KINDS, description: 'Hours of one day, or whole days' }) @IsIn(TIME_OFF_KINDS) kind: TimeOffKind;
  @ApiPropertyOptional({ maxLength: MAX_NAME, description: 'For the therapist alone' }) @OptionalText({ max: MAX_NAME }) name?: string;
  @ApiProperty({ format: 'date', description: "In the therapist's zone" }) @LocalDate() first_date: string;
  @ApiPropertyOptional({ format: 'date', description: 'The last day of a holiday, included; left out: one day' }) @IsOptional() @LocalDate() last_date?: string;
  @ApiPropertyOptional({ example: '12:00', description: 'Of a block' }) @IsOptional() @LocalTime() start_time?: string;
  @ApiPropertyOptional({ example: '13:30', pattern: END_TIME.source, description: 'Of a block' }) @IsOptional() @Matches(END_TIME, { message: messages.blockEnd }) end_time?: string;
  @ApiPropertyOptional({ description: 'Appointments that lie in this time stay; without it, time off that has any is refused (409).' }) @IsOptional() @IsBoolean() keep_appointments?: boolean;
}

/** Time that cannot be booked, by the therapist's clock of now. */
export class TimeOffDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: TIME_OFF_KINDS }) kind: TimeOffKind;
  @ApiProperty({ type: String, nullable: true }) name: string | null;
  @ApiProperty({ format: 'date' }) first_date: string;
  @ApiProperty({ format: 'date', description: 'Included' }) last_date: string;
  @ApiProperty({ type: String, nullable: true, example: '12:00', description: 'Null for whole days' }) start_time: string | null;
  @ApiProperty({ type: String, nullable: true, example: '24:00', description: 'Null for whole days' }) end_time: string | null;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) ends_at: string;
}

export class TimeOffRemovalDto {
  @ApiProperty({ enum: ['deleted'] }) status: 'deleted';
}
