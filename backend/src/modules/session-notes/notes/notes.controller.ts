import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { outOfConnectionLine } from '../../../common/http/changes-at-work';
import { UuidParam } from '../../../common/http/fields';
import { hangUp } from '../../../common/http/hang-up';
import * as messages from './messages';
import {
  LastNoteDto,
  LastNoteQueryDto,
  NewNoteDto,
  NoteListQueryDto,
  NoteRemovalDto,
  NoteSummaryDto,
  NoteTemplateDto,
  NoteUpdateDto,
  SessionNoteDetailDto,
  SessionNoteDto,
  SessionNoteSummaryDto,
  TagCountDto,
} from './note.dto';
import { NOTE_BODY_BYTES } from './note-limits';
import { NoteReadingService } from './note-reading.service';
import { NotesService } from './notes.service';
import { NOTE_TEMPLATES } from './templates';

const NOTE_BODY = { bytes: NOTE_BODY_BYTES, tooLarge: messages.tooLarge };
const LINK_HEADER = { Link: { description: 'rel="next" while there is more; with fewer rows than were asked for, the search was cut there for the time it took and goes on with the next page', schema: { type: 'string' as const } } };

@ApiTags('session notes')
@Controller('therapist')
@Roles('therapist')
export class NotesController {
  constructor(
    private readonly notes: NotesService,
    private readonly reading: NoteReadingService,
  ) {}

  @Get('enhanced-session-notes')
  @ApiOkResponse({ type: [SessionNoteSummaryDto], headers: LINK_HEADER })
  async list(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: NoteListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionNoteSummaryDto[]> {
    const therapist = { ...actor, id: user.id };
    const looked = query.q !== undefined || query.tag !== undefined ? await outOfConnectionLine(response, () => this.reading.look(therapist, query, hangUp(response))) : undefined;
    const { rows, link } = await this.reading.list(therapist, query, looked);
    if (link) response.setHeader('Link', link);
    return rows;
  }

  @Post('enhanced-session-notes')
  @AcceptsBody(NOTE_BODY)
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the note that was made, for 24 hours.' })
  @ApiCreatedResponse({ type: SessionNoteDto })
  create(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: NewNoteDto,
  ): Promise<SessionNoteDto> {
    return this.notes.create({ ...actor, id: user.id }, body, key);
  }

  @Get('enhanced-session-notes/summary')
  @ApiOkResponse({ type: NoteSummaryDto })
  async summary(@CurrentUser() user: CurrentUserData): Promise<NoteSummaryDto> {
    return { total: await this.reading.count(user.id) };
  }

  @Get('enhanced-session-notes/tags')
  @ApiOkResponse({ type: [TagCountDto] })
  tags(@CurrentUser() user: CurrentUserData): Promise<TagCountDto[]> {
    return this.reading.tags(user.id);
  }

  @Get('enhanced-session-notes/templates')
  @ApiOkResponse({ type: [NoteTemplateDto] })
  templates(): readonly NoteTemplateDto[] {
    return NOTE_TEMPLATES;
  }

  @Get('enhanced-session-notes/last')
  @ApiOkResponse({ type: LastNoteDto })
  last(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Query() query: LastNoteQueryDto): Promise<LastNoteDto> {
    return this.reading.last({ ...actor, id: user.id }, query);
  }

  @Get('enhanced-session-notes/:id')
  @ApiOkResponse({ type: SessionNoteDetailDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<SessionNoteDetailDto> {
    return this.reading.show({ ...actor, id: user.id }, id);
  }

  @Put('enhanced-session-notes/:id')
  @AcceptsBody(NOTE_BODY)
  @ApiOkResponse({ type: SessionNoteDto })
  update(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Body() body: NoteUpdateDto,
  ): Promise<SessionNoteDto> {
    return this.notes.update({ ...actor, id: user.id }, id, body);
  }

  @Delete('session-notes/:id')
  @ApiOkResponse({ type: NoteRemovalDto })
  async remove(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<NoteRemovalDto> {
    await this.notes.remove({ ...actor, id: user.id }, id);
    return { status: 'deleted' };
  }
}
