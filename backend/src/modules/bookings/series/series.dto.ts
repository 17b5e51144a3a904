import { ApiProperty, ApiPropertyOptional, OmitType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { BoundedList, Id } from '../../../common/http/fields';
import { LocalDate, LocalDates, LocalTime } from '../availability/availability.dto';
import { BookForClientDto, WordToClient } from '../booking/client-booking.dto';
import { LONGEST_SERIES, RHYTHMS, type Rhythm } from './series-dates';

const OBSTACLES = ['appointment', 'not-bookable', 'impossible'] as const;

/** A series before it is made. */
export class SeriesQueryDto {
  @ApiProperty({ format: 'uuid' }) @Id() service_id: string;
  @ApiProperty({ format: 'date' }) @LocalDate() first_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone, on each of its days" }) @LocalTime() appointment_time: string;
  @ApiProperty({ enum: RHYTHMS, description: 'Every so many weeks' }) @Type(() => Number) @IsIn(RHYTHMS) every_weeks: Rhythm;
  @ApiProperty({ minimum: 2, maximum: LONGEST_SERIES }) @Type(() => Number) @IsInt() @Min(2) @Max(LONGEST_SERIES) count: number;
}

/** One appointment that a series would have. */
export class SeriesDateDto {
  @ApiProperty({ format: 'date' }) date: string;
  @ApiProperty({ type: String, enum: [...OBSTACLES, null], nullable: true, description: "What stands in its way: 'not-bookable' is for clients alone, the others are final; null: nothing" })
  obstacle: (typeof OBSTACLES)[number] | null;
  @ApiProperty({ type: String, nullable: true }) reason: string | null;
}

/** Appointments that a therapist makes for one client, all of them or none. */
export class BookSeriesDto extends OmitType(BookForClientDto, ['appointment_date', 'on_purpose'] as const) {
  @ApiProperty({ enum: RHYTHMS }) @IsIn(RHYTHMS) every_weeks: Rhythm;
  @ApiProperty({ type: [String], format: 'date', minItems: 1, maxItems: LONGEST_SERIES, description: 'Of the rhythm, ascending; days may be left out' })
  @BoundedList(LONGEST_SERIES)
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(LONGEST_SERIES)
  @LocalDates()
  dates: string[];
  @ApiPropertyOptional({ type: [String], format: 'date', maxItems: LONGEST_SERIES, description: 'Those of them that are meant although clients could not book them' })
  @IsOptional()
  @BoundedList(LONGEST_SERIES)
  @IsArray()
  @ArrayMaxSize(LONGEST_SERIES)
  @LocalDates()
  on_purpose?: string[];
}

/** What becomes of an appointment and of all of its series that follow. */
export class FollowingStatusDto {
  @ApiProperty({ enum: ['cancelled', 'confirmed'], description: "'confirmed': the cancellation is taken back, while nobody was told of it" }) @IsIn(['cancelled', 'confirmed']) status: 'cancelled' | 'confirmed';
  @WordToClient() word?: string;
}
