import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsISO8601, IsOptional } from 'class-validator';
import { OptionalText } from '../../../common/http/fields';

export const APPOINTMENT_TROUBLES = ['moved', 'deleted', 'missing', 'unchecked'] as const;
/** Moved or deleted at Google; not in the calendar; booked while nobody could ask whether the time is free there. */
export type AppointmentTrouble = (typeof APPOINTMENT_TROUBLES)[number];

export const DECISIONS = ['follow', 'put_back', 'dismiss'] as const;
/** The appointment follows what was done at Google; the calendar gets it back as it is; the mark of an unchecked one goes. */
export type Decision = (typeof DECISIONS)[number];

/** An upcoming appointment about which the calendar says something else than the product. */
export class CalendarAppointmentDto {
  @ApiProperty({ format: 'uuid' }) booking_id: string;
  @ApiProperty({ enum: APPOINTMENT_TROUBLES }) trouble: AppointmentTrouble;
  @ApiProperty({ format: 'date-time', description: 'As it was agreed' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) ends_at: string;
  @ApiProperty({ description: 'IANA' }) timezone: string;
  @ApiProperty() client_name: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'As it stands at Google, where it was moved there' }) google_starts_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) google_ends_at: string | null;
}

export class CalendarDecisionDto {
  @ApiProperty({ enum: DECISIONS }) @IsIn(DECISIONS) decision: Decision;
  @ApiPropertyOptional({ format: 'date-time', description: 'When the appointment is, as the therapist saw it: about one that was moved meanwhile nothing is decided (409)' }) @IsOptional() @IsISO8601({ strict: true }) starts_at?: string;
  @ApiPropertyOptional({ format: 'date-time', description: 'The same for how it stands at Google' }) @IsOptional() @IsISO8601({ strict: true }) google_starts_at?: string;
  @ApiPropertyOptional({ maxLength: 2000, description: 'What the client is told with it' }) @OptionalText({ max: 2000 }) word?: string;
}
