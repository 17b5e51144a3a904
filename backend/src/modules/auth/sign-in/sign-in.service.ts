import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { hashToken } from '../../../common/crypto/tokens';
import { Database, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { browserLabel } from '../../../common/http/cookies';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { AdministratorRepository, AdministratorRow } from '../administrators/administrator.repository';
import { SignInFlowRepository } from '../google/sign-in-flow.repository';
import * as messages from '../messages';
import { SecondFactorDemand, SecondFactorService, SecondFactorSetup, SetupOffer } from '../second-factor/second-factor.service';
import { LiveSession, SessionService } from '../sessions/session.service';
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

/** An administrator's session that has just begun. */
export interface EnteredAdministrator {
  administrator: AdministratorRow;
  session: LiveSession;
  /** The `Set-Cookie` value. */
  cookie: string;
}

/** The session opens nothing yet when the account owes its second factor. */
export interface ArrivedAdministrator extends EnteredAdministrator {
  demand: SecondFactorDemand | undefined;
}

/** Begins an administrator's session, in the caller's transaction. The browser's earlier one ends with its cookie. */
@Injectable()
export class AdministratorSignIn {
  constructor(
    private readonly clock: Clock,
    private readonly repository: AdministratorRepository,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * After the password.
   * @param known as the password was checked against it
   * @throws DomainError unauthenticated when the account was closed or given another password meanwhile
   */
  async arrive(tx: Queryable, request: Request, known: AdministratorRow, actor: Actor): Promise<ArrivedAdministrator> {
    const demand = await this.secondFactors.demand({ kind: 'admin', id: known.id }, tx);
    const administrator = await this.repository.lock(known.id, tx);
    if (!administrator?.is_active || administrator.password_hash !== known.password_hash) {
      throw new DomainError('unauthenticated', messages.wrongCredentials);
    }
    await this.sessions.end(tx, request, 'admin');
    const entered = await this.begin(tx, request, administrator, actor, demand !== undefined);
    if (demand) await this.record(tx, entered, actor, 'second_factor_asked');
    else await this.signedIn(tx, entered, actor);
    return { ...entered, demand };
  }

  /**
   * After a code of the second factor: the request's session, waiting or whole, is replaced by one under a new token.
   * @throws DomainError unauthenticated when it has ended or the account was closed meanwhile
   */
  async complete(tx: Queryable, request: Request, current: CurrentUserData, actor: Actor): Promise<EnteredAdministrator> {
    const administrator = await this.repository.lock(current.id, tx);
    const ended = await this.sessions.end(tx, request, 'admin');
    if (!administrator?.is_active || ended?.sessionId !== current.sessionId) throw new DomainError('unauthenticated', messages.signInFirst);
    const entered = await this.begin(tx, request, administrator, actor, false);
    if (current.pendingSecondFactor) await this.signedIn(tx, entered, actor);
    return entered;
  }

  private async begin(tx: Queryable, request: Request, administrator: AdministratorRow, actor: Actor, pendingSecondFactor: boolean): Promise<EnteredAdministrator> {
    const options = { address: actor.address, browser: browserLabel(request), provedAt: this.clock.now(), pendingSecondFactor };
    return { ...(await this.sessions.begin(tx, { id: administrator.id, userType: 'admin' }, options)), administrator };
  }

  private async signedIn(tx: Queryable, entered: EnteredAdministrator, actor: Actor): Promise<void> {
    await this.repository.markSignIn(entered.administrator.id, tx);
    await this.record(tx, entered, actor, 'admin_login_success');
  }

  private async record(tx: Queryable, { administrator, session }: EnteredAdministrator, actor: Actor, action: string): Promise<void> {
    const self: Actor = { ...actor, type: 'admin', id: administrator.id, sessionId: session.sessionId };
    await this.activity.record(tx, self, { action, subjectType: 'administrator', subjectId: administrator.id });
  }
}

/** Turns the one-time code into a session, and tells whose session a request has. */
@Injectable()
export class AccountAccessService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly flows: SignInFlowRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly signIn: UserSignIn,
  ) {}

  /**
   * @param browser the secret of the browser that began the sign-in
   * @throws DomainError unauthenticated for a code that is used, late or another browser's; forbidden when deactivated
   */
  async exchange(request: Request, code: string, browser: string, actor: Actor): Promise<Arrived> {
    return this.database.transaction(async (tx) => {
      const userId = await this.flows.redeem(hashToken(code), hashToken(browser), this.clock.now(), tx);
      if (!userId) throw new DomainError('unauthenticated', messages.linkNotValid);
      return this.signIn.arrive(tx, request, userId, actor);
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
    if (!current) throw new DomainError('unauthenticated', messages.signInFirst);
    return { user: current.user, session: await this.sessions.extend(current.session) };
  }
}

/** The second factor of a therapist, where it begins a session or needs the account's address. */
@Injectable()
export class UserSecondFactor {
  constructor(
    private readonly users: UserRepository,
    private readonly secondFactors: SecondFactorService,
    private readonly setup: SecondFactorSetup,
    private readonly signIn: UserSignIn,
  ) {}

  async offer(user: CurrentUserData): Promise<SetupOffer> {
    const known = await this.users.findById(user.id);
    if (!known) throw new DomainError('unauthenticated', messages.signInFirst);
    return this.setup.offer({ kind: 'user', id: user.id }, known.email);
  }

  /** Turns it on; the session goes on under a new token. */
  confirm(request: Request, user: CurrentUserData, code: string, actor: Actor): Promise<Entered & { recoveryCodes: string[] }> {
    return this.setup.confirm({ kind: 'user', id: user.id }, code, actor, (tx) => this.signIn.complete(tx, request, user, actor));
  }

  /** @throws DomainError conflict when the sign-in is complete already */
  verify(request: Request, user: CurrentUserData, code: string, actor: Actor): Promise<Entered> {
    if (!user.pendingSecondFactor) throw new DomainError('conflict', messages.alreadySignedIn);
    return this.secondFactors.verify({ kind: 'user', id: user.id }, code, actor, (tx) => this.signIn.complete(tx, request, user, actor));
  }
}
