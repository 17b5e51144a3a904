import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Roles } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import { writePart } from '../../../common/http/write-part';
import { ActivityExportDto, ActivityListDto, ActivityQueryDto } from './activity.dto';
import { AdminActivityService } from './activity.service';

@ApiTags('admin')
@Controller('admin')
@Roles('admin')
export class AdminActivityController {
  constructor(private readonly activity: AdminActivityService) {}

  @Get('activity')
  @ApiOkResponse({ type: ActivityListDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(@CurrentActor() actor: Actor, @Query() query: ActivityQueryDto, @Res({ passthrough: true }) response: Response): Promise<ActivityListDto> {
    const { link, ...list } = await this.activity.list(actor, query);
    if (link) response.setHeader('Link', link);
    return list;
  }

  /** The newest 10,000 entries that the filter finds. */
  @Get('activity.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(@CurrentActor() actor: Actor, @Query() query: ActivityExportDto, @Res() response: Response): Promise<void> {
    leaveConnectionLine(response);
    await this.activity.export(actor, query, async (part) => {
      if (!response.headersSent) response.type('text/csv; charset=utf-8').setHeader('Content-Disposition', 'attachment; filename="activity.csv"');
      await writePart(response, part);
    });
    response.end();
  }
}
