import { Body, Controller, Get, Headers, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { MoveForClientDto } from '../booking/client-booking.dto';
import { TherapistBookingDto } from '../lists/booking-list.dto';
import { BookSeriesDto, FollowingStatusDto, SeriesDateDto, SeriesQueryDto } from './series.dto';
import { SeriesService } from './series.service';

@ApiTags('therapist')
@Controller('therapist/bookings')
@Roles('therapist')
export class SeriesController {
  constructor(private readonly series: SeriesService) {}

  @Get('series')
  @ApiOkResponse({ type: [SeriesDateDto], description: 'What a series would be; nothing is saved.' })
  preview(@CurrentUser() user: CurrentUserData, @Query() query: SeriesQueryDto): Promise<SeriesDateDto[]> {
    return this.series.preview(user.id, query);
  }

  @Post('series')
  @ApiHeader(REPEATABLE)
  @ApiCreatedResponse({ type: [TherapistBookingDto] })
  book(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: BookSeriesDto, @Headers('idempotency-key') key: string | undefined): Promise<TherapistBookingDto[]> {
    return this.series.book({ ...actor, id: user.id }, body, key);
  }

  @Put(':id/following/time')
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: [TherapistBookingDto], description: 'This appointment and those of its series that follow.' })
  moveFollowing(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: MoveForClientDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<TherapistBookingDto[]> {
    return this.series.moveFollowing({ ...actor, id: user.id }, id, body, key);
  }

  @Put(':id/following/status')
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: [TherapistBookingDto], description: 'This appointment and those of its series that follow.' })
  setStatusOfFollowing(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: FollowingStatusDto,
    @Headers('idempotency-key') key: string | undefined,
  ): Promise<TherapistBookingDto[]> {
    return this.series.setStatusOfFollowing({ ...actor, id: user.id }, id, body, key);
  }
}
