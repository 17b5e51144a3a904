import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AdmitsUnverified, CurrentActor, CurrentUser, Roles } from '../../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import { UuidParam } from '../../../common/http/fields';
import { ClientSessionsService } from '../sign-in/client-sessions.service';
import { codeSent } from '../sign-in/sign-in.controller';
import { CodeSentDto, EmailDto, OneTimeCodeDto } from '../sign-in/sign-in.dto';
import { CurrentVisit, Visit } from '../../../common/access/visit';
import { withCookies } from '../../../common/http/cookies';
import { ClientAccountDto, LeftPracticeDto, RevokedBrowserDto, TrustedBrowserDto, UpdateClientAccountDto } from './account.dto';
import { ClientAccountService } from './account.service';
import { AddressChangeService } from './address-change.service';
import { LeftPracticesService } from './left-practices.service';

@ApiTags('client')
@Controller('client')
@Roles('client')
export class ClientAccountController {
  constructor(
    private readonly accounts: ClientAccountService,
    private readonly addressChanges: AddressChangeService,
    private readonly sessions: ClientSessionsService,
    private readonly practices: LeftPracticesService,
  ) {}

  @Get('account')
  @AdmitsUnverified()
  @ApiOkResponse({ type: ClientAccountDto })
  show(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<ClientAccountDto> {
    return this.accounts.view(user, actor);
  }

  @Put('account')
  @ApiOkResponse({ type: ClientAccountDto })
  update(@CurrentUser() user: CurrentUserData, @Body() body: UpdateClientAccountDto, @CurrentActor() actor: Actor): Promise<ClientAccountDto> {
    return this.accounts.update(user, body, actor);
  }

  @Get('account/practices')
  @ApiOkResponse({ type: [LeftPracticeDto], description: 'Practices that do not follow the client to another address, unless the client says that they go there.' })
  listPractices(@CurrentUser() user: CurrentUserData): Promise<LeftPracticeDto[]> {
    return this.practices.list(user.id);
  }

  @Post('account/email')
  @HttpCode(202)
  @ApiAcceptedResponse({ type: CodeSentDto, description: 'The same whether or not the address belongs to somebody.' })
  async changeEmail(
    @CurrentUser() user: CurrentUserData,
    @Body() body: EmailDto,
    @CurrentVisit() visit: Visit,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CodeSentDto> {
    await this.addressChanges.ask(user, body.email, visit, actor);
    return withCookies(response, [visit.browser.cookie], codeSent());
  }

  @Post('account/email/confirm')
  @HttpCode(200)
  @ApiOkResponse({ type: ClientAccountDto })
  async confirmEmail(
    @CurrentUser() user: CurrentUserData,
    @Body() body: OneTimeCodeDto,
    @CurrentVisit() visit: Visit,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClientAccountDto> {
    // It has a line of its own.
    leaveConnectionLine(response);
    await this.addressChanges.confirm(user, body.code, visit, actor);
    return this.accounts.show(user);
  }

  @Get('trusted-browsers')
  @ApiOkResponse({ type: [TrustedBrowserDto] })
  listTrusted(@CurrentUser() user: CurrentUserData, @CurrentVisit() { browser }: Visit): Promise<TrustedBrowserDto[]> {
    return this.sessions.listTrusted(user, browser);
  }

  @Delete('trusted-browsers/:id')
  @ApiOkResponse({ type: RevokedBrowserDto })
  async revokeTrusted(@CurrentUser() user: CurrentUserData, @Param('id', UuidParam) id: string, @CurrentActor() actor: Actor): Promise<RevokedBrowserDto> {
    await this.sessions.revokeTrusted(user, id, actor);
    return { status: 'revoked' };
  }
}
