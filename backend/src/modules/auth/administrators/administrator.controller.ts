import { Body, Controller, Get, Header, HttpCode, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiAcceptedResponse, ApiConsumes, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { FormFields } from '../../../common/http/bodies';
import { SecondFactorDemandDto } from '../second-factor/second-factor.dto';
import { CLEAR_CACHE, SignedOutDto, toArrival } from '../sessions/session.dto';
import { SessionService } from '../sessions/session.service';
import { AdministratorSignInService } from './administrator-sign-in.service';
import {
  ChangePasswordDto,
  CurrentAdministratorDto,
  LoginDto,
  LoginHintDto,
  PasswordChangedDto,
  SignedInAdministratorDto,
  toCurrentAdministrator,
  toSignedInAdministrator,
} from './administrator.dto';
import { AdministratorService } from './administrator.service';

@ApiTags('administrator')
@Controller('admin')
export class AdministratorAccessController {
  constructor(
    private readonly signIn: AdministratorSignInService,
    private readonly administrators: AdministratorService,
    private readonly sessions: SessionService,
  ) {}

  /** Outside production only, and only while the development administrator's password was not changed. */
  @Get('login-hint')
  @Public()
  @ApiOkResponse({ type: LoginHintDto })
  showHint(): Promise<LoginHintDto> {
    return this.signIn.hint();
  }

  @Post('login')
  @Public()
  @HttpCode(200)
  @UseInterceptors(FormFields)
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiOkResponse({ type: SignedInAdministratorDto })
  @ApiAcceptedResponse({ type: SecondFactorDemandDto })
  async login(
    @Body() body: LoginDto,
    @Req() request: Request,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInAdministratorDto | SecondFactorDemandDto> {
    const arrived = await this.signIn.enter(request, body, actor);
    return toArrival(response, arrived, () => toSignedInAdministrator(arrived));
  }

  /** Asked by a timer (`X-Background: 1`), it does not extend the session. */
  @Get('me')
  @Roles('admin')
  @ApiOkResponse({ type: CurrentAdministratorDto })
  async me(@Req() request: Request): Promise<CurrentAdministratorDto> {
    return toCurrentAdministrator(await this.signIn.look(request));
  }

  @Post('extend')
  @Roles('admin')
  @HttpCode(200)
  @ApiOkResponse({ type: CurrentAdministratorDto })
  async extend(@Req() request: Request): Promise<CurrentAdministratorDto> {
    return toCurrentAdministrator(await this.signIn.extend(request));
  }

  @Post('logout')
  @Public()
  @HttpCode(200)
  @Header('Clear-Site-Data', CLEAR_CACHE)
  @ApiOkResponse({ type: SignedOutDto })
  async logout(@Req() request: Request, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<SignedOutDto> {
    response.append('Set-Cookie', await this.sessions.signOut(request, 'admin', actor));
    return { status: 'signed_out' };
  }

  /** The administrator's other sessions end. */
  @Post('password')
  @Roles('admin')
  @HttpCode(200)
  @UseInterceptors(FormFields)
  @ApiConsumes('application/json', 'multipart/form-data')
  @ApiOkResponse({ type: PasswordChangedDto })
  async changePassword(@Body() body: ChangePasswordDto, @CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<PasswordChangedDto> {
    await this.administrators.changePassword(user, { currentPassword: body.current_password, newPassword: body.new_password }, actor);
    return { status: 'changed' };
  }
}
