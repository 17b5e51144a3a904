import { ApiExtraModels, ApiProperty, ApiPropertyOptional, getSchemaPath } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { OptionalText, TrimmedText } from '../../../common/http/fields';
import { AdministratorProofDto } from '../../auth/administrators/administrator.dto';
import type { PlaceKind } from '../../bookings/booking.entity';
import { RecordedAnswersDto } from '../../intake-forms/results/results.dto';
import * as messages from '../messages';
import { InWords } from './reason-rule';

const SECTIONS = ['profile', 'bookings', 'intake_forms', 'session_notes', 'care_plans'] as const;
const PLACE_KINDS = ['in-person', 'video', 'therapist-calls', 'client-calls'] as const satisfies readonly PlaceKind[];
export type RecordSection = (typeof SECTIONS)[number];

/** What is looked up as it stands, so that neither a name nor a part of an address finds anybody. */
const ADDRESS_OR_ID = /^([^\s@]+@[^\s@]+|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

export class OpenRecordDto extends AdministratorProofDto {
  @ApiProperty({ minLength: 1, maxLength: 254, description: "The client's whole email address, or the id of one of their bookings." })
  @Matches(ADDRESS_OR_ID, { message: messages.clientMissing })
  @TrimmedText({ max: 254, message: messages.clientMissing })
  client: string;

  @ApiProperty({ minLength: 20, maxLength: 1000, description: 'Why it is needed, in at least three different words. Stored encrypted, and in no mail.' })
  @InWords()
  @TrimmedText({ max: 1000, message: messages.reasonShort })
  reason: string;
}

/** An access to a client's record, open or over. */
export class BreakGlassGrantDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: "The administrator's username." }) administrator: string;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: "Null for earlier accesses, which opened all of a therapist's records." }) client_id: string | null;
  @ApiProperty({ type: String, nullable: true }) client_name: string | null;
  @ApiProperty({ type: [String], description: 'Whose records of the client it opens; a therapist reads only their own name.' }) therapist_names: string[];
  @ApiProperty() reason: string;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ format: 'date-time', description: '60 minutes later.' }) expires_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the administrator ended it.' }) ended_at: string | null;
  @ApiProperty({ description: 'Whether the record can be read with it now.' }) open: boolean;
}

export class OpeningsQueryDto {
  @ApiPropertyOptional({ default: 20, maximum: 100 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(100) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
}

export class RecordOpeningsDto {
  @ApiProperty({ type: [BreakGlassGrantDto], description: 'The newest first.' }) openings: BreakGlassGrantDto[];
}

export class RecordQueryDto {
  @ApiProperty({ enum: SECTIONS }) @IsIn(SECTIONS) section: RecordSection;
  @ApiPropertyOptional({ default: 50, maximum: 200 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(200) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
}

export class RecordClientDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
}

export class RecordTherapistDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() display_name: string;
  @ApiProperty() email: string;
}

/** Who the client is, and with whom. */
export class RecordProfileDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
  @ApiProperty({ type: String, nullable: true }) phone: string | null;
  @ApiProperty({ type: [RecordTherapistDto] }) therapists: RecordTherapistDto[];
}

export class RecordBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() therapist_name: string;
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
  @ApiProperty({ type: String, enum: [...PLACE_KINDS, null], nullable: true }) place_kind: PlaceKind | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address, or the link of the video session.' }) place_detail: string | null;
  @ApiProperty({ enum: ['confirmed', 'completed', 'cancelled'] }) status: 'confirmed' | 'completed' | 'cancelled';
  @ApiProperty({ type: String, nullable: true }) notes: string | null;
  @ApiProperty({ description: 'Typed by somebody who did not sign in and did not prove the address; false once the client has said that they booked it.' }) by_visitor: boolean;
  @ApiProperty({ description: 'Whether this therapist’s forms, notes and plans are open, too; else they are with the booking’s id.' }) is_open: boolean;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export class RecordSessionNoteDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() therapist_name: string;
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
  @ApiProperty() therapist_name: string;
  @ApiProperty() title: string;
  @ApiProperty() description: string;
  @ApiProperty({ type: [String] }) recommended_actions: string[];
  @ApiProperty({ type: [String], description: 'With how far each is' }) goals: string[];
  @ApiProperty({ type: String, format: 'date', nullable: true }) follow_up_date: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) published_at: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
}

export type RecordRowDto = RecordProfileDto | RecordBookingDto | RecordedAnswersDto | RecordSessionNoteDto | RecordCarePlanDto;

@ApiExtraModels(RecordProfileDto, RecordBookingDto, RecordedAnswersDto, RecordSessionNoteDto, RecordCarePlanDto)
export class ClientRecordDto {
  @ApiProperty({ type: RecordClientDto }) client: RecordClientDto;
  @ApiProperty({ enum: SECTIONS }) section: RecordSection;
  @ApiProperty({
    type: 'array',
    items: { anyOf: [RecordProfileDto, RecordBookingDto, RecordedAnswersDto, RecordSessionNoteDto, RecordCarePlanDto].map((row) => ({ $ref: getSchemaPath(row) })) },
    description: 'Rows of the section that was asked for, the newest first.',
  })
  rows: RecordRowDto[];

  @ApiPropertyOptional({ type: 'integer', description: 'With session notes: how many more there are that their therapists marked private. Those are not shown' })
  private_notes?: number;
}
