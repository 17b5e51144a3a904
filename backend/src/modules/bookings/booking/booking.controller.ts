import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Public, SignedInClient } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { AvailabilityDto, type AvailabilityQuery, AvailabilityQueryDto, AvailabilityQueryPipe } from '../availability/availability.dto';
import { AvailabilityService } from '../availability/availability.service';
import { HoldDto, ReleasedDto, VerifyBookingDto } from '../holds/hold.dto';
import { HoldService } from '../holds/hold.service';
import { BookingConfirmationDto, BookingHeldDto, CreateBookingDto } from './booking.dto';
import { BookingAnswer, BookingService } from './booking.service';

@ApiTags('public')
@Controller()
@Public()
export class PublicBookingsController {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingService,
    private readonly holds: HoldService,
  ) {}

  @Get('public/therapist/:id/availability')
  @ApiOkResponse({ type: AvailabilityDto })
  @ApiQuery({ type: AvailabilityQueryDto })
  freeTimes(@Param('id', UuidParam) id: string, @Query(AvailabilityQueryPipe) query: AvailabilityQuery): Promise<AvailabilityDto> {
    return this.availability.freeTimes({ therapistId: id, serviceId: query.service_id, from: query.from, to: query.to });
  }

  @Post('bookings')
  @ApiHeader(REPEATABLE)
  @ApiCreatedResponse({ type: BookingConfirmationDto })
  @ApiAcceptedResponse({ type: BookingHeldDto, description: 'So many strangers book that the time is held until the mailed code comes back.' })
  async book(
    @Body() body: CreateBookingDto,
    @Headers('idempotency-key') key: string | undefined,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BookingAnswer> {
    const answer = await this.bookings.book(body, key, { actor, client });
    if (answer.status === 'code_sent') response.status(202);
    return answer;
  }

  @Post('bookings/verify')
  @ApiCreatedResponse({ type: BookingConfirmationDto })
  verify(@Body() body: VerifyBookingDto, @CurrentActor() actor: Actor): Promise<BookingConfirmationDto> {
    return this.bookings.confirmHold(body.hold_id, body.code, actor);
  }

  @Post('bookings/hold/code')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: BookingHeldDto })
  sendCodeAgain(@Body() body: HoldDto, @CurrentActor() actor: Actor): Promise<BookingHeldDto> {
    return this.holds.resend(actor, body.hold_id);
  }

  @Post('bookings/hold/release')
  @HttpCode(200)
  @ApiOkResponse({ type: ReleasedDto })
  async release(@Body() body: HoldDto): Promise<ReleasedDto> {
    await this.holds.giveUp(body.hold_id);
    return { status: 'released' };
  }
}
