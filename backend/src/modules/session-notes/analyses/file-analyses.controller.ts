import { Body, Controller, Delete, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { AnalysesService } from './analyses.service';
import { AcceptAnalysisDto, NoteAnalysesDto } from './analysis.dto';

/** What an engine makes of a note's file. A file that was just read is analysed without being asked for. */
@ApiTags('session notes')
@Controller('therapist/session-notes/:id/files/:fileId/analysis')
@Roles('therapist')
export class FileAnalysesController {
  constructor(private readonly analyses: AnalysesService) {}

  @Post()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: NoteAnalysesDto, description: 'It is under way; one that was already is not begun again' })
  start(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) noteId: string,
    @Param('fileId', UuidParam) fileId: string,
  ): Promise<NoteAnalysesDto> {
    return this.analyses.start({ ...actor, id: user.id }, { noteId, fileId });
  }

  @Get()
  @ApiOkResponse({ type: NoteAnalysesDto })
  show(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) noteId: string,
    @Param('fileId', UuidParam) fileId: string,
  ): Promise<NoteAnalysesDto> {
    return this.analyses.show({ ...actor, id: user.id }, { noteId, fileId });
  }

  @Post('accept')
  @HttpCode(200)
  @ApiOkResponse({ type: NoteAnalysesDto, description: 'The summary is the file’s `ai_analysis` from now on' })
  accept(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) noteId: string,
    @Param('fileId', UuidParam) fileId: string,
    @Body() body: AcceptAnalysisDto,
  ): Promise<NoteAnalysesDto> {
    return this.analyses.accept({ ...actor, id: user.id }, { noteId, fileId }, body);
  }

  @Delete()
  @ApiOkResponse({ type: NoteAnalysesDto, description: 'Without the draft; what was accepted stays' })
  dismiss(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) noteId: string,
    @Param('fileId', UuidParam) fileId: string,
  ): Promise<NoteAnalysesDto> {
    return this.analyses.dismiss({ ...actor, id: user.id }, { noteId, fileId });
  }
}
