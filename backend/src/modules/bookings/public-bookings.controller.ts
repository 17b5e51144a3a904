import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../common/access/access.decorators';
import { Actor } from '../../common/access/actor';
import { UuidParam } from '../../common/http/uuid-param';
import { type AvailabilityQuery, AvailabilityQueryPipe } from './availability-query.pipe';
import { AvailabilityService } from './availability.service';
import { BookingService } from './booking.service';
import { AvailabilityDto, AvailabilityQueryDto } from './dto/availability.dto';
import { BookingConfirmationDto, CreateBookingDto } from './dto/create-booking.dto';
import { ManageAvailabilityDto, ManagedBookingDto, ManageTokenDto, MoveBookingDto } from './dto/manage-booking.dto';
import { ManageBookingService } from './manage-booking.service';

@ApiTags('public')
@Controller()
@Public()
export class PublicBookingsController {
  constructor(
    private readonly availability: AvailabilityService,
    private readonly bookings: BookingService,
    private readonly manage: ManageBookingService,
  ) {}

  @Get('public/therapist/:id/availability')
  @ApiOkResponse({ type: AvailabilityDto })
  @ApiQuery({ type: AvailabilityQueryDto })
  freeTimes(@Param('id', UuidParam) id: string, @Query(AvailabilityQueryPipe) query: AvailabilityQuery): Promise<AvailabilityDto> {
    return this.availability.freeTimes({ therapistId: id, serviceId: query.service_id, from: query.from, to: query.to });
  }

  @Post('bookings')
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the first answer for 24 hours.' })
  @ApiCreatedResponse({ type: BookingConfirmationDto })
  book(@Body() body: CreateBookingDto, @Headers('idempotency-key') key: string | undefined, @CurrentActor() actor: Actor): Promise<BookingConfirmationDto> {
    return this.bookings.book(body, key, actor);
  }

  @Post('bookings/manage')
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  view(@Body() body: ManageTokenDto): Promise<ManagedBookingDto> {
    return this.manage.view(body.token);
  }

  @Post('bookings/manage/availability')
  @HttpCode(200)
  @ApiOkResponse({ type: AvailabilityDto })
  async freeTimesToMove(@Body() body: ManageAvailabilityDto): Promise<AvailabilityDto> {
    return this.availability.freeTimes({ ...(await this.manage.movable(body.token)), from: body.from, to: body.to });
  }

  @Post('bookings/manage/cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  cancel(@Body() body: ManageTokenDto, @CurrentActor() actor: Actor): Promise<ManagedBookingDto> {
    return this.manage.cancel(body.token, actor);
  }

  @Post('bookings/manage/move')
  @HttpCode(200)
  @ApiOkResponse({ type: ManagedBookingDto })
  move(@Body() body: MoveBookingDto, @CurrentActor() actor: Actor): Promise<ManagedBookingDto> {
    return this.manage.move(body.token, body.new_date, body.new_time, actor);
  }
}
