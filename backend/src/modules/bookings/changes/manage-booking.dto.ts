import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { LocalDate, LocalTime } from '../availability/availability.dto';

export class ManageTokenDto {
  @ApiProperty({ description: "The token of the mail's link, from the address fragment." }) @IsString() @Length(1, 200) token: string;
}

export class ManageAvailabilityDto extends ManageTokenDto {
  @ApiProperty({ format: 'date' }) @LocalDate() from: string;
  @ApiProperty({ format: 'date' }) @LocalDate() to: string;
}

export class MoveBookingDto extends ManageTokenDto {
  @ApiProperty({ format: 'date' }) @LocalDate() new_date: string;
  @ApiProperty() @LocalTime() new_time: string;
}

export class ManagedBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ enum: ['confirmed', 'completed', 'cancelled'] }) status: 'confirmed' | 'completed' | 'cancelled';
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty() appointment_time: string;
  @ApiProperty() timezone: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) ends_at: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty({ format: 'uuid' }) service_id: string;
  @ApiProperty() service_name: string;
  @ApiProperty() session_type: string;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ type: String, nullable: true }) therapist_slug: string | null;
  @ApiProperty() client_name: string;
  @ApiProperty() cancellation_notice_hours: number;
  @ApiProperty({ description: 'Whether the notice policy still allows cancelling and moving.' }) can_change: boolean;
  @ApiProperty({ format: 'date-time' }) change_deadline: string;
  @ApiProperty({ description: 'The policy in a sentence, to be shown before the click.' }) policy: string;
}
