import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { EmailAddress, Id, OptionalPhone, OptionalText, TrimmedText } from '../../../common/http/fields';
import { PersonName } from '../../../common/http/person-name';
import { LocalDate, LocalTime } from '../availability/availability.dto';

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
}

export class BookingHeldDto {
  @ApiProperty({ enum: ['code_sent'] }) status: 'code_sent';
  @ApiProperty({ format: 'uuid' }) hold_id: string;
  @ApiProperty({ description: 'How long the time is kept, and the code good for.' }) expires_in_seconds: number;
}
