import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import * as noteMessages from '../notes/messages';
import { NoteRemovalDto } from '../notes/note.dto';
import { NOTE_BODY_BYTES } from '../notes/note-limits';
import { NoteDraftDto, NoteDraftInputDto, NoteDraftStateDto, NoteDraftSummaryDto } from './draft.dto';
import { NoteDraftsService } from './drafts.service';

const NOTE_BODY = { bytes: NOTE_BODY_BYTES, tooLarge: noteMessages.tooLarge };

/** What a note's editor saves by itself. */
@ApiTags('session notes')
@Controller('therapist/enhanced-session-notes')
@Roles('therapist')
export class NoteDraftsController {
  constructor(private readonly drafts: NoteDraftsService) {}

  @Get('drafts')
  @ApiOkResponse({ type: [NoteDraftSummaryDto], description: 'Of notes that were never saved, newest first' })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<NoteDraftSummaryDto[]> {
    return this.drafts.list({ ...actor, id: user.id });
  }

  @Get('drafts/:id')
  @ApiOkResponse({ type: NoteDraftDto })
  showNew(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<NoteDraftDto> {
    return this.drafts.show({ ...actor, id: user.id }, { draftId: id });
  }

  @Put('drafts/:id')
  @AcceptsBody(NOTE_BODY)
  @ApiOkResponse({ type: NoteDraftStateDto })
  saveNew(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: NoteDraftInputDto): Promise<NoteDraftStateDto> {
    return this.drafts.save({ ...actor, id: user.id }, { draftId: id }, body);
  }

  @Delete('drafts/:id')
  @ApiOkResponse({ type: NoteRemovalDto })
  async discardNew(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<NoteRemovalDto> {
    await this.drafts.discard({ ...actor, id: user.id }, { draftId: id });
    return { status: 'deleted' };
  }

  @Get(':id/draft')
  @ApiOkResponse({ type: NoteDraftDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<NoteDraftDto> {
    return this.drafts.show({ ...actor, id: user.id }, { noteId: id });
  }

  @Put(':id/draft')
  @AcceptsBody(NOTE_BODY)
  @ApiOkResponse({ type: NoteDraftStateDto })
  save(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: NoteDraftInputDto): Promise<NoteDraftStateDto> {
    return this.drafts.save({ ...actor, id: user.id }, { noteId: id }, body);
  }

  @Delete(':id/draft')
  @ApiOkResponse({ type: NoteRemovalDto })
  async discard(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<NoteRemovalDto> {
    await this.drafts.discard({ ...actor, id: user.id }, { noteId: id });
    return { status: 'deleted' };
  }
}
