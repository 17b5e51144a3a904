import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Roles } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { ActivityListDto, ActivityQueryDto } from './activity.dto';
import { AdminActivityService } from './activity.service';

@ApiTags('admin')
@Controller('admin/activity')
@Roles('admin')
export class AdminActivityController {
  constructor(private readonly activity: AdminActivityService) {}

  @Get()
  @ApiOkResponse({ type: ActivityListDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(@CurrentActor() actor: Actor, @Query() query: ActivityQueryDto, @Res({ passthrough: true }) response: Response): Promise<ActivityListDto> {
    const { link, ...list } = await this.activity.list(actor, query);
    if (link) response.setHeader('Link', link);
    return list;
  }
}
