import { Body, Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdmitsUnverified, CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { MeDto } from '../../auth/sessions/session.dto';
import { toMe } from '../../auth/sessions/session.mapper';
import { UserRow } from '../../auth/sign-in/user.repository';
import { AddressObjection } from '../account/address-change.service';
import { BrowserSecrets, ClientSignIn } from './client-sessions.service';
import { CODE_LIFETIME_SECONDS, RESEND_AFTER_SECONDS } from './sign-in-codes.service';
import { CodeSentDto, EmailDto, ObjectionDto, RegisterClientDto, RegisteredClientDto, RestoredAddressDto, VerifyClientDto } from './sign-in.dto';
import { ClientLogin, ClientRegistration, ClientVerification, SignInProofs } from './sign-in.service';

/** The answer with cookies beside it. */
export function withCookies<T>(response: Response, cookies: readonly (string | undefined)[], answer: T): T {
  for (const cookie of cookies) if (cookie !== undefined) response.append('Set-Cookie', cookie);
  return answer;
}

export function withSignIn(response: Response, { signedIn, cookies }: ClientSignIn): MeDto {
  return withCookies(response, cookies, toMe(signedIn));
}

export function toRegistered({ id, email, name }: UserRow): RegisteredClientDto {
  return { id, email, name, user_type: 'client' };
}

export function codeSent(): CodeSentDto {
  return { status: 'code_sent', resend_after_seconds: RESEND_AFTER_SECONDS, expires_in_seconds: CODE_LIFETIME_SECONDS };
}

@ApiTags('auth')
@Controller('auth/client')
export class ClientSignInController {
  constructor(
    private readonly registration: ClientRegistration,
    private readonly logins: ClientLogin,
    private readonly verification: ClientVerification,
    private readonly proofs: SignInProofs,
    private readonly objections: AddressObjection,
    private readonly browsers: BrowserSecrets,
  ) {}

  @Post('register')
  @Public()
  @ApiCreatedResponse({ type: RegisteredClientDto })
  async register(
    @Body() body: RegisterClientDto,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisteredClientDto> {
    const visit = this.browsers.visit(request, actor);
    const user = await this.registration.register(body, visit);
    return withCookies(response, [visit.browser.cookie], toRegistered(user));
  }

  @Post('login')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto, description: 'Signed in: this browser is trusted, or has just registered the account (then `verified` is false).' })
  @ApiAcceptedResponse({ type: CodeSentDto, description: 'A code is asked for.' })
  async login(
    @Query() query: EmailDto,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto | CodeSentDto> {
    const visit = this.browsers.visit(request, actor);
    const signIn = await this.logins.login(query.email, visit);
    return signIn ? withSignIn(response, signIn) : withCookies(response.status(202), [visit.browser.cookie], codeSent());
  }

  @Post('verify')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async verify(
    @Body() body: VerifyClientDto,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto> {
    return withSignIn(response, await this.verification.verify(body, this.browsers.visit(request, actor)));
  }

  /** A fresh proof, or the first one, for a client who is signed in; the code is given to `verify`. */
  @Post('code')
  @Roles('client')
  @AdmitsUnverified()
  @HttpCode(202)
  @ApiAcceptedResponse({ type: CodeSentDto })
  async sendCode(
    @CurrentUser() user: CurrentUserData,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CodeSentDto> {
    const visit = this.browsers.visit(request, actor);
    await this.proofs.ask(user, visit);
    return withCookies(response, [visit.browser.cookie], codeSent());
  }

  @Post('address-objection')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: RestoredAddressDto })
  async object(@Body() body: ObjectionDto, @CurrentActor() actor: Actor): Promise<RestoredAddressDto> {
    return { status: 'restored', email: await this.objections.object(body.token, actor) };
  }
}
