import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { EnginesDto, MeetingSessionDto, MeetingSessionStatusDto, SessionListQueryDto, StartBotDto } from './session.dto';
import { SessionsService } from './sessions.service';

const LIST_URL = '/api/ai-meeting/sessions';

/** Recorded sessions: what works here, how far each is, and their end. */
@ApiTags('ai meeting')
@Controller('ai-meeting')
@Roles('therapist')
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  @Get('engines')
  @ApiOkResponse({ type: EnginesDto })
  engines(): EnginesDto {
    return this.sessions.engines();
  }

  @Post('start-bot')
  @ApiCreatedResponse({ type: MeetingSessionDto })
  startBot(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: StartBotDto): Promise<MeetingSessionDto> {
    return this.sessions.startBot({ ...actor, id: user.id }, body);
  }

  @Get('sessions')
  @ApiOkResponse({ type: [MeetingSessionDto], headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(@CurrentUser() user: CurrentUserData, @Query() query: SessionListQueryDto, @Res({ passthrough: true }) response: Response): Promise<MeetingSessionDto[]> {
    const { rows, link } = await this.sessions.list(user.id, query, LIST_URL);
    if (link) response.setHeader('Link', link);
    return rows;
  }

  @Get('session/:id/status')
  @ApiOkResponse({ type: MeetingSessionStatusDto })
  status(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<MeetingSessionStatusDto> {
    return this.sessions.status(user.id, id);
  }

  @Post('session/:id/complete')
  @HttpCode(200)
  @ApiOkResponse({ type: MeetingSessionStatusDto })
  complete(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<MeetingSessionStatusDto> {
    return this.sessions.complete({ ...actor, id: user.id }, id);
  }

  @Post('session/:id/cancel')
  @HttpCode(200)
  @ApiOkResponse({ type: MeetingSessionStatusDto })
  cancel(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<MeetingSessionStatusDto> {
    return this.sessions.cancel({ ...actor, id: user.id }, id);
  }
}
