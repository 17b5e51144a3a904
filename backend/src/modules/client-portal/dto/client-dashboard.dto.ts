import { ApiProperty } from '@nestjs/swagger';
import { ClientBookingDto } from '../../bookings/dto/client-booking.dto';
import { AftercareRecommendationDto } from '../../care-plans/dto/aftercare-recommendation.dto';
import { ClientSessionNoteDto } from '../../session-notes/dto/client-session-note.dto';

export class DashboardClientDto {
  @ApiProperty({ format: 'uuid' }) id: string;
  @ApiProperty() name: string;
  @ApiProperty() email: string;
}

export class DashboardCountsDto {
  @ApiProperty() upcoming: number;
  @ApiProperty() completed: number;
  @ApiProperty() care_plans: number;
}

/** Counts come from the database, never from the lists, which are capped at 500. */
export class ClientDashboardDto {
  @ApiProperty({ type: DashboardClientDto }) client: DashboardClientDto;
  @ApiProperty({ description: 'Until the address is confirmed nothing that others tied to it is shown.' }) verified: boolean;
  @ApiProperty({ description: 'Notes and care plans are empty until a fresh code is given.' }) proof_required: boolean;
  @ApiProperty({ type: DashboardCountsDto }) counts: DashboardCountsDto;
  @ApiProperty({ type: [ClientBookingDto], description: 'Confirmed and not over, soonest first.' }) upcoming_bookings: ClientBookingDto[];
  @ApiProperty({ type: [ClientBookingDto], description: 'All others, newest first.' }) past_bookings: ClientBookingDto[];
  @ApiProperty({ type: [ClientSessionNoteDto] }) session_notes: ClientSessionNoteDto[];
  @ApiProperty({ type: [AftercareRecommendationDto] }) aftercare_recommendations: AftercareRecommendationDto[];
}
