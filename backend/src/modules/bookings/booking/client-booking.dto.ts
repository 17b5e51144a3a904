import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsISO8601, IsOptional } from 'class-validator';
import { EmailAddress, Id, OptionalPhone, OptionalText, TrimmedText } from '../../../common/http/fields';
import { PersonName } from '../../../common/http/person-name';
import { LocalDate, LocalTime } from '../availability/availability.dto';
import { OptionalSessionPlace, SESSION_PLACES, type SessionPlace } from './booking.dto';

/** What a therapist says to the client about a change. */
export function WordToClient(): PropertyDecorator {
  return applyDecorators(ApiPropertyOptional({ type: String, nullable: true, maxLength: 2000, description: 'A word to the client, read behind the link of the mail' }), OptionalText({ max: 2000 }));
}

/** An appointment that a therapist makes for one of their clients, or for somebody new. */
export class BookForClientDto {
  @ApiProperty({ format: 'uuid' }) @Id() service_id: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'One of the therapist’s clients; or else a name and an address.' }) @IsOptional() @Id() client_id?: string;
  @ApiPropertyOptional({ maxLength: 120 }) @IsOptional() @PersonName() @TrimmedText({ max: 120, message: 'Please enter the client’s name' }) client_name?: string;
  @ApiPropertyOptional({ maxLength: 254 }) @IsOptional() @EmailAddress() client_email?: string;
  @ApiPropertyOptional({ type: String, nullable: true, maxLength: 40 }) @OptionalPhone() client_phone?: string;
  @ApiProperty({ format: 'date' }) @LocalDate() appointment_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone" }) @LocalTime() appointment_time: string;
  @ApiPropertyOptional({ type: String, enum: [...SESSION_PLACES, null], nullable: true, description: "Needed where the service's session type is 'both'." })
  @OptionalSessionPlace()
  session_place?: SessionPlace;
  @ApiPropertyOptional({ description: 'At a time that clients cannot book: outside the hours, in time off or in a buffer. Without it, that is refused (422) at this field.' })
  @IsOptional()
  @IsBoolean()
  on_purpose?: boolean;
}

/** To where a therapist moves an appointment. */
export class MoveForClientDto {
  @ApiProperty({ format: 'date-time', description: 'When the appointment is, as the therapist saw it: one that was moved meanwhile is not moved again (409)' }) @IsISO8601({ strict: true }) starts_at: string;
  @ApiProperty({ format: 'date' }) @LocalDate() appointment_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone" }) @LocalTime() appointment_time: string;
  @ApiPropertyOptional({ description: 'As for an appointment that is made' }) @IsOptional() @IsBoolean() on_purpose?: boolean;
  @WordToClient() word?: string;
}
