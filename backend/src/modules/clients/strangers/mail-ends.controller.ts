import { Body, Controller, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { CurrentActor, Public } from '../../../common/access/access.decorators';
import type { Actor } from '../../../common/access/actor';
import { PracticeMailsChoiceDto, PracticeMailsDto, PracticeMailsTokenDto } from './mail-end.dto';
import { MailEnds } from './mail-ends.service';

/** Of whoever got a mail of a practice that is none of theirs. */
@ApiTags('public')
@Controller('practice-mails')
@Public()
export class MailEndsController {
  constructor(private readonly ends: MailEnds) {}

  /** By POST, for the token belongs into no address. */
  @Post('choice')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticeMailsDto })
  show(@Body() { token }: PracticeMailsTokenDto, @CurrentActor() actor: Actor): Promise<PracticeMailsDto> {
    return this.ends.show(actor, token);
  }

  @Put('choice')
  @ApiOkResponse({ type: PracticeMailsDto })
  choose(@Body() { token, wanted }: PracticeMailsChoiceDto, @CurrentActor() actor: Actor): Promise<PracticeMailsDto> {
    return this.ends.choose(actor, token, wanted);
  }

  /** What a mail program sends when its button is pressed (RFC 8058): the mail's header names the address whole. Nobody follows it by GET. */
  @Post(':token')
  @HttpCode(200)
  @ApiOkResponse({ type: PracticeMailsDto })
  end(@Param('token') token: string, @CurrentActor() actor: Actor): Promise<PracticeMailsDto> {
    return this.ends.choose(actor, token, false);
  }
}
