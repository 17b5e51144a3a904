import { Body, Controller, Get, Param, Put, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { OwnListQueryDto } from '../../clients/strangers/own-reads.dto';
import { PlanActionDto } from '../plans/plan.dto';
import { AftercareRecommendationDto, CarePlanListDto, TickDto } from './published-plan.dto';
import { PublishedPlansService } from './published-plans.service';

/** What clients do with their care plans, and read of them beyond their first page. */
@ApiTags('client')
@Controller('client/care-plans')
@Roles('client')
export class OwnPlansController {
  constructor(private readonly published: PublishedPlansService) {}

  @Get()
  @ApiOkResponse({ type: CarePlanListDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: OwnListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CarePlanListDto> {
    const { rows, link } = await this.published.listFor(user, actor, query);
    if (link) response.setHeader('Link', link);
    return { care_plans: rows };
  }

  @Get(':id')
  @ApiOkResponse({ type: AftercareRecommendationDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<AftercareRecommendationDto> {
    return this.published.showTo(user, actor, id);
  }

  @Put(':id/actions/:actionId')
  @ApiOkResponse({ type: PlanActionDto })
  tick(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) planId: string,
    @Param('actionId', UuidParam) actionId: string,
    @Body() { done }: TickDto,
  ): Promise<PlanActionDto> {
    return this.published.tick(user, actor, { planId, actionId, done });
  }
}
