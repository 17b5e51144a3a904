import { Body, Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AdmitsPendingSecondFactor, CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import type { Actor, CurrentUserData } from '../../../common/access/actor';
import { AdministratorSignInService } from '../administrators/administrator-sign-in.service';
import { SignedInAdministratorDto, toSignedInAdministrator } from '../administrators/administrator.dto';
import { MeDto, toMe } from '../sessions/session.dto';
import { SignInService } from '../sign-in/sign-in.service';
import {
  RecoveryCodesDto,
  SecondFactorCodeDto,
  SecondFactorDisabledDto,
  SecondFactorOfferDto,
  SecondFactorStatusDto,
  toSecondFactorOffer,
  toSecondFactorStatus,
} from './second-factor.dto';
import { SecondFactorService } from './second-factor.service';

@ApiTags('auth')
@Controller('auth/second-factor')
@Roles('therapist')
export class SecondFactorController {
  constructor(
    private readonly secondFactors: SecondFactorService,
    private readonly signIn: SignInService,
  ) {}

  @Get()
  @ApiOkResponse({ type: SecondFactorStatusDto })
  async status(@CurrentUser() user: CurrentUserData): Promise<SecondFactorStatusDto> {
    return toSecondFactorStatus(await this.secondFactors.status({ kind: 'user', id: user.id }));
  }

  @Post('setup')
  @AdmitsPendingSecondFactor()
  @ApiCreatedResponse({ type: SecondFactorOfferDto })
  async offer(@CurrentUser() user: CurrentUserData): Promise<SecondFactorOfferDto> {
    return toSecondFactorOffer(await this.signIn.offerSecondFactor(user));
  }

  /** The session goes on under a new cookie; one that was waiting is complete with it. Other sessions end. */
  @Post('confirm')
  @AdmitsPendingSecondFactor()
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesDto })
  async confirm(
    @Body() body: SecondFactorCodeDto,
    @Req() request: Request,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecoveryCodesDto> {
    const { cookie, recoveryCodes } = await this.signIn.confirmSecondFactor(request, user, body.code, actor);
    response.append('Set-Cookie', cookie);
    return { recovery_codes: recoveryCodes };
  }

  /** Completes a sign-in that waits for its second factor. */
  @Post('verify')
  @AdmitsPendingSecondFactor()
  @HttpCode(200)
  @ApiOkResponse({ type: MeDto })
  async verify(
    @Body() body: SecondFactorCodeDto,
    @Req() request: Request,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MeDto> {
    const entered = await this.signIn.verifySecondFactor(request, user, body.code, actor);
    response.append('Set-Cookie', entered.cookie);
    return toMe(entered);
  }

  @Post('disable')
  @HttpCode(200)
  @ApiOkResponse({ type: SecondFactorDisabledDto })
  async disable(@Body() body: SecondFactorCodeDto, @CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<SecondFactorDisabledDto> {
    await this.secondFactors.disable({ kind: 'user', id: user.id }, body.code, actor);
    return { enabled: false };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesDto })
  async renewRecoveryCodes(
    @Body() body: SecondFactorCodeDto,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
  ): Promise<RecoveryCodesDto> {
    return { recovery_codes: await this.secondFactors.renewRecoveryCodes({ kind: 'user', id: user.id }, body.code, actor) };
  }
}

@ApiTags('administrator')
@Controller('admin/second-factor')
@Roles('admin')
export class AdministratorSecondFactorController {
  constructor(
    private readonly secondFactors: SecondFactorService,
    private readonly signIn: AdministratorSignInService,
  ) {}

  @Get()
  @ApiOkResponse({ type: SecondFactorStatusDto })
  async status(@CurrentUser() user: CurrentUserData): Promise<SecondFactorStatusDto> {
    return toSecondFactorStatus(await this.secondFactors.status({ kind: 'admin', id: user.id }));
  }

  @Post('setup')
  @AdmitsPendingSecondFactor()
  @ApiCreatedResponse({ type: SecondFactorOfferDto })
  async offer(@CurrentUser() user: CurrentUserData): Promise<SecondFactorOfferDto> {
    return toSecondFactorOffer(await this.signIn.offerSecondFactor(user));
  }

  /** The session goes on under a new cookie; one that was waiting is complete with it. Other sessions end. */
  @Post('confirm')
  @AdmitsPendingSecondFactor()
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesDto })
  async confirm(
    @Body() body: SecondFactorCodeDto,
    @Req() request: Request,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecoveryCodesDto> {
    const { cookie, recoveryCodes } = await this.signIn.confirmSecondFactor(request, user, body.code, actor);
    response.append('Set-Cookie', cookie);
    return { recovery_codes: recoveryCodes };
  }

  /** Completes a sign-in that waits for its second factor. */
  @Post('verify')
  @AdmitsPendingSecondFactor()
  @HttpCode(200)
  @ApiOkResponse({ type: SignedInAdministratorDto })
  async verify(
    @Body() body: SecondFactorCodeDto,
    @Req() request: Request,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SignedInAdministratorDto> {
    const entered = await this.signIn.verifySecondFactor(request, user, body.code, actor);
    response.append('Set-Cookie', entered.cookie);
    return toSignedInAdministrator(entered);
  }

  @Post('disable')
  @HttpCode(200)
  @ApiOkResponse({ type: SecondFactorDisabledDto })
  async disable(@Body() body: SecondFactorCodeDto, @CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<SecondFactorDisabledDto> {
    await this.secondFactors.disable({ kind: 'admin', id: user.id }, body.code, actor);
    return { enabled: false };
  }

  @Post('recovery-codes')
  @HttpCode(200)
  @ApiOkResponse({ type: RecoveryCodesDto })
  async renewRecoveryCodes(
    @Body() body: SecondFactorCodeDto,
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
  ): Promise<RecoveryCodesDto> {
    return { recovery_codes: await this.secondFactors.renewRecoveryCodes({ kind: 'admin', id: user.id }, body.code, actor) };
  }
}
