import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { EmailAddress, Id, OptionalPhone, OptionalText, TrimmedText } from '../../../common/http/fields';
import { PersonName } from '../../../common/http/person-name';
import { LocalDate, LocalTime } from '../availability/availability.dto';
import { PLACE_KINDS, type PlaceKind } from '../booking.entity';
import { placeMissing } from '../messages';
import { SESSION_PLACES, type SessionPlace } from './place';

export { SESSION_PLACES, type SessionPlace };

/** Where the session is to take place, for a service that offers a choice; an empty one counts as absent. */
export function OptionalSessionPlace(): PropertyDecorator {
  return applyDecorators(OptionalText({ max: 20 }), IsIn(SESSION_PLACES, { message: placeMissing }));
}

export class CreateBookingDto {
  @ApiProperty({ format: 'uuid' }) @Id() service_id: string;
  @ApiProperty({ maxLength: 120 }) @PersonName() @TrimmedText({ max: 120, message: 'Please enter your name' }) client_name: string;

  @ApiProperty({ maxLength: 254 })
  @EmailAddress()
  client_email: string;

  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 40 })
  @OptionalPhone()
  client_phone?: string;

  @ApiProperty({ format: 'date' }) @LocalDate() appointment_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone" }) @LocalTime() appointment_time: string;
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000 }) @OptionalText({ max: 2000 }) notes?: string;
  @ApiPropertyOptional({ type: String, nullable: true, description: 'Stays empty: people do not see this field.' })
  @IsOptional()
  @IsString()
  @MaxLength(2000)
  website?: string;
  @ApiPropertyOptional({ type: String, nullable: true, description: "The visitor's IANA zone; an unknown one counts as absent." })
  @OptionalText({ max: 64 })
  client_timezone?: string;

  @ApiPropertyOptional({ type: String, enum: [...SESSION_PLACES, null], nullable: true, description: "Needed where the service's session type is 'both'." })
  @OptionalSessionPlace()
  session_place?: SessionPlace;
}

export class BookingConfirmationDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: ['confirmed'] }) status: 'confirmed';
  @ApiProperty() service_name: string;
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty() appointment_time: string;
  @ApiProperty() timezone: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty() therapist_name: string;
  @ApiProperty() client_email: string;
  @ApiProperty() cancellation_notice_hours: number;
  @ApiProperty({ type: String, enum: [...PLACE_KINDS, null], nullable: true, description: 'How people meet; null for bookings that agreed on no place' }) place_kind: PlaceKind | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address, link or number as it was agreed; null while it follows from the therapist' })
  place_detail: string | null;
  @ApiProperty({ description: "The secret of a link to the appointment, `/manage#…`: the mailed one where the address is proved; else one that shows the time and the state, and lets cancel and move" }) manage_token: string;
}

export class BookingHeldDto {
  @ApiProperty({ enum: ['code_sent'] }) status: 'code_sent';
  @ApiProperty({ format: 'uuid' }) hold_id: string;
  @ApiProperty({ description: 'How long the time is kept, and the code good for.' }) expires_in_seconds: number;
}
