import { ApiProperty } from '@nestjs/swagger';
import { BreakGlassGrantDto } from '../admin/break-glass/break-glass.dto';
import { CalendarStatusDto } from '../calendar/connection/connection.dto';

/** What every page of a therapist may have to tell. */
export class TherapistNoticesDto {
  @ApiProperty({ type: CalendarStatusDto }) calendar: CalendarStatusDto;
  @ApiProperty({ type: [BreakGlassGrantDto], description: 'The newest times that an administrator opened a record in an emergency; `/api/therapist/record-openings` has them all.' }) openings: BreakGlassGrantDto[];
}
