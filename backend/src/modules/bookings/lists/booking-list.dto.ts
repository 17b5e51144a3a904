import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, Max, Min, ValidateIf } from 'class-validator';
import { Id, OptionalText } from '../../../common/http/fields';
import { utcTime } from '../../../common/http/record-page';
import type { CopiedEntryDto, CopiedFactDto } from '../../clients/copies/client-copy.dto';
import { DEFAULT_RULES } from '../../scheduling/rules/working-rules';
import { LocalDate, LocalTime } from '../availability/availability.dto';
import { WordToClient } from '../booking/client-booking.dto';
import { PLACE_KINDS, type PlaceKind } from '../booking.entity';
import type { BookingRow } from '../booking.repository';
import { changeability } from '../changes/notice-policy';
import type { ClientBookingRow } from './booking-list.repository';

const STATUSES = ['confirmed', 'completed', 'cancelled'] as const;
type Status = (typeof STATUSES)[number];
const ORDERS = ['asc', 'desc'] as const;
const TIMES = ['today', 'upcoming', 'past'] as const;

export class BookingListQueryDto {
  @ApiPropertyOptional({ default: 500, maximum: 500 }) @IsOptional() @Type(() => Number) @IsInt() @Min(1) @Max(500) limit?: number;
  @ApiPropertyOptional() @OptionalText({ max: 200 }) cursor?: string;
  @ApiPropertyOptional({ description: 'Part of a name or an address.' }) @OptionalText({ max: 120 }) q?: string;
  @ApiPropertyOptional({ enum: STATUSES }) @IsOptional() @IsIn(STATUSES) status?: Status;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() service_id?: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() client_id?: string;
  @ApiPropertyOptional({ format: 'uuid' }) @IsOptional() @Id() series_id?: string;
  @ApiPropertyOptional({ format: 'date' }) @IsOptional() @LocalDate() from?: string;
  @ApiPropertyOptional({ format: 'date' }) @IsOptional() @LocalDate() to?: string;
  @ApiPropertyOptional({ enum: TIMES, description: "Today's by the therapist's own calendar; upcoming are those that are not over, past the others" })
  @IsOptional()
  @IsIn(TIMES)
  when?: (typeof TIMES)[number];
  @ApiPropertyOptional({ enum: ORDERS, default: 'desc', description: 'By start' }) @IsOptional() @IsIn(ORDERS) order?: (typeof ORDERS)[number];
}

export class BookingStatusDto {
  @ApiProperty({ enum: STATUSES }) @IsIn(STATUSES) status: Status;
  @WordToClient() word?: string;
}

export class NoShowDto {
  @ApiProperty({ description: 'False: they came after all' }) @IsBoolean() no_show: boolean;
}

export class SessionEndDto {
  @ApiProperty({ type: String, nullable: true, example: '15:20', description: "When the session ended, by the clock of the appointment's zone; a time before its start is of the next day. Null: as planned" })
  @ValidateIf((body: SessionEndDto) => body.ended_at !== null)
  @LocalTime()
  ended_at: string | null;
}

export class TherapistBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty({ format: 'uuid' }) client_id: string;
  @ApiProperty() client_name: string;
  @ApiProperty() client_email: string;
  @ApiProperty({ type: String, nullable: true }) client_phone: string | null;
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty() appointment_time: string;
  @ApiProperty() timezone: string;
  @ApiProperty({ format: 'date-time' }) starts_at: string;
  @ApiProperty({ format: 'date-time' }) ends_at: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty({ format: 'uuid' }) service_id: string;
  @ApiProperty() service_name: string;
  @ApiProperty({ enum: ['online', 'in-person', 'both'] }) session_type: 'online' | 'in-person' | 'both';
  @ApiProperty({ type: String, enum: [...PLACE_KINDS, null], nullable: true, description: 'How people meet; null for bookings that agreed on no place' }) place_kind: PlaceKind | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address, link or number as it was agreed; null while it follows from the therapist' })
  place_detail: string | null;
  @ApiProperty({ enum: STATUSES }) status: Status;
  @ApiProperty({ type: String, nullable: true }) notes: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) completed_at: string | null;
  @ApiProperty({ format: 'date-time' }) created_at: string;
  @ApiProperty({ type: String, nullable: true, description: 'What the therapist says to the client about their last change of it' }) word: string | null;
  @ApiProperty({ description: 'The client did not come' }) no_show: boolean;
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'When the session ended, where that was not as planned' }) ran_until: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'Shared by appointments that were made together, week after week' }) series_id: string | null;
  @ApiProperty({ description: 'Typed by somebody who did not sign in and did not prove the address; false once the client has said that they booked it.' }) by_visitor: boolean;
  @ApiProperty({ description: 'The number is what such a person typed; the therapist’s own appointments take it along' }) phone_by_visitor: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'With `phone_by_visitor`: the number that the client gave last, or the therapist typed' }) own_phone: string | null;
}

export function toTherapistBooking(row: BookingRow): TherapistBookingDto {
  return {
    id: row.id,
    client_id: row.client_id,
    client_name: row.client_name,
    client_email: row.client_email,
    client_phone: row.client_phone,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    duration_minutes: row.duration_minutes,
    service_id: row.service_id,
    service_name: row.service_name,
    session_type: row.session_type,
    place_kind: row.place_kind,
    place_detail: row.place_detail,
    status: row.status,
    notes: row.notes(),
    completed_at: row.completed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    word: row.word(),
    no_show: row.no_show_at !== null,
    ran_until: row.ran_until?.toISOString() ?? null,
    series_id: row.series_id,
    by_visitor: row.by_visitor,
    phone_by_visitor: row.by_visitor || row.phone_as_typed,
    own_phone: row.own_phone,
  };
}

/** Whose words the note and the number of an appointment are that nobody has confirmed. */
export const BY_VISITOR = 'somebody who did not sign in';

/** In words, for the copy of a client's record. */
export function toCopiedBooking(booking: TherapistBookingDto): CopiedEntryDto {
  const { id, appointment_date, appointment_time, timezone, service_name, duration_minutes, status, no_show } = booking;
  const known: CopiedFactDto[] = [
    { label: 'Booked by', value: booking.by_visitor ? BY_VISITOR : null },
    { label: booking.by_visitor ? 'As they typed' : 'As', value: `${booking.client_name}, ${[booking.client_email, booking.client_phone].filter(Boolean).join(', ')}` },
    { label: 'Where', value: booking.place_detail ?? booking.place_kind },
    { label: booking.by_visitor ? 'Note, typed by somebody who did not sign in' : 'Note of the client', value: booking.notes },
    { label: 'Word to the client', value: booking.word },
    { label: 'Ended at', value: booking.ran_until && utcTime(booking.ran_until) },
  ];
  return {
    id,
    title: `${appointment_date} ${appointment_time} (${timezone})`,
    about: `${service_name}, ${duration_minutes} minutes, ${status}${no_show ? ', the client did not come' : ''}, booked ${utcTime(booking.created_at)}`,
    facts: known.filter(({ value }) => value !== null && value !== ''),
  };
}

export class BookingSummaryDto {
  @ApiProperty() total: number;
  @ApiProperty() today: number;
  @ApiProperty({ description: "Appointments on or after this week's Sunday, in the therapist's zone." }) this_week: number;
  @ApiProperty() confirmed: number;
  @ApiProperty() completed: number;
  @ApiProperty({ description: 'Sessions whose client did not come' }) no_shows: number;
  @ApiProperty({ description: "Today's that are not cancelled" }) today_standing: number;
  @ApiProperty({ description: 'Services that are offered' }) services: number;
}

/** A day to come on which there are sessions. */
export class ComingDayDto {
  @ApiProperty({ format: 'date' }) date: string;
  @ApiProperty({ description: 'Confirmed ones' }) sessions: number;
  @ApiProperty({ example: '09:00', description: 'When the first of them starts' }) first: string;
  @ApiProperty({ example: '16:30', description: 'When the last of them starts' }) last: string;
}

/** What a therapist's dashboard opens with. */
export class BookingOverviewDto {
  @ApiProperty() counts: BookingSummaryDto;
  @ApiProperty({ format: 'date', description: "Today, by the therapist's own calendar" }) day: string;
  @ApiProperty({ type: [TherapistBookingDto], description: "Today's, whatever became of them, the earliest first" }) today: TherapistBookingDto[];
  @ApiProperty({ type: TherapistBookingDto, nullable: true, description: 'The next confirmed one of the days after today' }) next: TherapistBookingDto | null;
  @ApiProperty({ type: [ComingDayDto], description: 'Of the thirteen days after today, those with sessions' }) coming_days: ComingDayDto[];
}

/** An appointment as its client sees it. */
export class ClientBookingDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() client_name: string;
  @ApiProperty({ format: 'date' }) appointment_date: string;
  @ApiProperty() appointment_time: string;
  @ApiProperty() duration_minutes: number;
  @ApiProperty({ type: String, nullable: true, description: 'What the client wrote when booking.' }) client_notes: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'What the therapist says about their last change of it' }) therapist_word: string | null;
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
  @ApiProperty({ type: String, enum: [...PLACE_KINDS, null], nullable: true, description: 'How people meet; null for bookings that agreed on no place' }) place_kind: PlaceKind | null;
  @ApiProperty({ type: String, nullable: true, description: 'The address, link or number as it was agreed; null while it follows from the therapist' })
  place_detail: string | null;
  @ApiProperty({ description: 'Whether the notice policy still allows cancelling and moving.' }) can_change: boolean;
  @ApiProperty({ format: 'date-time' }) change_deadline: string;
  @ApiProperty({ description: 'The policy in a sentence, to be shown before the click.' }) policy: string;
  @ApiProperty({ description: 'The client booked it, or said that they go there; else somebody booked it with their address, with which it stays.' }) practice_confirmed: boolean;
  @ApiProperty({ description: 'Typed by somebody who did not sign in and did not prove the address; false once the client has said that they booked it.' }) by_visitor: boolean;
  @ApiProperty({ type: String, nullable: true, description: 'With `by_visitor`: the number that was typed' }) client_phone: string | null;
  @ApiProperty({ description: 'The therapist made it.' }) by_practice: boolean;
  @ApiProperty({ description: 'Completed, and the service and its therapist still take bookings.' }) can_rebook: boolean;
  @ApiProperty({ enum: ['online', 'in-person', 'both'], description: "The service's now: with 'both' booking again needs a `session_place`." })
  offered_session_type: 'online' | 'in-person' | 'both';
}

/** @param now epoch milliseconds */
export function toClientBooking(row: ClientBookingRow, now: number): ClientBookingDto {
  return {
    id: row.id,
    client_name: row.client_name,
    appointment_date: row.local_date,
    appointment_time: row.local_time,
    duration_minutes: row.duration_minutes,
    client_notes: row.notes(),
    therapist_word: row.word(),
    status: row.status,
    timezone: row.timezone,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at.toISOString(),
    therapist_id: row.therapist_id,
    therapist_name: row.therapist_name,
    therapist_slug: row.therapist_slug,
    service_id: row.service_id,
    service_name: row.service_name,
    session_type: row.session_type,
    place_kind: row.place_kind,
    place_detail: row.place_detail,
    ...changeability(row, { noticeHours: row.cancellation_notice_hours ?? DEFAULT_RULES.cancellationNoticeHours, phone: row.therapist_phone }, now),
    practice_confirmed: row.practice_confirmed,
    by_visitor: row.by_visitor,
    client_phone: row.by_visitor ? row.client_phone : null,
    by_practice: row.by_practice,
    can_rebook: row.status === 'completed' && row.still_offered,
    offered_session_type: row.offered_session_type,
  };
}
