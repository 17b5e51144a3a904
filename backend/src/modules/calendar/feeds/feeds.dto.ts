import { ApiProperty } from '@nestjs/swagger';
import { TrimmedText } from '../../../common/http/fields';
import * as messages from './messages';

export const MAX_ADDRESS = 2_000;
export const FOREIGN_FEED_STATES = ['ok', 'failing', 'reading'] as const;

/** The therapist's appointments for another calendar to show: times and initials. */
export class CalendarFeedDto {
  @ApiProperty({ type: String, nullable: true, description: 'A secret: whoever has it reads the appointments. Given once, when it is made; null after that, and where there is none.' }) address: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Null: there is none.' }) created_at: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When a calendar last asked for it' }) last_read_at: string | null;
}

export class ForeignFeedInputDto {
  @ApiProperty({ maxLength: MAX_ADDRESS, description: 'https:// or webcal://' }) @TrimmedText({ max: MAX_ADDRESS, message: messages.addressForm }) address: string;
}

/** A calendar somewhere else whose events block times. */
export class ForeignFeedDto {
  @ApiProperty({ type: String, nullable: true, description: 'Null: there is none.' }) address: string | null;
  @ApiProperty({ type: String, enum: [...FOREIGN_FEED_STATES, null], nullable: true, description: "'reading': it was not read yet; 'failing': busy times are those that were known last" }) state: (typeof FOREIGN_FEED_STATES)[number] | null;
  @ApiProperty({ type: String, nullable: true, description: 'A sentence, while it fails' }) reason: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) last_read_at: string | null;
  @ApiProperty() busy_blocks: number;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'There are more busy times than are kept: from then on all is taken. Null: all are kept' }) busy_known_until: string | null;
}
