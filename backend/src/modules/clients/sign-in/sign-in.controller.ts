import { Body, Controller, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AdmitsUnverified, CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { withCookies } from '../../../common/http/cookies';
import { MeDto, toMe } from '../../auth/sessions/session.dto';
import { AddressObjectionService } from '../account/address-objection.service';
import { ClientSignIn } from './client-sessions.service';
import { CODE_LIFETIME_SECONDS } from './sign-in-code.repository';
import { RESEND_AFTER_SECONDS } from './sign-in-codes.service';
import { CodeSentDto, EmailDto, ObjectionDto, ObjectionOutcomeDto, RegisterClientDto, RegisteredClientDto, VerifyClientDto } from './sign-in.dto';
import { ClientSignInService } from './sign-in.service';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import { CurrentVisit, Visit } from '../../../common/access/visit';

export function codeSent(): CodeSentDto {
  return { status: 'code_sent', resend_after_seconds: RESEND_AFTER_SECONDS, expires_in_seconds: CODE_LIFETIME_SECONDS };
}

function withSignIn(response: Response, { signedIn, cookies }: ClientSignIn): MeDto {
  return withCookies(response, cookies, toMe(signedIn));
}

@ApiTags('auth')
@Controller('auth/client')
export class ClientSignInController {
  constructor(
    private readonly signIn: ClientSignInService,
    private readonly objections: AddressObjectionService,
  ) {}

  @Post('register')
  @Public()
  @ApiCreatedResponse({ type: RegisteredClientDto })
  @ApiAcceptedResponse({ type: CodeSentDto, description: 'So many addresses were asked about that none is told apart: a code is asked for.' })
  async register(
    @Body() body: RegisterClientDto,
    @CurrentVisit() visit: Visit,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisteredClientDto | CodeSentDto> {
    const registered = await this.signIn.register(body, visit, actor);
    if (!registered) return withCookies(response.status(202), [visit.browser.cookie], codeSent());
    const { id, email, name } = registered.account;
    return withCookies(response, [registered.browser.cookie], { id, email, name, user_type: 'client' });
  }

  @Post('login')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto, description: 'Signed in: this browser is trusted, or has just registered the account (then `verified` is false).' })
  @ApiAcceptedResponse({ type: CodeSentDto, description: 'A code is asked for.' })
  async login(
    @Query() query: EmailDto,
    @CurrentVisit() visit: Visit,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto | CodeSentDto> {
    const signIn = await this.signIn.login(query.email, visit, actor);
    return signIn ? withSignIn(response, signIn) : withCookies(response.status(202), [visit.browser.cookie], codeSent());
  }

  @Post('verify')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async verify(
    @Body() body: VerifyClientDto,
    @CurrentVisit() visit: Visit,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto> {
    return withSignIn(response, await this.signIn.verify(body, visit, actor));
  }

  /** A fresh proof, or the first one, for a client who is signed in; the code is given to `verify`. */
  @Post('code')
  @Roles('client')
  @AdmitsUnverified()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: CodeSentDto })
  async sendCode(
    @CurrentUser() user: CurrentUserData,
    @CurrentVisit() visit: Visit,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CodeSentDto> {
    await this.signIn.requestCode(user, visit, actor);
    return withCookies(response, [visit.browser.cookie], codeSent());
  }

  @Post('address-objection')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: ObjectionOutcomeDto })
  object(@Body() body: ObjectionDto, @CurrentVisit() visit: Visit, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<ObjectionOutcomeDto> {
    // It has a line of its own.
    leaveConnectionLine(response);
    return this.objections.object(body.token, visit, actor);
  }
}
