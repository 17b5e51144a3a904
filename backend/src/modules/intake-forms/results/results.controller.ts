import { Controller, Get, Param, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { waitsApart } from '../../../common/http/hang-up';
import { writePart } from '../../../common/http/write-part';
import { AnsweredFormDto, ScoreDto } from './results.dto';
import { IntakeResultsService } from './results.service';

/** What clients answered, for the therapist who asked. */
@ApiTags('intake forms')
@Controller('therapist')
@Roles('therapist')
export class ResultsController {
  constructor(private readonly results: IntakeResultsService) {}

  @Get('intake-requests/:id/answers')
  @ApiOkResponse({ type: AnsweredFormDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<AnsweredFormDto> {
    return this.results.show({ ...actor, id: user.id }, id);
  }

  @Get('clients/:id/scores')
  @ApiOkResponse({ type: [ScoreDto], description: 'Of every questionnaire, oldest first' })
  scores(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<ScoreDto[]> {
    return this.results.scoresOf({ ...actor, id: user.id }, id);
  }

  @Get('intake-forms/:id/answers.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async exportAnswers(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.results.exportForm({ ...actor, id: user.id }, id, waitsApart(response), async (part) => {
      if (!response.headersSent) response.type('text/csv; charset=utf-8').setHeader('Content-Disposition', 'attachment; filename="answers.csv"');
      await writePart(response, part);
    });
    response.end();
  }
}
