import { Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Roles } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { FailedJobListDto, JobDiscardedDto, JobListQueryDto, JobQueuedDto } from './failed-jobs.dto';
import { FailedJobsService } from './failed-jobs.service';

@ApiTags('admin')
@Controller('admin/jobs')
@Roles('admin')
export class FailedJobsController {
  constructor(private readonly jobs: FailedJobsService) {}

  @Get()
  @ApiOkResponse({ type: FailedJobListDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(@Query() query: JobListQueryDto, @Res({ passthrough: true }) response: Response): Promise<FailedJobListDto> {
    const { link, ...list } = await this.jobs.list(query);
    if (link) response.setHeader('Link', link);
    return list;
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiOkResponse({ type: JobQueuedDto })
  async retry(@CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<JobQueuedDto> {
    await this.jobs.retry(actor, id);
    return { status: 'queued' };
  }

  @Post(':id/discard')
  @HttpCode(200)
  @ApiOkResponse({ type: JobDiscardedDto })
  async discard(@CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<JobDiscardedDto> {
    await this.jobs.discard(actor, id);
    return { status: 'discarded' };
  }
}
