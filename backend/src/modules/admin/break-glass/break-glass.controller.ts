import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { BreakGlassGrantDto, ClientRecordDto, OpeningsQueryDto, OpenRecordDto, RecordOpeningsDto, RecordQueryDto } from './break-glass.dto';
import { Reader } from './break-glass.repository';
import { BreakGlassService } from './break-glass.service';
import { OpenedRecordService } from './opened-record.service';

const LINK = { Link: { description: 'rel="next" while there is more', schema: { type: 'string' as const } } };

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
  open(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: OpenRecordDto): Promise<BreakGlassGrantDto> {
    return this.access.open(actor, user, body);
  }

  @Get()
  @ApiOkResponse({ type: [BreakGlassGrantDto] })
  listOpen(@CurrentUser() user: CurrentUserData): Promise<BreakGlassGrantDto[]> {
    return this.access.listOpen(user);
  }

  /** Of all administrators. */
  @Get('history')
  @ApiOkResponse({ type: RecordOpeningsDto, headers: LINK })
  listHistory(@Query() query: OpeningsQueryDto, @Res({ passthrough: true }) response: Response): Promise<RecordOpeningsDto> {
    return pageOfOpenings(this.access, { kind: 'admin' }, query, response);
  }

  @Post(':id/end')
  @HttpCode(200)
  @ApiOkResponse({ type: BreakGlassGrantDto })
  end(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<BreakGlassGrantDto> {
    return this.access.end(actor, user.id, id);
  }

  @Get(':id/record')
  @ApiOkResponse({ type: ClientRecordDto, headers: LINK })
  async record(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Param('id', UuidParam) id: string,
    @Query() query: RecordQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClientRecordDto> {
    const { link, ...record } = await this.records.read(actor, user, id, query);
    if (link) response.setHeader('Link', link);
    return record;
  }
}

/** Who opened records in an emergency, for the therapist who keeps them. */
@ApiTags('therapist')
@Controller('therapist/record-openings')
@Roles('therapist')
export class TherapistRecordOpeningsController {
  constructor(private readonly access: BreakGlassService) {}

  @Get()
  @ApiOkResponse({ type: RecordOpeningsDto, headers: LINK })
  list(@CurrentUser() { id }: CurrentUserData, @Query() query: OpeningsQueryDto, @Res({ passthrough: true }) response: Response): Promise<RecordOpeningsDto> {
    return pageOfOpenings(this.access, { kind: 'therapist', id }, query, response);
  }
}

/** Who opened the own record in an emergency, for the client. */
@ApiTags('client')
@Controller('client/record-openings')
@Roles('client')
export class ClientRecordOpeningsController {
  constructor(private readonly access: BreakGlassService) {}

  @Get()
  @ApiOkResponse({ type: RecordOpeningsDto, headers: LINK })
  list(@CurrentUser() { id }: CurrentUserData, @Query() query: OpeningsQueryDto, @Res({ passthrough: true }) response: Response): Promise<RecordOpeningsDto> {
    return pageOfOpenings(this.access, { kind: 'client', id }, query, response);
  }
}

async function pageOfOpenings(access: BreakGlassService, reader: Reader, query: OpeningsQueryDto, response: Response): Promise<RecordOpeningsDto> {
  const { link, ...page } = await access.listOpenings(reader, query);
  if (link) response.setHeader('Link', link);
  return page;
}
