import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AcceptsBody } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import * as messages from '../messages';
import { PLAN_BODY_BYTES } from '../plan-limits';
import { CarePlanDto, CarePlanSummaryDto, GoalProgressDto, NewPlanDto, PlanClientDto, PlanClientsQueryDto, PlanCountsDto, PlanListQueryDto, PlanRemovalDto, PlanUpdateDto } from './plan.dto';
import { PlansService } from './plans.service';

const PLAN_BODY = { bytes: PLAN_BODY_BYTES, tooLarge: messages.tooLarge };
const LINK_HEADER = { Link: { description: 'rel="next" while there is more', schema: { type: 'string' as const } } };

@ApiTags('care plans')
@Controller('therapist/care-plans')
@Roles('therapist')
export class PlansController {
  constructor(private readonly plans: PlansService) {}

  @Get()
  @ApiOkResponse({ type: [CarePlanSummaryDto], headers: LINK_HEADER })
  async list(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: PlanListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CarePlanSummaryDto[]> {
    const { rows, link } = await this.plans.list({ ...actor, id: user.id }, query);
    if (link) response.setHeader('Link', link);
    return rows;
  }

  @Post()
  @AcceptsBody(PLAN_BODY)
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the plan that was made, for 24 hours.' })
  @ApiCreatedResponse({ type: CarePlanDto })
  create(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Headers('idempotency-key') key: string | undefined,
    @Body() body: NewPlanDto,
  ): Promise<CarePlanDto> {
    return this.plans.create({ ...actor, id: user.id }, body, key);
  }

  @Get('summary')
  @ApiOkResponse({ type: PlanCountsDto })
  summary(@CurrentUser() user: CurrentUserData): Promise<PlanCountsDto> {
    return this.plans.count(user.id);
  }

  @Get('clients')
  @ApiOkResponse({ type: [PlanClientDto] })
  clients(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Query() { q }: PlanClientsQueryDto): Promise<PlanClientDto[]> {
    return this.plans.clients({ ...actor, id: user.id }, q ?? '');
  }

  @Get(':id')
  @ApiOkResponse({ type: CarePlanDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<CarePlanDto> {
    return this.plans.show({ ...actor, id: user.id }, id);
  }

  @Put(':id')
  @AcceptsBody(PLAN_BODY)
  @ApiOkResponse({ type: CarePlanDto })
  update(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: PlanUpdateDto): Promise<CarePlanDto> {
    return this.plans.update({ ...actor, id: user.id }, id, body);
  }

  @Put(':id/goals/:goalId')
  @ApiOkResponse({ type: CarePlanDto })
  setProgress(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Param('goalId', UuidParam) goalId: string,
    @Body() { progress }: GoalProgressDto,
  ): Promise<CarePlanDto> {
    return this.plans.setProgress({ ...actor, id: user.id }, id, goalId, progress);
  }

  @Delete(':id')
  @ApiOkResponse({ type: PlanRemovalDto })
  async remove(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<PlanRemovalDto> {
    await this.plans.remove({ ...actor, id: user.id }, id);
    return { status: 'deleted' };
  }
}
