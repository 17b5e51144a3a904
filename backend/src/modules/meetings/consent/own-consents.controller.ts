import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { UuidParam } from '../../../common/http/fields';
import { AnswerConsentDto, AnswerLinkedConsentDto, ConsentTokenDto, OwnMeetingConsentDto } from './consent.dto';
import { ConsentService } from './consent.service';

/** What a client was asked, in the portal. */
@ApiTags('client')
@Controller('client/meeting-consents')
@Roles('client')
export class OwnConsentsController {
  constructor(private readonly consents: ConsentService) {}

  @Get()
  @ApiOkResponse({ type: [OwnMeetingConsentDto] })
  list(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<OwnMeetingConsentDto[]> {
    return this.consents.listOwn(actor, user.id);
  }

  /** Agrees, declines, or withdraws where a session has begun. */
  @Post(':id/answer')
  @HttpCode(200)
  @ApiOkResponse({ type: OwnMeetingConsentDto })
  answer(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Param('id', UuidParam) id: string, @Body() { consent_given }: AnswerConsentDto): Promise<OwnMeetingConsentDto> {
    return this.consents.answerOwn({ ...actor, id: user.id }, id, consent_given);
  }
}

/** The same for whoever holds the link that the client was mailed. */
@ApiTags('public')
@Controller('meeting-consents')
@Public()
export class LinkedConsentsController {
  constructor(private readonly consents: ConsentService) {}

  @Post('open')
  @HttpCode(200)
  @ApiOkResponse({ type: OwnMeetingConsentDto })
  open(@CurrentActor() actor: Actor, @Body() { token }: ConsentTokenDto): Promise<OwnMeetingConsentDto> {
    return this.consents.open(actor, token);
  }

  @Post('answer')
  @HttpCode(200)
  @ApiOkResponse({ type: OwnMeetingConsentDto })
  answer(@CurrentActor() actor: Actor, @Body() { token, consent_given }: AnswerLinkedConsentDto): Promise<OwnMeetingConsentDto> {
    return this.consents.answerLinked(actor, token, consent_given);
  }
}
