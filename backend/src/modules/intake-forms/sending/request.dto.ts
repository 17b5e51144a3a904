import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min } from 'class-validator';
import { Id, QueryIds } from '../../../common/http/fields';
import { REQUEST_STATUSES, RequestStatus } from './request-status';

/** How many appointments one call may ask about. */
const MAX_BOOKINGS = 100;

/** To the client of an appointment, or to a client. */
export class SendFormDto {
  @ApiProperty({ format: 'uuid' }) @Id() form_id: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() booking_id?: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() client_id?: string;
}

export class RequestListQueryDto {
  @ApiPropertyOptional({ type: [String], format: 'uuid', maxItems: MAX_BOOKINGS, description: 'Of these appointments only.' }) @IsOptional() @QueryIds(MAX_BOOKINGS) booking_id?: string[];
  @ApiPropertyOptional({ format: 'uuid', description: 'Of this form only.' }) @IsOptional() @Id() form_id?: string;
  @ApiPropertyOptional({ format: 'uuid', description: 'Of this client only.' }) @IsOptional() @Id() client_id?: string;
  @ApiPropertyOptional({ enum: REQUEST_STATUSES }) @IsOptional() @IsIn(REQUEST_STATUSES) status?: RequestStatus;
  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional({ description: 'Where the last page ended.' }) @IsOptional() @IsString() @MaxLength(100) cursor?: string;
}

/** A form that one person was asked to fill in. */
export class IntakeRequestDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) form_id: string;
  @ApiProperty({ format: 'uuid', type: String, nullable: true }) booking_id: string | null;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty() client_name: string;
  @ApiProperty() title: string;
  @ApiProperty({ enum: REQUEST_STATUSES }) status: RequestStatus;
  @ApiProperty({ format: 'date-time' }) sent_at: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) opened_at: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) started_at: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) completed_at: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) reminded_at: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'Of the appointment.' }) starts_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'IANA zone of the appointment.' }) timezone: string | null;
  @ApiProperty({ type: 'integer', nullable: true, description: 'Completed PHQ-9: what item 9, thoughts of death or self-harm, was answered with, 0 to 3.' })
  self_harm: number | null;
}

/** A form that a client was asked to fill in, as they see it. */
export class OwnFormDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() title: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ enum: REQUEST_STATUSES }) status: RequestStatus;
  @ApiProperty({ format: 'date-time' }) sent_at: string;
  @ApiProperty({ format: 'date-time', type: String, nullable: true }) completed_at: string | null;
  @ApiProperty({ format: 'date-time', type: String, nullable: true, description: 'Of the appointment.' }) starts_at: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'IANA zone of the appointment.' }) timezone: string | null;
}

export class OwnFormLinkDto {
  @ApiProperty({ description: 'Where the form is filled in, from the root of this site.' }) path: string;
}
