import { Controller, Get, Headers, HttpCode, Param, Post, Query } from '@nestjs/common';
import { ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { BookingMailDto, BookingMailsQueryDto } from './mails.dto';
import { BookingMailsService } from './mails.service';

@ApiTags('booking mails')
@Controller('therapist/booking-mails')
@Roles('therapist')
export class BookingMailsController {
  constructor(private readonly mails: BookingMailsService) {}

  @Get()
  @ApiOkResponse({ type: [BookingMailDto], description: 'Of the last week; what failed until somebody has looked at it.' })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Query() { booking_id }: BookingMailsQueryDto): Promise<BookingMailDto[]> {
    return this.mails.list({ ...actor, id: user.id }, booking_id);
  }

  @Post(':id/send-again')
  @HttpCode(200)
  @ApiHeader(REPEATABLE)
  @ApiOkResponse({ type: BookingMailDto })
  sendAgain(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Headers('idempotency-key') key: string | undefined): Promise<BookingMailDto> {
    return this.mails.sendAgain({ ...actor, id: user.id }, id, key);
  }
}
