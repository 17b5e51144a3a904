import { Body, Controller, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Public } from '../../common/access/access.decorators';
import { Actor } from '../../common/access/actor';
import { ManageTokenDto } from '../bookings/changes/manage-booking.dto';
import { ManageBookingService } from '../bookings/changes/manage-booking.service';
import { AppointmentCalendarService } from './appointment-calendar.service';

/** The appointment behind a mail's link, as a file for a calendar. */
@ApiTags('public')
@Controller('bookings/manage')
@Public()
export class AppointmentCalendarController {
  constructor(
    private readonly manage: ManageBookingService,
    private readonly calendar: AppointmentCalendarService,
  ) {}

  /** The same event that the mails carry. By POST, for the token belongs into no address. */
  @Post('event.ics')
  @HttpCode(200)
  @ApiProduces('text/calendar')
  @ApiOkResponse({ schema: { type: 'string' } })
  async event(@Body() { token }: ManageTokenDto, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<string> {
    const { id, clientId, withPlace } = await this.manage.whose(token, actor);
    const event = await this.calendar.eventOf(clientId, id, actor, withPlace);
    response.type('text/calendar; charset=utf-8').setHeader('Content-Disposition', 'attachment; filename="appointment.ics"');
    return event;
  }
}
