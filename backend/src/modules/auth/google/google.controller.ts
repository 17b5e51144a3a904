import { Controller, ExecutionContext, Get, Injectable, Logger, Req, Res, UseGuards } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { ApiFoundResponse, ApiQuery, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, Public } from '../../../common/access/access.decorators';
import type { Actor } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { leaveConnectionLine } from '../../../common/http/changes-at-work';
import { PartFailures } from '../../../common/health/part-failures';
import { CONNECTIONS_PER_SUBNET, connectionOf, Limit, Limits, subnetOf } from '../../../common/limits/limits';
import { AppConfig } from '../../../config/app-config';
import { failedSignIn } from './failed-sign-in';
import { GoogleSignInService } from './google-sign-in.service';
import { GoogleIdentity, SignInRequest } from './google.strategy';
import { isOwnPath } from './own-path';

/** Each start is a row; a person needs a few of them. */
const STARTS: Limit = { scope: 'google-start', max: 30, windowMs: 10 * 60_000 };

/** A line of IPv6 has 65,000 connections: rows of all of them together are no more than those of a few. */
const STARTS_OF_NETWORK: Limit = { ...STARTS, scope: 'google-start-network', max: CONNECTIONS_PER_SUBNET * STARTS.max };

/** A start serves one of them, so that Google is asked no more often than there are starts; what is left over costs a look into the table. */
const RETURNS: Limit = { scope: 'google-return', max: 60, windowMs: 10 * 60_000 };

/** A network has as many connections as it likes: those of all of them together ask Google no more often than those of a few. */
const RETURNS_OF_NETWORK: Limit = { ...RETURNS, scope: 'google-return-network', max: CONNECTIONS_PER_SUBNET * RETURNS.max };

/** Where a browser says that nobody has opened the page yet. */
const AHEAD = ['sec-purpose', 'purpose', 'x-moz', 'x-purpose'];

/**
 * What another site shows as a picture or a frame, or has fetched before anybody opens it, opens no page: it is refused before it is counted, or it would use
 * up what people there need.
 */
function assertOpened({ headers }: Request): void {
  const shownAs = headers['sec-fetch-dest'];
  const isAhead = AHEAD.some((name) => /\bpre(fetch|render|view)\b/i.test(String(headers[name] ?? '')));
  if (isAhead || (shownAs !== undefined && shownAs !== 'document')) throw new DomainError('forbidden', 'This address is opened as a page, and shown in none.');
}

/** Another site that opens the start by itself would count it for everybody there; Google's return is of another site, too, and may come without a click. */
function assertBegunByPerson({ headers }: Request): void {
  if (headers['sec-fetch-site'] === 'cross-site' && headers['sec-fetch-user'] !== '?1') throw new DomainError('forbidden', 'Please begin to sign in on our own page.');
}

/** A sign-in that does not even begin, with the reason that the front page tells. */
export interface RefusedStart extends Request {
  refusedBecause?: 'not_configured' | 'busy';
}

/** Sends the browser to Google; refuses a redirect that leaves this site. */
@Injectable()
class GoogleStartGuard extends AuthGuard('google') {
  constructor(
    private readonly config: AppConfig,
    private readonly limits: Limits,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RefusedStart>();
    assertOpened(request);
    assertBegunByPerson(request);
    const { query } = request;
    const { redirect = '/dashboard', ...unknown } = query;
    if (typeof redirect !== 'string' || !isOwnPath(redirect) || Object.keys(unknown).length > 0) {
      throw new DomainError('invalid', 'The page to return to must be a page of this site.');
    }
    if (!this.config.google.clientId) request.refusedBecause = 'not_configured';
    else if ((await this.limits.reserve([STARTS_OF_NETWORK, subnetOf(request.ip ?? null)], [STARTS, connectionOf(request.ip ?? null)])) > 0) request.refusedBecause = 'busy';
    // There is nowhere to go: this is a page that a person opens, so the handler sends them back instead of showing an error body.
    return request.refusedBecause ? true : ((await super.canActivate(context)) as boolean);
  }

  /** Google lets whoever stayed signed in there through without a word: after a logout here it shows whose account it is, and waits. */
  override getAuthenticateOptions(): { prompt: string } {
    return { prompt: 'select_account' };
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Takes Google's answer. A failure is no error page: the handler sends the person back with a flag. */
@Injectable()
class GoogleCallbackGuard extends AuthGuard('google') {
  private readonly logger = new Logger('sign-in');

  constructor(
    private readonly failures: PartFailures,
    private readonly limits: Limits,
  ) {
    super();
  }

  /**
   * Only a code with its state goes on to passport. Without a code passport would begin another sign-in, past the rules of the start; an
   * error is refused either way, and anybody can claim one, so none is noted as a failure of Google.
   */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    assertOpened(request);
    const { query, ip } = request;
    if (query['error'] !== undefined || !isText(query['code']) || !isText(query['state'])) return true;
    const network = subnetOf(ip ?? null);
    if (!this.limits.allowsHere(RETURNS_OF_NETWORK, network) || !this.limits.takeHere(RETURNS, connectionOf(ip ?? null))) return true;
    this.limits.takeHere(RETURNS_OF_NETWORK, network);
    // While Google does not answer, everybody without a session is answered all the same.
    leaveConnectionLine(http.getResponse<Response>());
    return (await super.canActivate(context)) as boolean;
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error instanceof Error && !isFalseCode(error)) this.tell(error);
    return (user || undefined) as User;
  }

  /** The error's name alone, and what it means: its message can hold what a person sent. */
  private tell(error: Error): void {
    this.logger.warn(`Google sign-in failed: ${error.name}`);
    void this.failures.note('sign_in', failedSignIn(error));
  }
}

/** Google's word for a code that it did not give: whoever came with it made it up, or came twice. */
function isFalseCode(error: Error): boolean {
  return 'code' in error && error.code === 'invalid_grant';
}

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
  async callback(@Req() request: SignInRequest, @CurrentActor() actor: Actor, @Res() response: Response): Promise<void> {
    const target = await this.signIn.finish(request, request.user as GoogleIdentity | undefined, actor);
    response.redirect(302, target);
  }
}
