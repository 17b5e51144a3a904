import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../common/access/actor';
import { UuidParam } from '../../common/http/fields';
import { MergeClientDto, OwnClientDto, OwnClientInputDto } from './client-record.dto';
import { ClientRecordsService } from './client-records.service';

@ApiTags('therapist')
@Controller('therapist/clients')
@Roles('therapist')
export class ClientRecordsController {
  constructor(private readonly records: ClientRecordsService) {}

  @Get(':id')
  @ApiOkResponse({ type: OwnClientDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<OwnClientDto> {
    return this.records.show({ ...actor, id: user.id }, id);
  }

  @Put(':id')
  @ApiOkResponse({ type: OwnClientDto })
  save(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: OwnClientInputDto): Promise<OwnClientDto> {
    return this.records.save({ ...actor, id: user.id }, id, body);
  }

  @Post(':id/merged')
  @HttpCode(200)
  @ApiOkResponse({ type: OwnClientDto, description: 'The record of another client is shown with this one; nothing changes for the two.' })
  merge(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() { client_id }: MergeClientDto): Promise<OwnClientDto> {
    return this.records.merge({ ...actor, id: user.id }, id, client_id);
  }

  @Delete(':id/merged/:other')
  @ApiOkResponse({ type: OwnClientDto, description: 'The way back, for seven days.' })
  separate(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Param('other', UuidParam) other: string): Promise<OwnClientDto> {
    return this.records.separate({ ...actor, id: user.id }, id, other);
  }
}
