import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { IncomingMessage } from 'node:http';
import { Actor, CurrentUserData, Role, SessionReader } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { newToken } from '../../../common/crypto/tokens';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Cookies, OwnCookie } from '../../../common/http/cookies';
import { Upkeep } from '../../../common/jobs/job';
import { Limit, Limits } from '../../../common/limits/limits';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import type { SessionKind } from '../account.entity';
import { SignInFlowRepository } from '../google/sign-in-flow.repository';
import * as messages from '../messages';
import type { SecondFactorDemand } from '../second-factor/second-factor.service';
import { SignedOut } from './session.events';
import { ListedSession, SessionRepository, SessionRow } from './session.repository';

/** A therapist's or a client's session; an administrator's lies beside it. */
export const SESSION_COOKIE = new OwnCookie('session');
export const ADMIN_SESSION_COOKIE = new OwnCookie('admin_session');
/**
 * Set by a page whose person signs out, until the server has heard of it. Over https the prefix of its name lets this very origin alone set it, no
 * neighbouring one. See `pending-logout.ts` of shared-ui.
 */
const LOGOUT_COOKIES = { user: new OwnCookie('logout', true), admin: new OwnCookie('admin_logout', true) } as const;
const IS_LEFT = '1';

/** A session as its owner may see it. */
export interface LiveSession extends CurrentUserData {
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
  /** Of this session alone: seals what its person types and has not saved, where that lies in the browser. */
  draftKey: () => Buffer;
}

/** A session that has just begun. */
export interface BegunSession {
  /** The `Set-Cookie` value. */
  cookie: string;
  session: LiveSession;
}

/** A session in its owner's list. */
export interface OwnSession extends ListedSession {
  /** The one that asks. */
  current: boolean;
}

/** What a new session is like, beyond whose it is. */
export interface SessionOptions {
  address: string | null;
  /** The browser in words. */
  browser: string;
  /** False for a client who has not shown yet that the address is theirs. */
  verified?: boolean;
  /** When the person proved who they are, if this sign-in did. */
  provedAt?: Date | null;
  /** The session opens nothing until the second factor is given, or set up. */
  demand?: SecondFactorDemand;
  /** The trust of a client's browser that stands in for a code: the session ends with it. */
  trustId?: string | null;
}

const SESSION_KINDS: readonly SessionKind[] = ['user', 'admin'];

/** Not every request writes: the idle limit moves in steps of at most this. */
const EXTEND_STEP_MS = 30_000;

/** Coming and going are entries that are kept for six years. Clients have limits of their own; two steps are two sessions. */
const SIGN_INS: Limit = { scope: 'sign-ins', max: 120, windowMs: 60 * 60_000 };
const TOO_MANY = 'You have signed in very often within the last hour. Please try again a little later.';

/** Sessions live in Postgres; the cookie holds a random token, the table a keyed digest of it. Their owners can see and end them. */
@Injectable()
export class SessionService extends SessionReader {
  constructor(
    private readonly repository: SessionRepository,
    private readonly flows: SignInFlowRepository,
    private readonly works: Works,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly cookies: Cookies,
    private readonly limits: Limits,
    private readonly keys: KeyRing,
  ) {
    super();
  }

  async read(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined> {
    const session = await this.find(request, roles.includes('admin') ? 'admin' : 'user');
    if (!session) return undefined;
    assertMeant(session, request);
    if (!request.headers['x-background']) await this.extendWhenDue(session);
    const { id, userType, sessionId, verified, provedAt } = session;
    return { id, userType, sessionId, verified, provedAt };
  }

  async readPending(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined> {
    const session = await this.findPending(request, roles.includes('admin') ? 'admin' : 'user');
    if (!session) return undefined;
    const { id, userType, sessionId, verified, provedAt, setsUpSecondFactor } = session;
    return { id, userType, sessionId, verified, provedAt, pendingSecondFactor: true, setsUpSecondFactor };
  }

  async assertStands({ sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
    if (!sessionId || !(await this.repository.isStanding(sessionId, this.clock.now()))) throw new DomainError('unauthenticated', messages.signInFirst);
  }

  /** The live session of a request; looking does not extend it. */
  find(request: Request, kind: SessionKind = 'user'): Promise<LiveSession | undefined> {
    return this.look(request, kind, false);
  }

  /** The request's session that waits for its second factor. */
  findPending(request: Request, kind: SessionKind): Promise<LiveSession | undefined> {
    return this.look(request, kind, true);
  }

  /**
   * Begins a session with a new token.
   * @returns the `Set-Cookie` value and the session
   * @throws DomainError too_many
   */
  async begin(work: Work, user: { id: string; userType: Role }, options: SessionOptions): Promise<BegunSession> {
    const kind = kindOf(user.userType);
    const { address, browser, verified = true, provedAt = null, demand, trustId = null } = options;
    const wait = user.userType === 'client' ? 0 : await this.limits.reserveIn(work.tx, [[SIGN_INS, user.id]]);
    if (wait > 0) throw new DomainError('too_many', TOO_MANY, { retryAfterSeconds: wait });
    const pendingSecondFactor = demand !== undefined;
    const token = newToken();
    const now = work.now();
    // Nothing extends a session that still waits: the first factor alone is worth the idle limit and no more.
    const lifetimeMs = pendingSecondFactor ? Math.min(this.config.session.idleMs, this.config.session.absoluteMs) : this.config.session.absoluteMs;
    const absoluteExpiresAt = new Date(now.getTime() + lifetimeMs);
    const idleExpiresAt = new Date(Math.min(now.getTime() + this.config.session.idleMs, absoluteExpiresAt.getTime()));
    const id = newId();
    const session = {
      id,
      user_id: user.id,
      user_type: user.userType,
      verified,
      proved_at: provedAt,
      idle_expires_at: idleExpiresAt,
      absolute_expires_at: absoluteExpiresAt,
      sets_up_second_factor: demand === 'second_factor_setup',
    };
    await this.repository.insertSession({ ...session, token, kind, created_at: now, address, pending_second_factor: pendingSecondFactor, browser, trust_id: trustId }, work.tx);
    return { cookie: this.cookies.issue(cookieOf(kind), token, lifetimeMs / 1000), session: this.toLive(session) };
  }

  /** Moves the idle limit; the absolute one stays. */
  async extend(session: LiveSession): Promise<LiveSession> {
    const now = this.clock.now();
    const idleExpiresAt = new Date(Math.min(now.getTime() + this.config.session.idleMs, session.absoluteExpiresAt.getTime()));
    await this.repository.extendSession(session.sessionId, now, idleExpiresAt);
    return { ...session, idleExpiresAt };
  }

  /** Ends the request's session on the server. @returns who was signed in, if anybody was */
  async end(work: Work, request: Request, kind: SessionKind = 'user'): Promise<CurrentUserData | undefined> {
    const token = this.tokenOf(request, kind);
    const row = token ? await this.repository.endSessionOfToken(token, kind, work.tx) : undefined;
    return row && this.toLive(row);
  }

  /** Ends every session of an account, e.g. when it is deactivated. @param exceptId the session that stays, if one does */
  endAllOf(work: Work, accountId: string, exceptId: string | null = null): Promise<number> {
    return this.repository.endSessions(accountId, work.tx, exceptId);
  }

  /** Ends the sessions that a trusted browser began without a code. */
  endAllOfTrust(work: Work, trustId: string): Promise<void> {
    return this.repository.endSessionsOfTrust(trustId, work.tx);
  }

  /** Ends the request's session on the server, also one that waits for its second factor. @returns the `Set-Cookie` value that forgets it */
  async signOut(request: Request, kind: SessionKind, actor: Actor): Promise<string> {
    await this.works.begin(actor, async (work) => {
      const user = await this.end(work, request, kind);
      if (!user) return;
      const self: Actor = { ...actor, type: user.userType, id: user.id, sessionId: user.sessionId };
      if (kind === 'user') await work.publish(new SignedOut(user.id));
      if (kind === 'user' && !user.verified) return work.as(self).tally('logout');
      await work.as(self).record({ action: 'logout', subjectType: kind === 'admin' ? 'administrator' : 'user', subjectId: user.id });
    });
    return this.forget(kind);
  }

  /** Whether the browser says that its person has left a session. */
  isLeft(request: IncomingMessage): boolean {
    return SESSION_KINDS.some((kind) => this.cookies.read(request, LOGOUT_COOKIES[kind]) !== undefined);
  }

  /**
   * Ends what a browser says was left, before anything of the request is answered; for the rest of it nobody is signed in there. Its cookie is left
   * alone: the answer to another request may have brought a new session's meanwhile.
   * @param inTurn looks for a session when it is the request's turn @returns `Set-Cookie` values: the next session is not ended by it
   */
  async endLeft(request: Request, inTurn: <Found>(look: () => Promise<Found>) => Promise<Found>): Promise<string[]> {
    const actor: Actor = { type: 'visitor', id: null, sessionId: null, address: request.ip ?? null };
    const left = SESSION_KINDS.filter((kind) => this.cookies.read(request, LOGOUT_COOKIES[kind]) !== undefined);
    for (const kind of left) {
      // Without the right value it was no page of ours.
      if (this.cookies.read(request, LOGOUT_COOKIES[kind]) !== IS_LEFT) continue;
      try {
        const session = await inTurn(async () => (await this.look(request, kind, false)) ?? this.look(request, kind, true));
        if (session) await this.signOut(request, kind, actor);
      } finally {
        this.cookies.disregard(request, cookieOf(kind));
      }
    }
    return left.map((kind) => this.cookies.clear(LOGOUT_COOKIES[kind]));
  }

  /** The `Set-Cookie` value that makes the browser forget its session. */
  forget(kind: SessionKind): string {
    return this.cookies.clear(cookieOf(kind));
  }

  /** A person's own live sessions, the one used last first. */
  async listOwn(user: CurrentUserData): Promise<OwnSession[]> {
    const sessions = await this.repository.listSessions(user.id, this.clock.now());
    return sessions.map((session) => ({ ...session, current: session.id === user.sessionId }));
  }

  /**
   * Ends one of a person's own sessions; ending the one that asks is signing out.
   * @returns the `Set-Cookie` value that belongs to a sign-out, undefined when another session was ended
   * @throws DomainError not_found when the account has no such session
   */
  async endOwn(user: CurrentUserData, id: string, actor: Actor): Promise<string | undefined> {
    const isCurrent = id === user.sessionId;
    await this.works.begin(actor, async (work) => {
      if (!(await this.repository.endOwnedSession(user.id, id, work.tx))) throw new DomainError('not_found', messages.noSuchSession);
      await work.record({ action: isCurrent ? 'logout' : 'end_session', subjectType: 'session', subjectId: id });
    });
    return isCurrent ? this.forget(kindOf(user.userType)) : undefined;
  }

  @Audits()
  async auditSessions(): Promise<AuditProblem[]> {
    const foreign = await this.repository.listForeign();
    const back = await this.repository.listBack(this.clock.now());
    const flows = await this.flows.listForeign();
    return [
      ...foreign.map(({ id, kind }) => ({ id, message: messages.foreignSession(id, kind) })),
      ...back.map(({ id, kind }) => ({ id, message: messages.sessionBack(id, kind) })),
      ...flows.map((id) => ({ id, message: messages.foreignSignIn(id) })),
    ].map((problem) => ({ kind: 'foreign_row', ...problem }));
  }

  /** Whether somebody signed in to a session no longer ago than that. */
  async beganWithin({ tx, now }: Work, id: string, ms: number): Promise<boolean> {
    const began = await this.repository.findBeginning(id, tx);
    return began !== undefined && now().getTime() - began.getTime() <= ms;
  }

  /** Sessions and sign-ins on their way that have run out. */
  @Upkeep('sessions')
  async deleteExpired(): Promise<number> {
    const now = this.clock.now();
    return (await this.repository.deleteExpiredSessions(now)) + (await this.flows.deleteExpiredFlows(now));
  }

  private async look(request: Request, kind: SessionKind, pending: boolean): Promise<LiveSession | undefined> {
    const token = this.tokenOf(request, kind);
    if (!token) return undefined;
    const row = await this.repository.findLiveSession(token, kind, this.clock.now(), pending);
    return row && this.toLive(row);
  }

  private async extendWhenDue(session: LiveSession): Promise<void> {
    const step = Math.min(EXTEND_STEP_MS, this.config.session.idleMs / 20);
    const full = Math.min(this.clock.now().getTime() + this.config.session.idleMs, session.absoluteExpiresAt.getTime());
    if (full - session.idleExpiresAt.getTime() > step) await this.extend(session);
  }

  private toLive(row: SessionRow): LiveSession {
    return {
      id: row.user_id,
      userType: row.user_type,
      sessionId: row.id,
      verified: row.verified,
      provedAt: row.proved_at,
      idleExpiresAt: row.idle_expires_at,
      absoluteExpiresAt: row.absolute_expires_at,
      setsUpSecondFactor: row.sets_up_second_factor,
      draftKey: () => this.keys.digest('drafts of a session', row.id),
    };
  }

  private tokenOf(request: Request, kind: SessionKind): string | undefined {
    return this.cookies.read(request, cookieOf(kind));
  }
}

function cookieOf(kind: SessionKind): OwnCookie {
  return kind === 'admin' ? ADMIN_SESSION_COOKIE : SESSION_COOKIE;
}

/**
 * A page names the account that it shows (`X-Account`): what a page of one person says or asks is not done, or answered, in the name of another
 * one who has signed in in the same browser since.
 * @throws DomainError conflict, at the field `account`
 */
function assertMeant({ id, userType }: LiveSession, { headers }: Request): void {
  const named = headers['x-account'];
  if (named === undefined || named === id || userType === 'admin') return;
  throw new DomainError('conflict', messages.anotherAccount, { errors: [{ field: 'account', message: messages.anotherAccount }] });
}

function kindOf(userType: Role): SessionKind {
  return userType === 'admin' ? 'admin' : 'user';
}
