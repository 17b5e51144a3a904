import { Controller, Delete, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { CLEAR_CACHE, ListedSessionDto, SessionEndedDto } from './session.dto';
import { OwnSession, SessionService } from './session.service';

@ApiTags('auth')
@Controller('auth/sessions')
@Roles('therapist', 'client')
export class OwnSessionsController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @ApiOkResponse({ type: [ListedSessionDto] })
  async list(@CurrentUser() user: CurrentUserData): Promise<ListedSessionDto[]> {
    return (await this.sessions.listOwn(user)).map(toListedSession);
  }

  /** Ending the session that asks is a sign-out. */
  @Delete(':id')
  @ApiOkResponse({ type: SessionEndedDto })
  async end(
    @Param('id', UuidParam) id: string,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionEndedDto> {
    return toSessionEnded(response, await this.sessions.endOwn(user, id, actor));
  }
}

@ApiTags('administrator')
@Controller('admin/sessions')
@Roles('admin')
export class AdministratorSessionsController {
  constructor(private readonly sessions: SessionService) {}

  @Get()
  @ApiOkResponse({ type: [ListedSessionDto] })
  async list(@CurrentUser() user: CurrentUserData): Promise<ListedSessionDto[]> {
    return (await this.sessions.listOwn(user)).map(toListedSession);
  }

  /** Ending the session that asks is a sign-out. */
  @Delete(':id')
  @ApiOkResponse({ type: SessionEndedDto })
  async end(
    @Param('id', UuidParam) id: string,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionEndedDto> {
    return toSessionEnded(response, await this.sessions.endOwn(user, id, actor));
  }
}

function toListedSession(session: OwnSession): ListedSessionDto {
  return {
    id: session.id,
    browser: session.browser,
    created_at: session.created_at.toISOString(),
    last_seen_at: session.last_seen_at.toISOString(),
    current: session.current,
  };
}

/** @param cookie what makes the browser forget a session that ended itself */
function toSessionEnded(response: Response, cookie: string | undefined): SessionEndedDto {
  if (cookie) response.append('Set-Cookie', cookie).setHeader('Clear-Site-Data', CLEAR_CACHE);
  return { status: 'ended' };
}
