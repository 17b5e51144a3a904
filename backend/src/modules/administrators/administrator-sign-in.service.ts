import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { browserLabel } from '../../common/http/browser-label';
import { ActivityLog } from '../activity-log/activity-log.service';
import { SecondFactorDemand, SecondFactorService } from '../auth/second-factor.service';
import { LiveSession, SessionService } from '../auth/session.service';
import { AdministratorRepository, AdministratorRow } from './administrator.repository';
import * as messages from './messages';

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
