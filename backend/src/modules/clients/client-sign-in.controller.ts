import { Body, Controller, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdmitsUnverified, CurrentActor, CurrentUser, Public, Roles } from '../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { MeDto } from '../auth/dto/session.dto';
import { AddressObjection } from './address-objection.service';
import { BrowserSecrets } from './browser-secrets';
import { ClientLogin } from './client-login.service';
import { ClientRegistration } from './client-registration.service';
import { ClientVerification } from './client-verification.service';
import { codeSent, toRegistered, withCookies, withSignIn } from './client-sign-in.mapper';
import { CodeSentDto, EmailDto, ObjectionDto, RegisterClientDto, RegisteredClientDto, RestoredAddressDto, VerifyClientDto } from './dto/client-sign-in.dto';
import { SignInProofs } from './sign-in-proofs.service';

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
