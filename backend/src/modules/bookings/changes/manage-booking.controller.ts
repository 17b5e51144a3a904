import { Body, Controller, Headers, HttpCode, Post } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { AvailabilityDto } from '../availability/availability.dto';
import { ManageAvailabilityDto, ManagedBookingDto, ManageTokenDto, MoveBookingDto, RenewedBookingDto } from './manage-booking.dto';
import { ManageBookingService } from './manage-booking.service';

/** The appointment behind a mail's link. */
@ApiTags('public')
@Controller('bookings/manage')
@Public()
export class ManageBookingController {
  constructor(private readonly manage: ManageBookingService) {}

  @Post()
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  view(@Body() body: ManageTokenDto, @CurrentActor() actor: Actor): Promise<ManagedBookingDto> {
    return this.manage.view(body.token, actor);
  }

  @Post('availability')
  @HttpCode(200)
  @ApiOkResponse({ type: AvailabilityDto })
  freeTimesToMove(@Body() body: ManageAvailabilityDto, @CurrentActor() actor: Actor): Promise<AvailabilityDto> {
    return this.manage.freeTimes(body.token, body.from, body.to, actor);
  }

  @Post('own')
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  takeForOwn(@Body() body: ManageTokenDto, @CurrentActor() actor: Actor): Promise<ManagedBookingDto> {
    return this.manage.takeForOwn(body.token, actor);
  }

  @Post('not-own')
  @HttpCode(200)
  @ApiOkResponse({ type: RenewedBookingDto })
  endOthersLink(@Body() body: ManageTokenDto, @CurrentActor() actor: Actor): Promise<RenewedBookingDto> {
    return this.manage.endOthersLink(body.token, actor);
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: ManagedBookingDto })
  cancel(
    @Body() body: ManageTokenDto,
    @CurrentActor() actor: Actor,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ManagedBookingDto> {
    return this.manage.cancel(body.token, actor, key);
  }

  @Post('move')
  @HttpCode(200)
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: ManagedBookingDto })
  move(
    @Body() { token, new_date: date, new_time: time }: MoveBookingDto,
    @CurrentActor() actor: Actor,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<ManagedBookingDto> {
    return this.manage.move(token, { date, time }, actor, key);
  }
}
