import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { UuidParam } from '../../common/http/fields';
import { AvailabilityDto } from '../bookings/availability/availability.dto';
import { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import { ClientBookingsService } from '../bookings/lists/client-bookings.service';
import { AppointmentTimesQueryDto, MoveAppointmentDto, RebookDto } from './client-portal.dto';

/** What clients do with their own appointments. */
@ApiTags('client')
@Controller('client')
@Roles('client')
export class ClientAppointmentsController {
  constructor(private readonly bookings: ClientBookingsService) {}

  @Get('bookings/:id/availability')
  @ApiOkResponse({ type: AvailabilityDto })
  freeTimes(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string, @Query() { from, to }: AppointmentTimesQueryDto): Promise<AvailabilityDto> {
    return this.bookings.freeTimes(user.id, id, from, to);
  }

  @Post('rebook')
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the first answer for 24 hours.' })
  @ApiCreatedResponse({ type: ClientBookingDto })
  rebook(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Body() body: RebookDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ClientBookingDto> {
    return this.bookings.rebook(actor, user.id, body, key);
  }

  @Post('bookings/:id/cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: ClientBookingDto })
  cancel(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<ClientBookingDto> {
    return this.bookings.cancel(actor, user.id, id);
  }

  @Post('bookings/:id/move')
  @HttpCode(200)
  @ApiOkResponse({ type: ClientBookingDto })
  move(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: MoveAppointmentDto,
  ): Promise<ClientBookingDto> {
    return this.bookings.move(actor, user.id, id, body.new_date, body.new_time);
  }
}
