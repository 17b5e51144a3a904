import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { AcceptsBody } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import * as messages from './messages';
import { FileReadingDto, NotePageDto, PageCorrectionDto } from './page.dto';
import { PageTextsService } from './page-texts.service';

const CORRECTION = { bytes: 512 * 1024, tooLarge: messages.correctionTooLarge };

/** What was read of a note's files. */
@ApiTags('session notes')
@Controller('therapist/session-notes/:id/files/:fileId/pages')
@Roles('therapist')
export class ReadingController {
  constructor(private readonly texts: PageTextsService) {}

  @Get()
  @ApiOkResponse({ type: FileReadingDto })
  show(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('fileId', UuidParam) fileId: string,
  ): Promise<FileReadingDto> {
    return this.texts.show({ ...actor, id: user.id }, id, fileId);
  }

  @Put(':page')
  @AcceptsBody(CORRECTION)
  @ApiOkResponse({ type: NotePageDto })
  correct(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) noteId: string,
    @Param('fileId', UuidParam) fileId: string,
    @Param('page') page: string,
    @Body() body: PageCorrectionDto,
  ): Promise<NotePageDto> {
    if (!/^[1-9]\d{0,2}$/.test(page)) throw new DomainError('not_found', messages.noSuchPage);
    return this.texts.correct({ ...actor, id: user.id }, { noteId, fileId, page: Number(page) }, body);
  }
}
