import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { OwnListQueryDto } from '../../clients/strangers/own-reads.dto';
import { ClientNoteListDto, ClientSessionNoteDto } from './shared-note.dto';
import { SharedNotesService } from './shared-notes.service';

/** What clients read of their therapists' notes beyond their first page. */
@ApiTags('client')
@Controller('client/session-notes')
@Roles('client')
export class OwnNotesController {
  constructor(private readonly shared: SharedNotesService) {}

  @Get()
  @ApiOkResponse({ type: ClientNoteListDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: OwnListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClientNoteListDto> {
    const { rows, link } = await this.shared.listFor(user, actor, query);
    if (link) response.setHeader('Link', link);
    return { session_notes: rows };
  }

  @Get(':id')
  @ApiOkResponse({ type: ClientSessionNoteDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<ClientSessionNoteDto> {
    return this.shared.show(user, actor, id);
  }
}
