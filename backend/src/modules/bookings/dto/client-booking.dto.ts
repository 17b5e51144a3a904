import { ApiProperty } from '@nestjs/swagger';

/** An appointment as its client sees it. */
export class ClientBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() client_name: string;
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty() appointment_time: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty({ type: String, nullable: true, description: 'What the client wrote when booking.' }) client_notes: string | null;
  @ApiProperty({ enum: ['confirmed', 'completed', 'cancelled'] }) status: 'confirmed' | 'completed' | 'cancelled';
  @ApiProperty({ description: 'IANA zone of date and time.' }) timezone: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) ends_at: string;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ type: String, nullable: true }) therapist_slug: string | null;
  @ApiProperty({ format: 'uuid' }) service_id: string;
  @ApiProperty() service_name: string;
  @ApiProperty({ enum: ['online', 'in-person', 'both'] }) session_type: 'online' | 'in-person' | 'both';
  @ApiProperty({ description: 'Whether the notice policy still allows cancelling and moving.' }) can_change: boolean;
  @ApiProperty({ format: 'date-time' }) change_deadline: string;
  @ApiProperty({ description: 'The policy in a sentence, to be shown before the click.' }) policy: string;
  @ApiProperty({ description: 'Completed, and the service and its therapist still take bookings.' }) can_rebook: boolean;
}
