import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Max, Min } from 'class-validator';
import { Id, OptionalText, TrimmedText } from '../../../common/http/fields';
import * as messages from '../messages';

const SECTIONS = ['profile', 'bookings', 'session_notes', 'care_plans'] as const;
export type RecordSection = (typeof SECTIONS)[number];

export class OpenRecordsDto {
  @ApiProperty({ format: 'uuid' }) @Id() therapist_id: string;
  @ApiProperty({ minLength: 10, maxLength: 1000, description: 'Why it is needed. Stored encrypted, and in no mail.' })
  @TrimmedText({ min: 10, max: 1000, message: messages.reasonMissing })
  reason: string;
}

export class BreakGlassGrantDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty() reason: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) expires_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) ended_at: string | null;
}

export class RecordQueryDto {
  @ApiProperty({ enum: SECTIONS }) @IsIn(SECTIONS) section: RecordSection;
  @ApiPropertyOptional({ default: 50, maximum: 200 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
}

export class RecordTherapistDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() display_name: string;
  @ApiProperty() email: string;
}

export class RecordProfileDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() display_name: string;
  @ApiProperty() bio: string;
  @ApiProperty() credentials: string;
  @ApiProperty({ type: [String] }) languages: string[];
  @ApiProperty() timezone: string;
  @ApiProperty({ type: String, nullable: true }) custom_slug: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class RecordBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty() client_name: string;
  @ApiProperty() client_email: string;
  @ApiProperty({ type: String, nullable: true }) client_phone: string | null;
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty() appointment_time: string;
  @ApiProperty() timezone: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty() service_name: string;
  @ApiProperty() session_type: string;
  @ApiProperty({ enum: ['confirmed', 'completed', 'cancelled'] }) status: 'confirmed' | 'completed' | 'cancelled';
  @ApiProperty({ type: String, nullable: true }) notes: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class RecordSessionNoteDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) client_id: string | null;
  @ApiProperty({ type: String, nullable: true }) client_name: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true }) booking_id: string | null;
  @ApiProperty() title: string;
  @ApiProperty() content: string;
  @ApiProperty({ type: String, nullable: true }) summary: string | null;
  @ApiProperty() is_client_visible: boolean;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time' }) updated_at: string;
}

export class RecordCarePlanDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty() client_name: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: [String] }) recommended_actions: string[];
  @ApiProperty({ type: String, format: 'date', nullable: true }) follow_up_date: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) published_at: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export type RecordRowDto = RecordProfileDto | RecordBookingDto | RecordSessionNoteDto | RecordCarePlanDto;

@ApiExtraModels(RecordProfileDto, RecordBookingDto, RecordSessionNoteDto, RecordCarePlanDto)
export class TherapistRecordDto {
  @ApiProperty({ type: RecordTherapistDto }) therapist: RecordTherapistDto;
  @ApiProperty({ enum: SECTIONS }) section: RecordSection;
  @ApiProperty({
    type: 'array',
    items: { anyOf: [RecordProfileDto, RecordBookingDto, RecordSessionNoteDto, RecordCarePlanDto].map((row) => ({ $ref: getSchemaPath(row) })) },
    description: 'Rows of the section that was asked for, the newest first.',
  })
  rows: RecordRowDto[];
}
