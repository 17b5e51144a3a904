import { Body, Controller, Get, Param, Put, Query, Res, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Roles } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { FormFields } from '../../../common/http/bodies';
import { UuidParam } from '../../../common/http/fields';
import { ListedTherapistDto, TherapistListDto, TherapistListQueryDto, TherapistStatusDto, TherapistToCloseDto } from './therapists.dto';
import { AdminTherapistsService } from './therapists.service';

@ApiTags('admin')
@Controller('admin')
@Roles('admin')
export class AdminTherapistsController {
  constructor(private readonly therapists: AdminTherapistsService) {}

  @Get('therapists')
  @ApiOkResponse({ type: TherapistListDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(@Query() query: TherapistListQueryDto, @Res({ passthrough: true }) response: Response): Promise<TherapistListDto> {
    const { link, ...list } = await this.therapists.list(query);
    if (link) response.setHeader('Link', link);
    return list;
  }

  /** What is asked before the account is closed. */
  @Get('therapist/:id')
  @ApiOkResponse({ type: TherapistToCloseDto })
  show(@Param('id', UuidParam) id: string): Promise<TherapistToCloseDto> {
    return this.therapists.show(id);
  }

  @Put('therapist/:id/status')
  @UseInterceptors(FormFields)
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiOkResponse({ type: ListedTherapistDto })
  setStatus(@CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: TherapistStatusDto): Promise<ListedTherapistDto> {
    return this.therapists.setActive(actor, id, body.is_active);
  }
}
