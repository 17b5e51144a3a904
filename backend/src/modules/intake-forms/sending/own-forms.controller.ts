import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { OwnFormDto, OwnFormLinkDto } from './request.dto';
import { IntakeRequestsService } from './requests.service';

/** The forms that a client was asked to fill in. */
@ApiTags('client')
@Controller('client/forms')
@Roles('client')
export class OwnFormsController {
  constructor(private readonly requests: IntakeRequestsService) {}

  @Get()
  @ApiOkResponse({ type: [OwnFormDto] })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<OwnFormDto[]> {
    return this.requests.listOwn(actor, user.id);
  }

  /** Where a form is filled in. No address of this kind stands in a list, where it would lie in caches. */
  @Post(':id/link')
  @HttpCode(200)
  @ApiOkResponse({ type: OwnFormLinkDto })
  link(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string): Promise<OwnFormLinkDto> {
    return this.requests.linkOwn(user.id, id);
  }
}
