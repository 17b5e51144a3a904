import { Controller, Get, Req, Res, UseGuards } from '@nestjs/common';
import { ApiFoundResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../../common/access/access.decorators';
import { SignInRequest } from './google-flow-store';
import { GoogleCallbackGuard, GoogleStartGuard, type RefusedStart } from './google-sign-in.guard';
import { GoogleSignInService } from './google-sign-in.service';
import { GoogleIdentity } from './google.strategy';

@ApiTags('auth')
@Controller('auth/google')
export class GoogleController {
  constructor(private readonly signIn: GoogleSignInService) {}

  /** The guard has answered with a redirect to Google; this runs only where it did not. */
  @Get()
  @Public()
  @UseGuards(GoogleStartGuard)
  @ApiQuery({ name: 'redirect', required: false, description: 'A path of this site, `/dashboard` by default.' })
  @ApiFoundResponse({ description: 'To Google; to `/?auth_error=busy` after too many of these, to `/?auth_error=not_configured` without a Google client.' })
  start(@Req() request: RefusedStart, @Res() response: Response): void {
    response.redirect(302, `/?auth_error=${request.refusedBecause ?? 1}`);
  }

  @Get('callback')
  @Public()
  @UseGuards(GoogleCallbackGuard)
  @ApiFoundResponse({ description: 'To the page asked for with `#session_id=CODE`, or to `/?auth_error=1`.' })
  async callback(@Req() request: SignInRequest, @Res() response: Response): Promise<void> {
    const target = await this.signIn.finish(request, request.user as GoogleIdentity | undefined);
    response.redirect(302, target);
  }
}
