import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { MeetingAnalysesService } from './meeting-analyses.service';
import { MeetingAnalysisDto, MeetingNoteDto } from './meeting-analysis.dto';

/** What becomes of a transcript. */
@ApiTags('ai meeting')
@Controller('ai-meeting/session/:id')
@Roles('therapist')
export class MeetingResultsController {
  constructor(private readonly analyses: MeetingAnalysesService) {}

  @Get('analysis')
  @ApiOkResponse({ type: MeetingAnalysisDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<MeetingAnalysisDto> {
    return this.analyses.show({ ...actor, id: user.id }, id);
  }

  @Post('analysis')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: MeetingAnalysisDto, description: 'It is under way; one that was already is not begun again' })
  start(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<MeetingAnalysisDto> {
    return this.analyses.start({ ...actor, id: user.id }, id);
  }

  /** Of what the analysis says; never shared by itself. Asked for again, it is the same note. */
  @Post('note')
  @HttpCode(200)
  @ApiOkResponse({ type: MeetingNoteDto })
  makeNote(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<MeetingNoteDto> {
    return this.analyses.makeNote({ ...actor, id: user.id }, id);
  }
}
