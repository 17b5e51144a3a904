import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Equals, IsBoolean, IsOptional } from 'class-validator';
import { Id, OptionalText } from '../../common/http/fields';
import { LocalDate, LocalTime } from '../bookings/availability/availability.dto';
import { OptionalSessionPlace, SESSION_PLACES, type SessionPlace } from '../bookings/booking/booking.dto';
import { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import { AftercareRecommendationDto, CarePlanBeginningDto } from '../care-plans/publishing/published-plan.dto';
import { ClientAccountDto, ProofAddressDto } from '../clients/account/account.dto';
import { StrangePracticeDto } from '../clients/strangers/introduction.dto';
import { OwnAnswersDto } from '../intake-forms/results/results.dto';
import { ClientNoteBeginningDto, ClientSessionNoteDto } from '../session-notes/sharing/shared-note.dto';
import { RecordActivityEntryDto } from './record-activity.dto';

export class DashboardClientDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
}

export class DashboardCountsDto {
  @ApiProperty() upcoming: number;
  @ApiProperty() completed: number;
  @ApiProperty() session_notes: number;
  @ApiProperty() care_plans: number;
}

/** Counts come from the database, never from the lists: of appointments these are the first 500, of notes and plans the beginnings of the newest 20, and of the newest 3 of each practice that the client has not confirmed, at most 12. */
export class ClientDashboardDto {
  @ApiProperty({ type: DashboardClientDto }) client: DashboardClientDto;
  @ApiProperty({ description: 'Until the address is confirmed nothing that others tied to it is shown.' }) verified: boolean;
  @ApiProperty({ description: 'Notes and care plans are empty until a fresh code is given.' }) proof_required: boolean;
  @ApiProperty({ type: ProofAddressDto, nullable: true, description: 'As of the account.' }) proof_address: ProofAddressDto | null;
  @ApiProperty({ type: DashboardCountsDto }) counts: DashboardCountsDto;
  @ApiProperty({ type: [ClientBookingDto], description: 'Confirmed and not over, soonest first.' }) upcoming_bookings: ClientBookingDto[];
  @ApiProperty({ type: [ClientBookingDto], description: 'All others, newest first.' }) past_bookings: ClientBookingDto[];
  @ApiProperty({ type: [ClientNoteBeginningDto] }) session_notes: ClientNoteBeginningDto[];
  @ApiProperty({ type: String, nullable: true, description: 'The cursor of /api/client/session-notes for what else practices wrote that the client has confirmed.' }) older_session_notes: string | null;
  @ApiProperty({ type: [CarePlanBeginningDto] }) aftercare_recommendations: CarePlanBeginningDto[];
  @ApiProperty({ type: String, nullable: true, description: 'As of session notes; of /api/client/care-plans.' }) older_care_plans: string | null;
  @ApiProperty({ type: [StrangePracticeDto], description: 'Practices of the page that the client never went to, while they go to others.' }) unknown_practices: StrangePracticeDto[];
}

/** Everything that the portal shows a client, in one file. */
export class ClientExportDto {
  @ApiProperty({ format: 'date-time' }) exported_at: string;
  @ApiProperty({ type: ClientAccountDto }) account: ClientAccountDto;
  @ApiProperty({ type: [ClientBookingDto] }) appointments: ClientBookingDto[];
  @ApiProperty({ type: [OwnAnswersDto], description: 'Forms that were completed.' }) forms: OwnAnswersDto[];
  @ApiProperty({ type: [ClientSessionNoteDto], description: 'Of a practice that the client has not confirmed the newest 50.' }) session_notes: ClientSessionNoteDto[];
  @ApiProperty({ type: String, nullable: true, description: 'What of the notes is not in the copy, if anything is not.' }) session_notes_note: string | null;
  @ApiProperty({ type: [AftercareRecommendationDto], description: 'As of notes.' }) care_plans: AftercareRecommendationDto[];
  @ApiProperty({ type: String, nullable: true, description: 'As of notes.' }) care_plans_note: string | null;
  @ApiProperty({ type: [RecordActivityEntryDto], description: 'Who opened or changed the record, newest first.' }) activity: RecordActivityEntryDto[];
  @ApiProperty({ type: String, nullable: true, description: 'What of the activity is not in the copy, if anything is not.' }) activity_note: string | null;
}

export class CloseAccountDto {
  @ApiProperty({ enum: [true], description: 'Closing cannot be undone.' }) @Equals(true, { message: 'Please confirm that your account is to be closed' }) confirm: true;
}

/** What goes and what stays when the account is closed, in sentences. */
export class ClosingDto {
  @ApiProperty({ type: [String] }) removed: string[];
  @ApiProperty({ type: [String] }) kept: string[];
  @ApiProperty({ description: 'Upcoming appointments, which closing does not cancel.' }) upcoming: number;
}

export class ClosedDto {
  @ApiProperty({ enum: ['closed'] }) status: 'closed';
  @ApiProperty({ type: [String] }) kept: string[];
}

export class ConfirmPracticeDto {
  @ApiPropertyOptional({ default: false, description: 'Whoever booked without proving the address has links to those appointments: they end, and the client gets new ones by mail.' })
  @IsOptional()
  @IsBoolean()
  end_links?: boolean;
}

export class PracticeConfirmedDto {
  @ApiProperty({ enum: ['confirmed'] }) status: 'confirmed';
}

export class MoveAppointmentDto {
  @ApiProperty({ format: 'date' }) @LocalDate() new_date: string;
  @ApiProperty({ description: "'HH:mm' in the therapist's zone" }) @LocalTime() new_time: string;

  @ApiPropertyOptional({ type: String, nullable: true, description: "The client's IANA zone; an unknown one counts as absent." })
  @OptionalText({ max: 64 })
  client_timezone?: string;
}

/** A new appointment. */
class NewAppointmentDto extends MoveAppointmentDto {
  @ApiPropertyOptional({ type: String, enum: [...SESSION_PLACES, null], nullable: true, description: "Needed where the service's session type is 'both'." })
  @OptionalSessionPlace()
  session_place?: SessionPlace;
}

export class NextAppointmentDto extends NewAppointmentDto {
  @ApiProperty({ format: 'uuid', description: 'A service of a practice that this client belongs to.' }) @Id() service_id: string;
}

/** The place of the earlier appointment stays, unless another one is named. */
export class RebookDto extends NewAppointmentDto {
  @ApiProperty({ format: 'uuid', description: 'A completed appointment of this client.' }) @Id() booking_id: string;
}

export class AppointmentTimesQueryDto {
  @ApiProperty({ format: 'date' }) @LocalDate() from: string;
  @ApiProperty({ format: 'date', description: 'Included; at most 62 days after the first.' }) @LocalDate() to: string;
}
