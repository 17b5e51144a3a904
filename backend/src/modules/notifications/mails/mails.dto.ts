import { ApiProperty } from '@nestjs/swagger';
import { QueryIds } from '../../../common/http/fields';

export const MAIL_KINDS = ['booked', 'moved', 'cancelled', 'readdressed', 'reminder'] as const;
export type MailKind = (typeof MAIL_KINDS)[number];
export const MAIL_STATES = ['queued', 'sent', 'failed'] as const;
export type MailState = (typeof MAIL_STATES)[number];
export const MAIL_RECIPIENTS = ['client', 'therapist'] as const;

/** How many appointments one call may ask about. */
const MAX_BOOKINGS = 100;

export class BookingMailsQueryDto {
  @ApiProperty({ type: [String], format: 'uuid', maxItems: MAX_BOOKINGS, description: 'Of these appointments.' }) @QueryIds(MAX_BOOKINGS) booking_id: string[];
}

/** One mail about an appointment. */
export class BookingMailDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) booking_id: string;
  @ApiProperty({ enum: MAIL_KINDS }) kind: MailKind;
  @ApiProperty({ enum: MAIL_RECIPIENTS }) recipient: 'client' | 'therapist';
  @ApiProperty({ enum: MAIL_STATES }) state: MailState;
  @ApiProperty({ format: 'date-time', description: 'Since when it is in that state.' }) at: string;
  @ApiProperty({ type: String, nullable: true, description: 'Why it failed, or why it was not sent at the last try.' }) reason: string | null;
  @ApiProperty({ description: 'Whether it can be sent again: it has come to its end, and says what still holds.' }) can_send_again: boolean;
}
