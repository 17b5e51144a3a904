import { ApiProperty } from '@nestjs/swagger';
import { IsString, Length } from 'class-validator';
import { LocalDate, LocalTime } from '../availability/availability.dto';
import type { BookableService } from '../availability/availability.repository';
import { PLACE_KINDS, type PlaceKind } from '../booking.entity';
import type { BookingRow } from '../booking.repository';
import { ChangePolicy, changeability } from './notice-policy';

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

/** A mail is found by others, and forwarded: what it leaves out itself its link does not tell for ever. */
const TELLS_FOR_MS = 7 * 24 * 3_600_000;

export class ManagedBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ description: 'It should have ended more than a week ago: names of client and service are empty, word and place null.' }) is_past: boolean;
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
  @ApiProperty({ type: String, enum: [...PLACE_KINDS, null], nullable: true, description: 'How people meet; null for bookings that agreed on no place' }) place_kind: PlaceKind | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address, link or number as it was agreed; null while it follows from the therapist' })
  place_detail: string | null;
  @ApiProperty({ format: 'uuid' }) therapist_id: string;
  @ApiProperty() therapist_name: string;
  @ApiProperty({ type: String, nullable: true }) therapist_slug: string | null;
  @ApiProperty() client_name: string;
  @ApiProperty({ description: 'Typed by somebody who did not sign in and did not prove the address, and nobody has said since that they booked it: who opens the mailed link of what is to come is asked. Else false' })
  by_visitor: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'With `by_visitor`: the number that was typed' }) client_phone: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'With `by_visitor`: the note that was typed' }) client_notes: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the therapist says about their last change of it' }) therapist_word: string | null;
  @ApiProperty() cancellation_notice_hours: number;
  @ApiProperty({ description: 'Whether the notice policy still allows cancelling and moving.' }) can_change: boolean;
  @ApiProperty({ format: 'date-time' }) change_deadline: string;
  @ApiProperty({ description: 'The policy in a sentence, to be shown before the click.' }) policy: string;
}

export class RenewedBookingDto extends ManagedBookingDto {
  @ApiProperty({ description: 'The token of the new link, which goes out by mail as well; the earlier one opens nothing any more.' }) manage_token: string;
}

/** @param now epoch milliseconds */
export function toManagedBooking(row: BookingRow, service: BookableService, policy: ChangePolicy, now: number): ManagedBookingDto {
  const isPast = now > row.ends_at.getTime() + TELLS_FOR_MS;
  const asks = row.by_visitor && row.status === 'confirmed' && now < row.ends_at.getTime();
  return {
    id: row.id,
    is_past: isPast,
    status: row.status,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    duration_minutes: row.duration_minutes,
    service_id: row.service_id,
    service_name: isPast ? '' : row.service_name,
    session_type: row.session_type,
    place_kind: row.place_kind,
    place_detail: isPast ? null : row.place_detail,
    therapist_id: row.therapist_id,
    therapist_name: service.therapist_name,
    therapist_slug: service.therapist_slug,
    client_name: isPast ? '' : row.client_name,
    by_visitor: asks,
    client_phone: asks ? row.client_phone : null,
    client_notes: asks ? row.notes() : null,
    therapist_word: isPast ? null : row.word(),
    cancellation_notice_hours: policy.noticeHours,
    ...changeability(row, policy, now),
  };
}
