import { Body, Controller, Delete, Get, Headers, Param, Post, Put, Query } from '@nestjs/common';
import { ApiCreatedResponse, ApiHeader, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { REPEATABLE } from '../../../common/idempotency/repeat-guard';
import { TimeOffDto, TimeOffInputDto, TimeOffQueryDto, TimeOffRemovalDto } from './time-off.dto';
import { TimeOffService } from './time-off.service';

@ApiTags('time off')
@Controller('therapist/time-off')
@Roles('therapist')
export class TimeOffController {
  constructor(private readonly timeOff: TimeOffService) {}

  @Get()
  @ApiOkResponse({ type: [TimeOffDto] })
  list(@CurrentUser() user: CurrentUserData, @Query() query: TimeOffQueryDto): Promise<TimeOffDto[]> {
    return this.timeOff.list(user.id, query);
  }

  @Post()
  @ApiHeader(REPEATABLE)
  @ApiCreatedResponse({ type: TimeOffDto })
  add(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Headers('idempotency-key') key: string | undefined, @Body() body: TimeOffInputDto): Promise<TimeOffDto> {
    return this.timeOff.add({ ...actor, id: user.id }, body, key);
  }

  @Put(':id')
  @ApiOkResponse({ type: TimeOffDto })
  change(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() body: TimeOffInputDto): Promise<TimeOffDto> {
    return this.timeOff.change({ ...actor, id: user.id }, id, body);
  }

  @Delete(':id')
  @ApiOkResponse({ type: TimeOffRemovalDto })
  remove(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<TimeOffRemovalDto> {
    return this.timeOff.remove({ ...actor, id: user.id }, id);
  }
}
