import { Body, Controller, Delete, Get, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { waitsApart } from '../../../common/http/hang-up';
import { CalendarFeedDto, ForeignFeedDto, ForeignFeedInputDto } from './feeds.dto';
import { ForeignFeedService } from './foreign-feed.service';
import { PrivateFeedService } from './private-feed.service';

/** The secret address of the therapist's own appointments. */
@ApiTags('calendar')
@Controller('therapist/calendar/feed')
@Roles('therapist')
export class PrivateFeedController {
  constructor(private readonly feed: PrivateFeedService) {}

  @Get()
  @ApiOkResponse({ type: CalendarFeedDto })
  show(@CurrentUser() user: CurrentUserData): Promise<CalendarFeedDto> {
    return this.feed.show(user.id);
  }

  @Post()
  @ApiCreatedResponse({ type: CalendarFeedDto })
  make(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<CalendarFeedDto> {
    return this.feed.make({ ...actor, id: user.id }, user);
  }

  @Delete()
  @ApiOkResponse({ type: CalendarFeedDto })
  revoke(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<CalendarFeedDto> {
    return this.feed.revoke({ ...actor, id: user.id });
  }
}

/** The address of a calendar somewhere else that says when the therapist is busy. */
@ApiTags('calendar')
@Controller('therapist/calendar/foreign-feed')
@Roles('therapist')
export class ForeignFeedController {
  constructor(private readonly feed: ForeignFeedService) {}

  @Get()
  @ApiOkResponse({ type: ForeignFeedDto })
  show(@CurrentUser() user: CurrentUserData): Promise<ForeignFeedDto> {
    return this.feed.show(user.id);
  }

  @Put()
  @ApiOkResponse({ type: ForeignFeedDto })
  put(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() { address }: ForeignFeedInputDto): Promise<ForeignFeedDto> {
    return this.feed.put({ ...actor, id: user.id }, address);
  }

  @Delete()
  @ApiOkResponse({ type: ForeignFeedDto })
  remove(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<ForeignFeedDto> {
    return this.feed.remove({ ...actor, id: user.id });
  }
}

/** What calendars read. The secret is in the address because they can be given nothing else. */
@ApiTags('public')
@Controller('calendar-feeds')
@Public()
export class CalendarFeedsController {
  constructor(private readonly feed: PrivateFeedService) {}

  @Get(':token.ics')
  @ApiProduces('text/calendar')
  @ApiOkResponse({ schema: { type: 'string' } })
  async read(@Param('token') token: string, @Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string | undefined> {
    // Before anything can fail: a refusal, too.
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    const address = request.ip ?? null;
    const feed = await this.feed.find(token, address);
    const { etag, content } = await this.feed.read(feed, address, request.headers['if-none-match'], waitsApart(response));
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('ETag', etag);
    response.status(content === undefined ? 304 : 200).type('text/calendar; charset=utf-8').setHeader('Content-Disposition', 'inline; filename="appointments.ics"');
    return content;
  }
}
