import { Body, Controller, Param, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { PlanActionDto } from '../plans/plan.dto';
import { TickDto } from './published-plan.dto';
import { PublishedPlansService } from './published-plans.service';

/** What clients do with their care plans; they read them on their dashboard. */
@ApiTags('client')
@Controller('client/care-plans')
@Roles('client')
export class OwnPlansController {
  constructor(private readonly published: PublishedPlansService) {}

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
