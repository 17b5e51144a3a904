import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { CurrentUserData, Role } from '../../common/access/actor';
import { SessionReader } from '../../common/access/session-reader';
import { Clock } from '../../common/clock/clock';
import { KeyRing } from '../../common/crypto/key-ring';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { Queryable } from '../../common/database/database';
import { newId } from '../../common/database/ids';
import { CookieNames, readCookies } from '../../common/http/cookies';
import { AppConfig } from '../../config/app-config';
import { SessionRepository, SessionRow } from './session.repository';

/** A session as its owner may see it. */
export interface LiveSession extends CurrentUserData {
  idleExpiresAt: Date;
  absoluteExpiresAt: Date;
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
    return { id: session.id, userType: session.userType, sessionId: session.sessionId };
  }

  /** The live session of a request; looking does not extend it. */
  async find(request: Request, kind: 'user' | 'admin' = 'user'): Promise<LiveSession | undefined> {
    const token = this.tokenOf(request, kind);
    if (!token) return undefined;
    const row = await this.repository.findLive(hashToken(token), kind, this.clock.now());
    return row && toLiveSession(row);
  }

  /**
   * Begins a session with a new token.
   * @returns the `Set-Cookie` value and the session
   */
  async begin(tx: Queryable, user: { id: string; userType: Role }, address: string | null): Promise<{ cookie: string; session: LiveSession }> {
    const token = newToken();
    const now = this.clock.now();
    const absoluteExpiresAt = new Date(now.getTime() + this.config.session.absoluteMs);
    const idleExpiresAt = new Date(Math.min(now.getTime() + this.config.session.idleMs, absoluteExpiresAt.getTime()));
    const id = newId();
    await this.repository.insert(
      {
        id,
        tokenHash: hashToken(token),
        kind: 'user',
        userId: user.id,
        userType: user.userType,
        createdAt: now,
        idleExpiresAt,
        absoluteExpiresAt,
        addressHash: address === null ? null : this.keys.digest('session-address', address),
      },
      tx,
    );
    const cookie = this.names.issue(this.names.session, token, this.config.session.absoluteMs / 1000);
    return { cookie, session: { id: user.id, userType: user.userType, sessionId: id, idleExpiresAt, absoluteExpiresAt } };
  }

  /** Moves the idle limit; the absolute one stays. */
  async extend(session: LiveSession): Promise<LiveSession> {
    const now = this.clock.now();
    const idleExpiresAt = new Date(Math.min(now.getTime() + this.config.session.idleMs, session.absoluteExpiresAt.getTime()));
    await this.repository.extend(session.sessionId, now, idleExpiresAt);
    return { ...session, idleExpiresAt };
  }

  /** Ends the request's session on the server. @returns who was signed in, if anybody was */
  async end(tx: Queryable, request: Request): Promise<CurrentUserData | undefined> {
    const token = this.tokenOf(request, 'user');
    const row = token ? await this.repository.endByToken(hashToken(token), 'user', tx) : undefined;
    return row && { id: row.user_id, userType: row.user_type, sessionId: row.id };
  }

  private async extendWhenDue(session: LiveSession): Promise<void> {
    const step = Math.min(EXTEND_STEP_MS, this.config.session.idleMs / 20);
    const full = Math.min(this.clock.now().getTime() + this.config.session.idleMs, session.absoluteExpiresAt.getTime());
    if (full - session.idleExpiresAt.getTime() > step) await this.extend(session);
  }

  private tokenOf(request: Request, kind: 'user' | 'admin'): string | undefined {
    return readCookies(request)[kind === 'admin' ? this.names.adminSession : this.names.session] || undefined;
  }
}

function toLiveSession(row: SessionRow): LiveSession {
  return {
    id: row.user_id,
    userType: row.user_type,
    sessionId: row.id,
    idleExpiresAt: row.idle_expires_at,
    absoluteExpiresAt: row.absolute_expires_at,
  };
}
