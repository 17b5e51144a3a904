import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { BreakGlassGrantDto, OpenRecordsDto, RecordQueryDto, TherapistRecordDto } from './break-glass.dto';
import { BreakGlassService } from './break-glass.service';
import { OpenedRecordService } from './opened-record.service';

@ApiTags('admin')
@Controller('admin/break-glass')
@Roles('admin')
export class BreakGlassController {
  constructor(
    private readonly access: BreakGlassService,
    private readonly records: OpenedRecordService,
  ) {}

  @Post()
  @ApiCreatedResponse({ type: BreakGlassGrantDto })
  open(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: OpenRecordsDto): Promise<BreakGlassGrantDto> {
    return this.access.open(actor, user.id, body);
  }

  @Get()
  @ApiOkResponse({ type: [BreakGlassGrantDto] })
  listOpen(@CurrentUser() user: CurrentUserData): Promise<BreakGlassGrantDto[]> {
    return this.access.listOpen(user.id);
  }

  @Post(':id/end')
  @HttpCode(200)
  @ApiOkResponse({ type: BreakGlassGrantDto })
  end(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<BreakGlassGrantDto> {
    return this.access.end(actor, user.id, id);
  }

  @Get(':id/record')
  @ApiOkResponse({ type: TherapistRecordDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async record(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Query() query: RecordQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TherapistRecordDto> {
    const { link, ...record } = await this.records.read(actor, user.id, id, query);
    if (link) response.setHeader('Link', link);
    return record;
  }
}
