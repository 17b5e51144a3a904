import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiFoundResponse, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, CurrentUser, Public, Roles } from '../../../common/access/access.decorators';
import { type Actor, type CurrentUserData, SessionReader } from '../../../common/access/actor';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import { Cookies, OwnCookie } from '../../../common/http/cookies';
import { CalendarSettingsDto, CalendarStatusDto, ConsentAddressDto, ConsentQueryDto, DisconnectedDto } from './connection.dto';
import { ConnectionService, ConsentEnd } from './connection.service';

/** Binds a consent to the browser that asked for it. */
const CALENDAR_FLOW_COOKIE = new OwnCookie('calendar_flow');
const COOKIE_SECONDS = 12 * 60;

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' && value.length <= 2_048 ? value : undefined);

@ApiTags('calendar')
@Controller()
export class ConnectionController {
  constructor(
    private readonly connection: ConnectionService,
    private readonly sessions: SessionReader,
    private readonly cookies: Cookies,
  ) {}

  @Get('auth/google/calendar')
  @Roles('therapist')
  @ApiOkResponse({ type: ConsentAddressDto })
  async begin(
    @CurrentUser() user: CurrentUserData,
    @CurrentActor() actor: Actor,
    @Query() { ask }: ConsentQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConsentAddressDto> {
    const { address, browser } = await this.connection.begin({ ...actor, id: user.id }, user, { list: ask === 'calendar_list' });
    response.append('Set-Cookie', this.cookies.issue(CALENDAR_FLOW_COOKIE, browser, COOKIE_SECONDS));
    return { authorization_url: address };
  }

  /** A page that a person comes back to: whatever went wrong, it leads on. */
  @Get('auth/google/calendar/callback')
  @Public()
  @ApiFoundResponse({
    description:
      'To `/dashboard?calendar_connected=true`, or `?calendar_error=true` with the `reason`: denied, scope, unverified, account_taken or failed. Where the list of calendars was asked for, to `?calendar_list=`: shown, declined, other_account or failed.',
  })
  async finish(@Req() request: Request, @CurrentActor() actor: Actor, @Query() query: Record<string, unknown>, @Res() response: Response): Promise<void> {
    const user = await this.sessions.read(request, ['therapist']);
    const [state, browser] = [text(query['state']), this.cookies.read(request, CALENDAR_FLOW_COOKIE)];
    const isOurs = user?.userType === 'therapist' && state !== undefined && browser !== undefined;
    const code = query['error'] === undefined ? text(query['code']) : undefined;
    const therapist = (id: string): Actor & { id: string } => ({ ...actor, type: 'therapist', id, sessionId: user?.sessionId ?? null });
    // Google may take its time: nobody else waits for that.
    leaveConnectionLine(response);
    const end = isOurs ? await this.connection.finish(therapist(user.id), { state, browser, code }) : ({ failure: 'failed' } as const);
    response.append('Set-Cookie', this.cookies.clear(CALENDAR_FLOW_COOKIE));
    response.redirect(302, `/dashboard?${flagsOf(end)}`);
  }

  @Get('therapist/calendar/status')
  @Roles('therapist')
  @ApiOkResponse({ type: CalendarStatusDto })
  status(@CurrentUser() user: CurrentUserData): Promise<CalendarStatusDto> {
    return this.connection.status(user.id);
  }

  @Put('therapist/calendar/settings')
  @Roles('therapist')
  @ApiOkResponse({ type: CalendarStatusDto })
  choose(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Body() body: CalendarSettingsDto): Promise<CalendarStatusDto> {
    return this.connection.choose({ ...actor, id: user.id }, body);
  }

  @Post('therapist/calendar/refresh')
  @HttpCode(200)
  @Roles('therapist')
  @ApiOkResponse({ type: CalendarStatusDto })
  refresh(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<CalendarStatusDto> {
    // Google may take its time: nobody else waits for that.
    leaveConnectionLine(response);
    return this.connection.refresh({ ...actor, id: user.id });
  }

  @Delete('therapist/calendar/disconnect')
  @Roles('therapist')
  @ApiOkResponse({ type: DisconnectedDto })
  disconnect(@CurrentUser() user: CurrentUserData, @CurrentActor() actor: Actor, @Res({ passthrough: true }) response: Response): Promise<DisconnectedDto> {
    // Google may take its time: nobody else waits for that.
    leaveConnectionLine(response);
    return this.connection.disconnect({ ...actor, id: user.id });
  }
}

function flagsOf(end: ConsentEnd): string {
  if ('list' in end) return `calendar_list=${end.list}`;
  return end.failure === undefined ? 'calendar_connected=true' : `calendar_error=true&reason=${end.failure}`;
}
