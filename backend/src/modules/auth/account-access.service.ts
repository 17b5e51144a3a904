import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { hashToken } from '../../common/crypto/tokens';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';
import { SessionService } from './session.service';
import { SignInFlowRepository } from './sign-in-flow.repository';
import { UserRepository } from './user.repository';
import { Arrived, SignedIn, UserSignIn } from './user-sign-in.service';

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
