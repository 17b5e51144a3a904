import { Body, Controller, Get, Header, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdmitsUnverified, CurrentActor, Public, Roles } from '../../../common/access/access.decorators';
import { Actor } from '../../../common/access/actor';
import { CsrfProtection } from '../../../common/access/csrf-protection';
import { DomainError } from '../../../common/errors/domain-error';
import { CookieNames, readCookies } from '../../../common/http/cookies';
import * as messages from '../messages';
import { SecondFactorDemandDto } from '../second-factor/second-factor.dto';
import { ExchangeCodeDto, MeDto, SignedOutDto } from '../sessions/session.dto';
import { CLEAR_CACHE, toArrival, toMe } from '../sessions/session.mapper';
import { OwnSessions } from '../sessions/session.service';
import { AccountAccessService } from './sign-in.service';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly access: AccountAccessService,
    private readonly ownSessions: OwnSessions,
    private readonly csrf: CsrfProtection,
    private readonly names: CookieNames,
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
    const arrived = await this.access.exchange(request, body.session_id, readCookies(request)[this.names.signInFlow] ?? '', actor);
    return toArrival(response, arrived, () => toMe(arrived));
  }

  /** Public, for its 401 gives the browser its CSRF token. It does not extend the session. */
  @Get('me')
  @Public()
  @ApiOkResponse({ type: MeDto })
  async me(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<MeDto> {
    this.csrf.provide(request, response);
    const signedIn = await this.access.signedIn(request);
    return toMe(signedIn ?? signInFirst());
  }

  @Post('extend')
  @Roles('therapist', 'client')
  @AdmitsUnverified()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async extend(@Req() request: Request): Promise<MeDto> {
    return toMe(await this.access.extend(request));
  }

  @Post('logout')
  @Public()
  @HttpCode(200)
  @Header('Clear-Site-Data', CLEAR_CACHE)
  @ApiOkResponse({ type: SignedOutDto })
  async logout(@Req() request: Request, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<SignedOutDto> {
    response.append('Set-Cookie', await this.ownSessions.signOut(request, 'user', actor));
    return { status: 'signed_out' };
  }
}

function signInFirst(): never {
  throw new DomainError('unauthenticated', messages.signInFirst);
}
