import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData, Role, SessionReader } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { KeyRing } from '../../../common/crypto/key-ring';
import { hashToken, newToken } from '../../../common/crypto/tokens';
import { Database, newId, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { CookieNames, readCookies } from '../../../common/http/cookies';
import { AppConfig } from '../../../config/app-config';
import { ActivityLog } from '../../activity-log/activity-log.service';
import * as messages from '../messages';
import { ListedSession, SessionKind, SessionRepository, SessionRow } from './session.repository';

/** A session as its owner may see it. */
export interface LiveSession extends CurrentUserData {
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
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
  /** The session opens nothing until the second factor is given. */
  pendingSecondFactor?: boolean;
}

/** Not every request writes: the idle limit moves in steps of at most this. */
const EXTEND_STEP_MS = 30_000;

/** Sessions live in Postgres; the cookie holds a random token, the table its hash. */
@Injectable()
export class SessionService extends SessionReader {
  constructor(
    private readonly repository: SessionRepository,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly keys: KeyRing,
    private readonly names: CookieNames,
  ) {
    super();
  }

  async read(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined> {
    const session = await this.find(request, roles.includes('admin') ? 'admin' : 'user');
    if (!session) return undefined;
    if (!request.headers['x-background']) await this.extendWhenDue(session);
    const { id, userType, sessionId, verified, provedAt } = session;
    return { id, userType, sessionId, verified, provedAt };
  }

  async readPending(request: Request, roles: readonly Role[]): Promise<CurrentUserData | undefined> {
    const session = await this.findPending(request, roles.includes('admin') ? 'admin' : 'user');
    if (!session) return undefined;
    const { id, userType, sessionId, verified, provedAt } = session;
    return { id, userType, sessionId, verified, provedAt, pendingSecondFactor: true };
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
   */
  async begin(tx: Queryable, user: { id: string; userType: Role }, options: SessionOptions): Promise<{ cookie: string; session: LiveSession }> {
    const kind = kindOf(user.userType);
    const { address, verified = true, provedAt = null, pendingSecondFactor = false } = options;
    const token = newToken();
    const now = this.clock.now();
    // Nothing extends a session that still waits: the first factor alone is worth the idle limit and no more.
    const lifetimeMs = pendingSecondFactor ? Math.min(this.config.session.idleMs, this.config.session.absoluteMs) : this.config.session.absoluteMs;
    const absoluteExpiresAt = new Date(now.getTime() + lifetimeMs);
    const idleExpiresAt = new Date(Math.min(now.getTime() + this.config.session.idleMs, absoluteExpiresAt.getTime()));
    const id = newId();
    await this.repository.insert(
      {
        id,
        tokenHash: hashToken(token),
        kind,
        userId: user.id,
        userType: user.userType,
        createdAt: now,
        idleExpiresAt,
        absoluteExpiresAt,
        addressHash: address === null ? null : this.keys.digest('session-address', address),
        verified,
        provedAt,
        pendingSecondFactor,
        browser: options.browser,
      },
      tx,
    );
    const cookie = this.names.issue(this.cookieOf(kind), token, lifetimeMs / 1000);
    return { cookie, session: { id: user.id, userType: user.userType, sessionId: id, verified, provedAt, idleExpiresAt, absoluteExpiresAt } };
  }

  /** Moves the idle limit; the absolute one stays. */
  async extend(session: LiveSession): Promise<LiveSession> {
    const now = this.clock.now();
    const idleExpiresAt = new Date(Math.min(now.getTime() + this.config.session.idleMs, session.absoluteExpiresAt.getTime()));
    await this.repository.extend(session.sessionId, now, idleExpiresAt);
    return { ...session, idleExpiresAt };
  }

  /** Ends the request's session on the server. @returns who was signed in, if anybody was */
  async end(tx: Queryable, request: Request, kind: SessionKind = 'user'): Promise<CurrentUserData | undefined> {
    const token = this.tokenOf(request, kind);
    const row = token ? await this.repository.endByToken(hashToken(token), kind, tx) : undefined;
    return row && toLiveSession(row);
  }

  /** Ends every session of an account, e.g. when it is deactivated. @param exceptId the session that stays, if one does */
  endAllOf(tx: Queryable, accountId: string, exceptId: string | null = null): Promise<number> {
    return this.repository.endAllOf(accountId, tx, exceptId);
  }

  /** The `Set-Cookie` value that makes the browser forget its session. */
  forget(kind: SessionKind): string {
    return this.names.clear(this.cookieOf(kind));
  }

  private async look(request: Request, kind: SessionKind, pending: boolean): Promise<LiveSession | undefined> {
    const token = this.tokenOf(request, kind);
    if (!token) return undefined;
    const row = await this.repository.findLive(hashToken(token), kind, this.clock.now(), pending);
    return row && toLiveSession(row);
  }

  private async extendWhenDue(session: LiveSession): Promise<void> {
    const step = Math.min(EXTEND_STEP_MS, this.config.session.idleMs / 20);
    const full = Math.min(this.clock.now().getTime() + this.config.session.idleMs, session.absoluteExpiresAt.getTime());
    if (full - session.idleExpiresAt.getTime() > step) await this.extend(session);
  }

  private tokenOf(request: Request, kind: SessionKind): string | undefined {
    return readCookies(request)[this.cookieOf(kind)] || undefined;
  }

  private cookieOf(kind: SessionKind): string {
    return kind === 'admin' ? this.names.adminSession : this.names.session;
  }
}

function kindOf(userType: Role): SessionKind {
  return userType === 'admin' ? 'admin' : 'user';
}

function toLiveSession(row: SessionRow): LiveSession {
  return {
    id: row.user_id,
    userType: row.user_type,
    sessionId: row.id,
    verified: row.verified,
    provedAt: row.proved_at,
    idleExpiresAt: row.idle_expires_at,
    absoluteExpiresAt: row.absolute_expires_at,
  };
}

/** What a person can see and end of their own sessions; also signing out. */
@Injectable()
export class OwnSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly repository: SessionRepository,
    private readonly sessions: SessionService,
    private readonly activity: ActivityLog,
  ) {}

  /** Live sessions, the one used last first. */
  async list(user: CurrentUserData): Promise<(ListedSession & { current: boolean })[]> {
    const sessions = await this.repository.listOf(user.id, this.clock.now());
    return sessions.map((session) => ({ ...session, current: session.id === user.sessionId }));
  }

  /**
   * Ending the session that asks is signing out.
   * @returns the `Set-Cookie` value that belongs to a sign-out, undefined when another session was ended
   * @throws DomainError not_found when the account has no such session
   */
  async end(user: CurrentUserData, id: string, actor: Actor): Promise<string | undefined> {
    const isCurrent = id === user.sessionId;
    await this.database.transaction(async (tx) => {
      if (!(await this.repository.endOwned(user.id, id, tx))) throw new DomainError('not_found', messages.noSuchSession);
      await this.activity.record(tx, actor, { action: isCurrent ? 'logout' : 'end_session', subjectType: 'session', subjectId: id });
    });
    return isCurrent ? this.sessions.forget(user.userType === 'admin' ? 'admin' : 'user') : undefined;
  }

  /** Ends the request's session on the server, also one that waits for its second factor. @returns the `Set-Cookie` value that forgets it */
  async signOut(request: Request, kind: SessionKind, actor: Actor): Promise<string> {
    await this.database.transaction(async (tx) => {
      const user = await this.sessions.end(tx, request, kind);
      if (!user) return;
      const self: Actor = { ...actor, type: user.userType, id: user.id, sessionId: user.sessionId };
      await this.activity.record(tx, self, { action: 'logout', subjectType: kind === 'admin' ? 'administrator' : 'user', subjectId: user.id });
    });
    return this.sessions.forget(kind);
  }
}
