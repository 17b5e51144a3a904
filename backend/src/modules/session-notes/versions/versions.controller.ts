import { Body, Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import * as noteMessages from '../notes/messages';
import { SessionNoteDetailDto } from '../notes/note.dto';
import { AmendNoteDto, NoteHistoryQueryDto, NoteVersionDto, SignNoteDto, UnlockNoteDto } from './version.dto';
import { NoteVersionsService } from './versions.service';

const LINK_HEADER = { Link: { description: 'rel="next" while there is more', schema: { type: 'string' as const } } };

/** What happened to a note, and closing it. */
@ApiTags('session notes')
@Controller('therapist')
@Roles('therapist')
export class NoteVersionsController {
  constructor(private readonly versions: NoteVersionsService) {}

  @Get('enhanced-session-notes/:id/history')
  @ApiOkResponse({ type: [NoteVersionDto], headers: LINK_HEADER, description: 'Newest first' })
  async history(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Query() query: NoteHistoryQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NoteVersionDto[]> {
    const { rows, link } = await this.versions.history({ ...actor, id: user.id }, id, query);
    if (link) response.setHeader('Link', link);
    return rows;
  }

  @Post('session-notes/:id/sign')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionNoteDetailDto })
  sign(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: SignNoteDto): Promise<SessionNoteDetailDto> {
    return this.versions.sign({ ...actor, id: user.id }, id, body.version);
  }

  @Post('session-notes/:id/unlock')
  @HttpCode(200)
  @ApiOkResponse({ type: SessionNoteDetailDto })
  unlock(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: UnlockNoteDto): Promise<SessionNoteDetailDto> {
    return this.versions.unlock({ ...actor, id: user.id }, id, body);
  }

  @Post('session-notes/:id/amendments')
  @AcceptsBody({ bytes: 128 * 1024, tooLarge: noteMessages.tooLarge })
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat adds nothing, for 24 hours.' })
  @ApiCreatedResponse({ type: SessionNoteDetailDto })
  amend(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: AmendNoteDto,
  ): Promise<SessionNoteDetailDto> {
    return this.versions.amend({ ...actor, id: user.id }, id, body, key);
  }
}
