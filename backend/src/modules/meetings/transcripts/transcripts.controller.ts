import { Body, Controller, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { LineCorrectionDto, LiveLinesDto, LiveLinesQueryDto, TranscriptDto, TranscriptLineDto, TranscriptQueryDto } from './transcript.dto';
import { TranscriptsService } from './transcripts.service';

/** The text of a session's sound. */
@ApiTags('ai meeting')
@Controller('ai-meeting/session/:id/transcript')
@Roles('therapist')
export class TranscriptsController {
  constructor(private readonly transcripts: TranscriptsService) {}

  @Get()
  @ApiOkResponse({ type: TranscriptDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Query() { known }: TranscriptQueryDto): Promise<TranscriptDto> {
    return this.transcripts.show({ ...actor, id: user.id }, id, known);
  }

  /** While the session is recorded: those that are new. */
  @Get('live')
  @ApiOkResponse({ type: LiveLinesDto })
  listLive(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Query() { after }: LiveLinesQueryDto): Promise<LiveLinesDto> {
    return this.transcripts.listLive({ ...actor, id: user.id }, id, after);
  }

  /** One that failed goes on where it ended. */
  @Post()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: TranscriptDto, description: 'It is under way; one that was already is not begun again' })
  start(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<TranscriptDto> {
    return this.transcripts.start({ ...actor, id: user.id }, id);
  }

  @Put('lines/:line')
  @ApiOkResponse({ type: TranscriptLineDto })
  correct(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('line', UuidParam) line: string,
    @Body() body: LineCorrectionDto,
  ): Promise<TranscriptLineDto> {
    return this.transcripts.correct({ ...actor, id: user.id }, id, line, body);
  }

  /** The sound is destroyed with it. */
  @Post('accept')
  @HttpCode(200)
  @ApiOkResponse({ type: TranscriptDto })
  accept(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<TranscriptDto> {
    return this.transcripts.accept({ ...actor, id: user.id }, id);
  }
}
