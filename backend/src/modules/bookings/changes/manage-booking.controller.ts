import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { AvailabilityDto } from '../availability/availability.dto';
import { ManageAvailabilityDto, ManagedBookingDto, ManageTokenDto, MoveBookingDto } from './manage-booking.dto';
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
  freeTimesToMove(@Body() body: ManageAvailabilityDto): Promise<AvailabilityDto> {
    return this.manage.freeTimes(body.token, body.from, body.to);
  }

  @Post('cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  cancel(@Body() body: ManageTokenDto, @CurrentActor() actor: Actor): Promise<ManagedBookingDto> {
    return this.manage.cancel(body.token, actor);
  }

  @Post('move')
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  move(@Body() body: MoveBookingDto, @CurrentActor() actor: Actor): Promise<ManagedBookingDto> {
    return this.manage.move(body.token, body.new_date, body.new_time, actor);
  }
}
