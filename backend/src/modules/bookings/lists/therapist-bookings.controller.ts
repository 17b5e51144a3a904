import { Body, Controller, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { BookForClientDto, MoveForClientDto } from '../booking/client-booking.dto';
import { ClientBookingService } from '../booking/client-booking.service';
import { BookingListQueryDto, BookingOverviewDto, BookingStatusDto, BookingSummaryDto, NoShowDto, SessionEndDto, TherapistBookingDto, toTherapistBooking } from './booking-list.dto';
import { TherapistBookingsService } from './therapist-bookings.service';

@ApiTags('therapist')
@Controller('therapist/bookings')
@Roles('therapist')
export class TherapistBookingsController {
  constructor(
    private readonly bookings: TherapistBookingsService,
    private readonly clientBookings: ClientBookingService,
  ) {}

  @Get()
  @ApiOkResponse({ type: [TherapistBookingDto], headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: BookingListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TherapistBookingDto[]> {
    const page = await this.bookings.list({ ...actor, id: user.id }, query);
    if (page.link) response.setHeader('Link', page.link);
    return page.bookings;
  }

  @Get('summary')
  @ApiOkResponse({ type: BookingSummaryDto })
  summary(@CurrentUser() user: CurrentUserData): Promise<BookingSummaryDto> {
    return this.bookings.summary(user.id);
  }

  @Get('overview')
  @ApiOkResponse({ type: BookingOverviewDto })
  overview(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<BookingOverviewDto> {
    return this.bookings.overview({ ...actor, id: user.id });
  }

  @Post()
  @ApiHeader(REPEATABLE)
  @ApiCreatedResponse({ type: TherapistBookingDto })
  book(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Body() body: BookForClientDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<TherapistBookingDto> {
    return this.clientBookings.book({ ...actor, id: user.id }, body, key, toTherapistBooking);
  }

  @Put(':id/status')
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: TherapistBookingDto })
  setStatus(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: BookingStatusDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<TherapistBookingDto> {
    return this.bookings.setStatus({ ...actor, id: user.id }, id, body, key);
  }

  @Put(':id/time')
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: TherapistBookingDto })
  move(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: MoveForClientDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<TherapistBookingDto> {
    return this.clientBookings.move({ ...actor, id: user.id }, id, body, key, toTherapistBooking);
  }

  @Put(':id/no-show')
  @ApiOkResponse({ type: TherapistBookingDto })
  markNoShow(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: NoShowDto): Promise<TherapistBookingDto> {
    return this.bookings.markNoShow({ ...actor, id: user.id }, id, body.no_show);
  }

  @Put(':id/end')
  @ApiOkResponse({ type: TherapistBookingDto })
  noteEnd(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: SessionEndDto): Promise<TherapistBookingDto> {
    return this.bookings.noteEnd({ ...actor, id: user.id }, id, body.ended_at);
  }
}
