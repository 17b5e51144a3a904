import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentUser, Roles } from '../../common/access/access.decorators';
import type { CurrentUserData } from '../../common/access/actor';
import { BreakGlassService } from '../admin/break-glass/break-glass.service';
import { ConnectionService } from '../calendar/connection/connection.service';
import { TherapistNoticesDto } from './notices.dto';

/** One question for all that stands above a therapist's pages: each page asks it, and again every few minutes. */
@ApiTags('therapist')
@Controller('therapist/notices')
@Roles('therapist')
export class TherapistNoticesController {
  constructor(
    private readonly calendar: ConnectionService,
    private readonly access: BreakGlassService,
  ) {}

  @Get()
  @ApiOkResponse({ type: TherapistNoticesDto })
  async show(@CurrentUser() { id }: CurrentUserData): Promise<TherapistNoticesDto> {
    const [calendar, { openings }] = await Promise.all([this.calendar.status(id), this.access.listOpenings({ kind: 'therapist', id }, {})]);
    return { calendar, openings };
  }
}
