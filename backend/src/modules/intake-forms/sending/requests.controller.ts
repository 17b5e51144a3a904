import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { IntakeRequestDto, RequestListQueryDto, SendFormDto } from './request.dto';
import { IntakeRequestsService } from './requests.service';

const URL = '/api/therapist/intake-requests';

/** To whom a therapist's forms were sent, and how far they are. */
@ApiTags('intake forms')
@Controller('therapist/intake-requests')
@Roles('therapist')
export class IntakeRequestsController {
  constructor(private readonly requests: IntakeRequestsService) {}

  @Get()
  @ApiOkResponse({ type: [IntakeRequestDto], headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async list(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: RequestListQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<IntakeRequestDto[]> {
    const { rows, link } = await this.requests.list({ ...actor, id: user.id }, query, URL);
    if (link) response.setHeader('Link', link);
    return rows;
  }

  @Post()
  @ApiCreatedResponse({ type: IntakeRequestDto })
  send(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: SendFormDto): Promise<IntakeRequestDto> {
    return this.requests.send({ ...actor, id: user.id }, body);
  }

  @Post(':id/send-again')
  @HttpCode(200)
  @ApiOkResponse({ type: IntakeRequestDto })
  sendAgain(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<IntakeRequestDto> {
    return this.requests.sendAgain({ ...actor, id: user.id }, id);
  }

  @Post(':id/withdraw')
  @HttpCode(200)
  @ApiOkResponse({ type: IntakeRequestDto })
  withdraw(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string): Promise<IntakeRequestDto> {
    return this.requests.withdraw({ ...actor, id: user.id }, id);
  }
}
