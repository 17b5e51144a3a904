import { Body, Controller, HttpCode, Post, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, Public, SignedInClient } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { CurrentVisit, Visit } from '../../../common/access/visit';
import { AcceptsBody } from '../../../common/http/bodies';
import { withCookies } from '../../../common/http/cookies';
import { CompleteFormDto, FormCodeSentDto, FormLinkDto, FormTokenDto, GiveAnswerDto, OpenFormDto, SavedAnswerDto, VerifyFormCodeDto } from './answer.dto';
import { IntakeAnswersService } from './answers.service';
import * as messages from './messages';

/** 10,000 characters of four bytes, as JSON writes them at worst, and what stands around them. */
const ANSWER_BYTES = 64 * 1024;

/** Filling in a form, for whoever holds the link. */
@ApiTags('public')
@Controller('forms')
@Public()
export class FormsController {
  constructor(private readonly answers: IntakeAnswersService) {}

  @Post('open')
  @HttpCode(200)
  @ApiOkResponse({ type: FormLinkDto })
  async open(
    @Body() { token, knows_practice }: OpenFormDto,
    @CurrentVisit() { browser }: Visit,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormLinkDto> {
    return withCookies(response, [browser.cookie], await this.answers.open(token, { actor, browser, client }, knows_practice));
  }

  @Put('answer')
  @AcceptsBody({ bytes: ANSWER_BYTES, values: 100, tooLarge: messages.answerTooLarge })
  @ApiOkResponse({ type: SavedAnswerDto })
  async answer(
    @Body() body: GiveAnswerDto,
    @CurrentVisit() { browser }: Visit,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SavedAnswerDto> {
    return withCookies(response, [browser.cookie], await this.answers.answer(body, { actor, browser, client }));
  }

  @Post('leave')
  @HttpCode(200)
  @ApiOkResponse({ type: FormLinkDto })
  leave(
    @Body() { token }: FormTokenDto,
    @CurrentVisit() { browser }: Visit,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
  ): Promise<FormLinkDto> {
    return this.answers.leave(token, { actor, browser, client });
  }

  @Post('code')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: FormCodeSentDto })
  async sendCode(
    @Body() { token }: FormTokenDto,
    @CurrentVisit() { browser }: Visit,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormCodeSentDto> {
    return withCookies(response, [browser.cookie], await this.answers.sendCode(token, { actor, browser, client }));
  }

  @Post('verify')
  @HttpCode(200)
  @ApiOkResponse({ type: FormLinkDto })
  async verify(
    @Body() { token, code }: VerifyFormCodeDto,
    @CurrentVisit() { browser }: Visit,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormLinkDto> {
    return withCookies(response, [browser.cookie], await this.answers.verifyCode(token, code, { actor, browser, client }));
  }

  @Post('complete')
  @HttpCode(200)
  @ApiOkResponse({ type: FormLinkDto })
  async complete(
    @Body() body: CompleteFormDto,
    @CurrentVisit() { browser }: Visit,
    @CurrentActor() actor: Actor,
    @SignedInClient() client: CurrentUserData | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FormLinkDto> {
    return withCookies(response, [browser.cookie], await this.answers.complete(body, { actor, browser, client }));
  }
}
