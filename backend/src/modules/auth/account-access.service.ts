import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { hashToken } from '../../common/crypto/tokens';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { browserLabel } from '../../common/http/browser-label';
import { ActivityLog } from '../activity-log/activity-log.service';
import { LiveSession, SessionService } from './session.service';
import { SignInFlowRepository } from './sign-in-flow.repository';
import { UserRepository, UserRow } from './user.repository';

/** A signed-in person with the session that shows it. */
export interface SignedIn {
  user: UserRow;
  session: LiveSession;
}

/** Turns the one-time code into a session, and ends it. */
@Injectable()
export class AccountAccessService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly flows: SignInFlowRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * @param browser the secret of the browser that began the sign-in
   * @throws DomainError unauthenticated for a code that is used, late or another browser's; forbidden when deactivated
   */
  async exchange(request: Request, code: string, browser: string, actor: Actor): Promise<SignedIn & { cookie: string }> {
    return this.database.transaction(async (tx) => {
      const userId = await this.flows.redeem(hashToken(code), hashToken(browser), this.clock.now(), tx);
      const user = userId ? await this.users.findById(userId, tx) : undefined;
      if (!user) throw new DomainError('unauthenticated', 'This sign-in link is no longer valid. Please sign in again.');
      if (!user.is_active) throw new DomainError('forbidden', 'This account has been deactivated. Please contact support.');
      // The browser's earlier session ends with its cookie.
      await this.sessions.end(tx, request);
      const { cookie, session } = await this.sessions.begin(tx, { id: user.id, userType: user.user_type }, { address: actor.address, browser: browserLabel(request) });
      await this.users.markSignIn(user.id, this.clock.now(), tx);
      const self: Actor = { ...actor, type: user.user_type, id: user.id, sessionId: session.sessionId };
      await this.activity.record(tx, self, { action: 'login', subjectType: 'user', subjectId: user.id });
      return { user, session, cookie };
    });
  }

  /** Ends the request's session on the server; without one there is nothing to do. */
  async signOut(request: Request, actor: Actor): Promise<void> {
    await this.database.transaction(async (tx) => {
      const user = await this.sessions.end(tx, request);
      if (!user) return;
      const self: Actor = { ...actor, type: user.userType, id: user.id, sessionId: user.sessionId };
      await this.activity.record(tx, self, { action: 'logout', subjectType: 'user', subjectId: user.id });
    });
  }

  /** Who a request is signed in as; looking does not extend the session. */
  async signedIn(request: Request): Promise<SignedIn | undefined> {
    const session = await this.sessions.find(request);
    const user = session && (await this.users.findById(session.id));
    return session && user && { user, session };
  }

  async extend(request: Request): Promise<SignedIn> {
    const current = await this.signedIn(request);
    if (!current) throw new DomainError('unauthenticated', 'Please sign in first.');
    return { user: current.user, session: await this.sessions.extend(current.session) };
  }
}
