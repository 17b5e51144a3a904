import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { UuidParam } from '../../common/http/fields';
import { REPEATABLE } from '../../common/idempotency/repeat-guard';
import { AvailabilityDto } from '../bookings/availability/availability.dto';
import { ClientBookingDto } from '../bookings/lists/booking-list.dto';
import { ClientBookingsService } from '../bookings/lists/client-bookings.service';
import { AppointmentCalendarService } from '../notifications/appointment-calendar.service';
import { ClientPracticeDto } from '../offerings/service.dto';
import { OfferingsService } from '../offerings/offerings.service';
import { AppointmentTimesQueryDto, ConfirmPracticeDto, MoveAppointmentDto, NextAppointmentDto, PracticeConfirmedDto, RebookDto } from './client-portal.dto';

/** What clients do with their own appointments. */
@ApiTags('client')
@Controller('client')
@Roles('client')
export class ClientAppointmentsController {
  constructor(
    private readonly bookings: ClientBookingsService,
    private readonly offerings: OfferingsService,
    private readonly calendar: AppointmentCalendarService,
  ) {}

  @Get('bookings/:id/availability')
  @ApiOkResponse({ type: AvailabilityDto })
  freeTimes(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string, @Query() { from, to }: AppointmentTimesQueryDto): Promise<AvailabilityDto> {
    return this.bookings.freeTimes(user.id, id, from, to);
  }

  @Get('services')
  @ApiOkResponse({ type: [ClientPracticeDto] })
  practices(@CurrentUser() user: CurrentUserData): Promise<ClientPracticeDto[]> {
    return this.offerings.listOfClient(user.id);
  }

  @Get('services/:id/availability')
  @ApiOkResponse({ type: AvailabilityDto })
  freeTimesOfService(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string, @Query() { from, to }: AppointmentTimesQueryDto): Promise<AvailabilityDto> {
    return this.bookings.freeTimesOfService(user.id, id, from, to);
  }

  @Post('bookings')
  @ApiHeader(REPEATABLE)
  @ApiCreatedResponse({ type: ClientBookingDto })
  bookNext(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Body() body: NextAppointmentDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ClientBookingDto> {
    return this.bookings.bookNext(actor, user.id, body, key);
  }

  /** The same event that the mails carry, for a calendar that has not got it. */
  @Get('bookings/:id/event.ics')
  @ApiProduces('text/calendar')
  @ApiOkResponse({ schema: { type: 'string' } })
  async calendarEvent(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const event = await this.calendar.eventOf(user.id, id, actor);
    response.type('text/calendar; charset=utf-8').setHeader('Content-Disposition', 'attachment; filename="appointment.ics"');
    return event;
  }

  @Post('rebook')
  @ApiHeader(REPEATABLE)
  @ApiCreatedResponse({ type: ClientBookingDto })
  rebook(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Body() body: RebookDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ClientBookingDto> {
    return this.bookings.rebook(actor, user.id, body, key);
  }

  @Post('practices/:id/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticeConfirmedDto, description: 'The practice is the client’s by their own word; what it writes stands with the others’.' })
  async confirmPractice(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() { end_links: endLinks = false }: ConfirmPracticeDto,
  ): Promise<PracticeConfirmedDto> {
    await this.bookings.confirmPractice(actor, user.id, id, { endLinks });
    return { status: 'confirmed' };
  }

  @Post('bookings/:id/own')
  @HttpCode(200)
  @ApiOkResponse({ type: ClientBookingDto, description: 'The client booked it without signing in; what else was booked so at the practice is not theirs by that.' })
  takeForOwn(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<ClientBookingDto> {
    return this.bookings.takeForOwn(actor, user.id, id);
  }

  @Post('bookings/:id/not-own')
  @HttpCode(200)
  @ApiOkResponse({ type: ClientBookingDto, description: 'Somebody else booked it: the link that they got ends, and the client gets a new one by mail.' })
  endOthersLink(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<ClientBookingDto> {
    return this.bookings.endOthersLink(actor, user.id, id);
  }

  @Post('bookings/:id/cancel')
  @HttpCode(200)
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: ClientBookingDto })
  cancel(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ClientBookingDto> {
    return this.bookings.cancel(actor, user.id, id, key);
  }

  @Post('bookings/:id/move')
  @HttpCode(200)
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: ClientBookingDto })
  move(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() { new_date: date, new_time: time, client_timezone }: MoveAppointmentDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ClientBookingDto> {
    return this.bookings.move(actor, user.id, id, { date, time, client_timezone }, key);
  }
}
