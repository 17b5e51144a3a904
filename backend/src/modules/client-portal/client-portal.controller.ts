import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { AdmitsUnverified, CurrentActor, CurrentUser, Roles } from '../../common/access/access.decorators';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Cookies } from '../../common/http/cookies';
import { waitsApart } from '../../common/http/hang-up';
import { jsonParts, writeParts } from '../../common/http/write-part';
import { SESSION_COOKIE } from '../auth/sessions/session.service';
import { ClientDashboardDto, ClientExportDto, CloseAccountDto, ClosedDto, ClosingDto } from './client-portal.dto';
import { ClientPortalService, OwnRecord } from './client-portal.service';
import { exportPage } from './export-page';
import { RecordActivityDto, RecordActivityQueryDto } from './record-activity.dto';
import { RecordActivityService } from './record-activity.service';

@ApiTags('client')
@Controller('client')
@Roles('client')
export class ClientPortalController {
  constructor(
    private readonly portal: ClientPortalService,
    private readonly history: RecordActivityService,
    private readonly cookies: Cookies,
  ) {}

  @Get('dashboard')
  @AdmitsUnverified()
  @ApiOkResponse({ type: ClientDashboardDto })
  async dashboard(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor): Promise<ClientDashboardDto> {
    return this.portal.showDashboard(user, actor);
  }

  @Get('activity')
  @ApiOkResponse({ type: RecordActivityDto, headers: { Link: { description: 'rel="next" while there is more', schema: { type: 'string' } } } })
  async activity(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() query: RecordActivityQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RecordActivityDto> {
    const { entries, link } = await this.history.page(actor, user.id, query);
    if (link) response.setHeader('Link', link);
    return { entries };
  }

  @Get('export')
  @ApiOkResponse({ type: ClientExportDto })
  async exportData(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    await this.portal.exportRecord(user, actor, waitsApart(response), async (record, on) => {
      response.type('application/json; charset=utf-8').setHeader('Content-Disposition', attachment(record, 'json'));
      await writeParts(response, jsonParts(record), on);
    });
  }

  @Get('export.html')
  @ApiProduces('text/html')
  @ApiOkResponse({ schema: { type: 'string' } })
  async exportPage(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    await this.portal.exportRecord(user, actor, waitsApart(response), async (record, on) => {
      response.type('text/html; charset=utf-8').setHeader('Content-Disposition', attachment(record, 'html'));
      await writeParts(response, exportPage(record), on);
    });
  }

  @Get('account/closing')
  @ApiOkResponse({ type: ClosingDto })
  explainClosing(@CurrentUser() user: CurrentUserData): Promise<ClosingDto> {
    return this.portal.explainClosing(user);
  }

  @Post('account/close')
  @HttpCode(200)
  @ApiOkResponse({ type: ClosedDto })
  async close(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Body() _body: CloseAccountDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ClosedDto> {
    const closed = await this.portal.closeAccount(user, actor);
    response.append('Set-Cookie', this.cookies.clear(SESSION_COOKIE)).setHeader('Clear-Site-Data', '"cache"');
    return closed;
  }
}

/** No name in it: file names are read over shoulders. */
function attachment({ exported_at }: OwnRecord, extension: string): string {
  return `attachment; filename="attune-record-${exported_at.slice(0, 10)}.${extension}"`;
}
