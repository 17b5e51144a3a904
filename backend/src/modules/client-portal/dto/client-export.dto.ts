import { ApiProperty } from '@nestjs/swagger';
import { ClientBookingDto } from '../../bookings/dto/client-booking.dto';
import { AftercareRecommendationDto } from '../../care-plans/dto/aftercare-recommendation.dto';
import { ClientAccountDto } from '../../clients/dto/client-account.dto';
import { ClientSessionNoteDto } from '../../session-notes/dto/client-session-note.dto';
import { RecordActivityEntryDto } from './record-activity.dto';

/** Everything that the portal shows a client, in one file. */
export class ClientExportDto {
  @ApiProperty({ format: 'date-time' }) exported_at: string;
  @ApiProperty({ type: ClientAccountDto }) account: ClientAccountDto;
  @ApiProperty({ type: [ClientBookingDto] }) appointments: ClientBookingDto[];
  @ApiProperty({ type: [ClientSessionNoteDto] }) session_notes: ClientSessionNoteDto[];
  @ApiProperty({ type: [AftercareRecommendationDto] }) care_plans: AftercareRecommendationDto[];
  @ApiProperty({ type: [RecordActivityEntryDto], description: 'Who opened or changed the record, newest first.' }) activity: RecordActivityEntryDto[];
}
