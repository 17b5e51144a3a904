import { Body, Controller, Get, Headers, HttpCode, Param, Post } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { CalendarAppointmentDto, CalendarDecisionDto } from './appointments.dto';
import { CalendarAppointments } from './appointments.service';

@ApiTags('therapist')
@Controller('therapist/calendar/appointments')
@Roles('therapist')
export class CalendarAppointmentsController {
  constructor(private readonly appointments: CalendarAppointments) {}

  @Get()
  @ApiOkResponse({ type: [CalendarAppointmentDto] })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<CalendarAppointmentDto[]> {
    return this.appointments.list({ ...actor, id: user.id });
  }

  @Post(':id')
  @HttpCode(200)
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: [CalendarAppointmentDto], description: 'What is left to look at' })
  decide(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: CalendarDecisionDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<CalendarAppointmentDto[]> {
    return this.appointments.decide({ ...actor, id: user.id }, id, body, key);
  }
}
