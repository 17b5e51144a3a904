import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdmitsUnverified, CurrentActor, Public, Roles } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { CsrfProtection } from '../../../common/access/csrf-protection';
import { Cookies } from '../../../common/http/cookies';
import { SIGN_IN_FLOW_COOKIE } from '../google/sign-in-flow.repository';
import { SecondFactorDemandDto } from '../second-factor/second-factor.dto';
import { CLEAR_CACHE, ExchangeCodeDto, MeDto, SignedOutDto, toArrival, toMe } from '../sessions/session.dto';
import { SessionService } from '../sessions/session.service';
import { SignInService } from './sign-in.service';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: SessionService,
    private readonly csrf: CsrfProtection,
    private readonly cookies: Cookies,
  ) {}

  @Post('session')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  @ApiAcceptedResponse({ type: SecondFactorDemandDto })
  async exchange(
    @Body() body: ExchangeCodeDto,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto | SecondFactorDemandDto> {
    const arrived = await this.signIn.exchange(request, body.session_id, this.cookies.read(request, SIGN_IN_FLOW_COOKIE) ?? '', actor);
    return toArrival(response, arrived, () => toMe(arrived));
  }

  /** Public, for its 401 gives the browser its CSRF token. It does not extend the session. */
  @Get('me')
  @Public()
  @ApiOkResponse({ type: MeDto })
  async me(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<MeDto> {
    this.csrf.refuseNavigation(request);
    this.csrf.provide(request, response);
    return toMe(await this.signIn.look(request));
  }

  @Post('extend')
  @Roles('therapist', 'client')
  @AdmitsUnverified()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async extend(@Req() request: Request): Promise<MeDto> {
    return toMe(await this.signIn.extend(request));
  }

  @Post('logout')
  @Public()
  @HttpCode(200)
  @Header('Clear-Site-Data', CLEAR_CACHE)
  @ApiOkResponse({ type: SignedOutDto })
  async logout(@Req() request: Request, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<SignedOutDto> {
    response.append('Set-Cookie', await this.sessions.signOut(request, 'user', actor));
    return { status: 'signed_out' };
  }
}
