import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { CarePlanDto, PlanVersionDto } from '../plans/plan.dto';
import { PublishedPlansService } from './published-plans.service';

/** Which plans their clients see. */
@ApiTags('care plans')
@Controller('therapist/care-plans')
@Roles('therapist')
export class PublishingController {
  constructor(private readonly published: PublishedPlansService) {}

  @Post(':id/publish')
  @HttpCode(200)
  @ApiOkResponse({ type: CarePlanDto })
  publish(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() { version }: PlanVersionDto): Promise<CarePlanDto> {
    return this.published.publish({ ...actor, id: user.id }, id, version);
  }

  @Post(':id/withdraw')
  @HttpCode(200)
  @ApiOkResponse({ type: CarePlanDto })
  withdraw(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<CarePlanDto> {
    return this.published.withdraw({ ...actor, id: user.id }, id);
  }
}
