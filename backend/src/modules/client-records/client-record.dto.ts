import { ApiProperty } from '@nestjs/swagger';
import { IsInt, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
import { CleanText, Id } from '../../common/http/fields';
import { LocalDate } from '../bookings/availability/availability.dto';
import * as messages from './messages';

export const MAX_REMARK = 10_000;
const MAX_VERSION = 1_000_000_000;

export class ClientSessionsDto {
  @ApiProperty({ description: 'Confirmed, and not over' }) upcoming: number;
  @ApiProperty() completed: number;
  @ApiProperty() cancelled: number;
  @ApiProperty() no_shows: number;
}

/** A record that is shown with another one. */
export class MergedRecordDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty({ type: String, nullable: true }) email: string | null;
  @ApiProperty({ description: 'What was kept about them' }) remark: string;
  @ApiProperty({ format: 'date-time' }) merged_at: string;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Until when the two can be separated; null: no more' }) separable_until: string | null;
}

/** As whom somebody booked for a client. */
export class OtherContactDto {
  @ApiProperty() name: string;
  @ApiProperty({ type: String, nullable: true }) phone: string | null;
}

export class OwnClientDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'As the client booked last, or the therapist typed it; else as the first visitor did' }) name: string;
  @ApiProperty({ type: String, nullable: true }) email: string | null;
  @ApiProperty({ type: String, nullable: true }) phone: string | null;
  @ApiProperty({ description: 'The name was typed by somebody who did not sign in; nothing the client or the therapist did tells it' }) known_by_visitor: boolean;
  @ApiProperty({ description: 'So was the number' }) phone_by_visitor: boolean;
  @ApiProperty({ type: [OtherContactDto], description: 'Other names and numbers that people typed who did not sign in, of appointments that stand, the newest first' }) other_contacts: OtherContactDto[];
  @ApiProperty({ type: String, nullable: true, description: "The client's IANA zone, where a booking told it" }) timezone: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When they booked first' }) since: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'The next session' }) next_starts_at: string | null;
  @ApiProperty({ type: ClientSessionsDto }) sessions: ClientSessionsDto;
  @ApiProperty({ description: 'For the therapist alone' }) remark: string;
  @ApiProperty({ type: String, format: 'date', nullable: true, description: 'In the therapist’s zone' }) discharged_on: string | null;
  @ApiProperty({ type: 'integer', description: '0 before anything was kept' }) version: number;
  @ApiProperty({ description: 'They sign in with their address, as far as this practice may know' }) has_account: boolean;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'The client with whose record this one is shown' }) merged_into: string | null;
  @ApiProperty({ type: [MergedRecordDto] }) merged: MergedRecordDto[];
}

/** Another record of the same person. */
export class MergeClientDto {
  @ApiProperty({ format: 'uuid' }) @Id() client_id: string;
}

export class OwnClientInputDto {
  @ApiProperty({ maxLength: MAX_REMARK }) @IsString() @CleanText() @MaxLength(MAX_REMARK, { message: messages.remarkTooLong(MAX_REMARK) }) remark: string;
  @ApiProperty({ type: String, format: 'date', nullable: true }) @ValidateIf((body: OwnClientInputDto) => body.discharged_on !== null) @LocalDate() discharged_on: string | null;
  @ApiProperty({ type: 'integer', minimum: 0, description: 'The version that the changes began with' }) @IsInt() @Min(0) @Max(MAX_VERSION) version: number;
}
