import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, Public, Roles } from '../../common/access/access.decorators';
import { Actor } from '../../common/access/actor';
import { CsrfProtection } from '../../common/access/csrf-protection';
import { DomainError } from '../../common/errors/domain-error';
import { CookieNames, readCookies } from '../../common/http/cookies';
import { AccountAccessService } from './account-access.service';
import { toMe } from './auth.mapper';
import { ExchangeCodeDto, MeDto, SignedOutDto } from './dto/session.dto';

@ApiTags('auth')
@Controller('auth')
export class AuthController {
  constructor(
    private readonly access: AccountAccessService,
    private readonly csrf: CsrfProtection,
    private readonly names: CookieNames,
  ) {}

  @Post('session')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async exchange(
    @Body() body: ExchangeCodeDto,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto> {
    const signedIn = await this.access.exchange(request, body.session_id, readCookies(request)[this.names.signInFlow] ?? '', actor);
    response.append('Set-Cookie', signedIn.cookie);
    return toMe(signedIn);
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
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async extend(@Req() request: Request): Promise<MeDto> {
    return toMe(await this.access.extend(request));
  }

  @Post('logout')
  @Public()
  @HttpCode(200)
  @ApiOkResponse({ type: SignedOutDto })
  async logout(@Req() request: Request, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<SignedOutDto> {
    await this.access.signOut(request, actor);
    response.append('Set-Cookie', this.names.clear(this.names.session));
    return { status: 'signed_out' };
  }
}

function signInFirst(): never {
  throw new DomainError('unauthenticated', 'Please sign in first.');
}
