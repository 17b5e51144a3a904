import { Controller, Delete, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { ListedSessionDto, SessionEndedDto } from './session.dto';
import { toListedSession, toSessionEnded } from './session.mapper';
import { OwnSessions } from './session.service';

@ApiTags('auth')
@Controller('auth/sessions')
@Roles('therapist', 'client')
export class OwnSessionsController {
  constructor(private readonly ownSessions: OwnSessions) {}

  @Get()
  @ApiOkResponse({ type: [ListedSessionDto] })
  async list(@CurrentUser() user: CurrentUserData): Promise<ListedSessionDto[]> {
    return (await this.ownSessions.list(user)).map(toListedSession);
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
    return toSessionEnded(response, await this.ownSessions.end(user, id, actor));
  }
}

@ApiTags('administrator')
@Controller('admin/sessions')
@Roles('admin')
export class AdministratorSessionsController {
  constructor(private readonly ownSessions: OwnSessions) {}

  @Get()
  @ApiOkResponse({ type: [ListedSessionDto] })
  async list(@CurrentUser() user: CurrentUserData): Promise<ListedSessionDto[]> {
    return (await this.ownSessions.list(user)).map(toListedSession);
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
    return toSessionEnded(response, await this.ownSessions.end(user, id, actor));
  }
}
