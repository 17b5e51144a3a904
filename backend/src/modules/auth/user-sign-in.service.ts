import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { browserLabel } from '../../common/http/browser-label';
import { ActivityLog } from '../activity-log/activity-log.service';
import * as messages from './messages';
import { SecondFactorDemand, SecondFactorService } from './second-factor.service';
import { LiveSession, SessionService } from './session.service';
import { UserRepository, UserRow } from './user.repository';

/** A signed-in person with the session that shows it. */
export interface SignedIn {
  user: UserRow;
  session: LiveSession;
}

/** A session that has just begun. */
export interface Entered extends SignedIn {
  /** The `Set-Cookie` value. */
  cookie: string;
}

/** The session opens nothing yet when the account owes its second factor. */
export interface Arrived extends Entered {
  demand: SecondFactorDemand | undefined;
}

/** Begins a therapist's session, in the caller's transaction. The browser's earlier session ends with its cookie. */
@Injectable()
export class UserSignIn {
  constructor(
    private readonly clock: Clock,
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * After the first factor.
   * @throws DomainError unauthenticated when there is no such account, forbidden when it is closed
   */
  async arrive(tx: Queryable, request: Request, userId: string, actor: Actor): Promise<Arrived> {
    const demand = await this.secondFactors.demand({ kind: 'user', id: userId }, tx);
    const user = await this.openAccount(tx, userId);
    await this.sessions.end(tx, request);
    const entered = await this.begin(tx, request, user, actor, demand !== undefined);
    if (demand) await this.record(tx, entered, actor, 'second_factor_asked');
    else await this.signedIn(tx, entered, actor);
    return { ...entered, demand };
  }

  /**
   * After a code of the second factor: the request's session, waiting or whole, is replaced by one under a new token.
   * @throws DomainError unauthenticated when it has ended meanwhile, forbidden when the account is closed
   */
  async complete(tx: Queryable, request: Request, current: CurrentUserData, actor: Actor): Promise<Entered> {
    const user = await this.openAccount(tx, current.id);
    const ended = await this.sessions.end(tx, request);
    if (ended?.sessionId !== current.sessionId) throw new DomainError('unauthenticated', messages.signInFirst);
    const entered = await this.begin(tx, request, user, actor, false);
    if (current.pendingSecondFactor) await this.signedIn(tx, entered, actor);
    return entered;
  }

  private async openAccount(tx: Queryable, userId: string): Promise<UserRow> {
    const user = await this.users.findById(userId, tx);
    if (!user) throw new DomainError('unauthenticated', messages.signInFirst);
    if (!user.is_active) throw new DomainError('forbidden', messages.deactivated);
    return user;
  }

  private async begin(tx: Queryable, request: Request, user: UserRow, actor: Actor, pendingSecondFactor: boolean): Promise<Entered> {
    const options = { address: actor.address, browser: browserLabel(request), provedAt: this.clock.now(), pendingSecondFactor };
    return { ...(await this.sessions.begin(tx, { id: user.id, userType: user.user_type }, options)), user };
  }

  private async signedIn(tx: Queryable, entered: Entered, actor: Actor): Promise<void> {
    await this.users.markSignIn(entered.user.id, this.clock.now(), tx);
    await this.record(tx, entered, actor, 'login');
  }

  private async record(tx: Queryable, { user, session }: Entered, actor: Actor, action: string): Promise<void> {
    const self: Actor = { ...actor, type: user.user_type, id: user.id, sessionId: session.sessionId };
    await this.activity.record(tx, self, { action, subjectType: 'user', subjectId: user.id });
  }
}
