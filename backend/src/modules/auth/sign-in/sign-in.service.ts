import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Actor, CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { browserLabel } from '../../../common/http/cookies';
import { Work, Works } from '../../../common/work/work';
import { SignInFlowRepository } from '../google/sign-in-flow.repository';
import * as messages from '../messages';
import { SecondFactorDemand, SecondFactorService, SetupOffer } from '../second-factor/second-factor.service';
import { SessionService } from '../sessions/session.service';
import { Entered, SignedIn } from './accounts.service';
import { Account, UserRepository } from './user.repository';

/** The session opens nothing yet when the account owes its second factor. */
export interface Arrived extends Entered {
  demand: SecondFactorDemand | undefined;
}

/** A therapist's way in: the one-time code of the Google sign-in, then the second factor where there is one. Also whose session a request has. */
@Injectable()
export class SignInService {
  constructor(
    private readonly flows: SignInFlowRepository,
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly secondFactors: SecondFactorService,
    private readonly works: Works,
  ) {}

  /**
   * Turns the one-time code into a session; the browser's earlier one ends with its cookie.
   * @param browser the secret of the browser that began the sign-in
   * @throws DomainError unauthenticated for a code that is used, late or another browser's; forbidden when deactivated
   */
  exchange(request: Request, code: string, browser: string, actor: Actor): Promise<Arrived> {
    return this.works.begin(actor, async (work) => {
      const userId = await this.flows.redeemCode(code, browser, work.now(), work.tx);
      if (!userId) throw new DomainError('unauthenticated', messages.linkNotValid);
      const demand = await this.secondFactors.demand(work, { kind: 'user', id: userId });
      const user = await this.openAccount(work, userId);
      await this.sessions.end(work, request);
      const entered = await this.begin(work, request, user, demand);
      if (demand) await this.record(work, entered, 'second_factor_asked');
      else await this.signIn(work, entered);
      return { ...entered, demand };
    });
  }

  async offerSecondFactor(current: CurrentUserData): Promise<SetupOffer> {
    const user = await this.users.findUser(current.id);
    if (!user) throw new DomainError('unauthenticated', messages.signInFirst);
    return this.secondFactors.offer(current, { kind: 'user', id: current.id }, user.email);
  }

  /** Turns it on; the session goes on under a new token. */
  confirmSecondFactor(request: Request, current: CurrentUserData, code: string, actor: Actor): Promise<Entered & { recoveryCodes: string[] }> {
    return this.secondFactors.confirm(current, { kind: 'user', id: current.id }, code, actor, (work) => this.complete(work, request, current));
  }

  /** @throws DomainError conflict when the sign-in is complete already */
  verifySecondFactor(request: Request, current: CurrentUserData, code: string, actor: Actor): Promise<Entered> {
    if (!current.pendingSecondFactor) throw new DomainError('conflict', messages.alreadySignedIn);
    return this.secondFactors.verify({ kind: 'user', id: current.id }, code, actor, (work) => this.complete(work, request, current));
  }

  /**
   * Who a request is signed in as, therapist or client; looking does not extend the session.
   * @throws DomainError unauthenticated
   */
  async look(request: Request): Promise<SignedIn> {
    const session = await this.sessions.find(request);
    const user = session && (await this.users.findUser(session.id));
    if (!session || !user) throw new DomainError('unauthenticated', messages.signInFirst);
    return { user, session };
  }

  /** The idle limit starts anew; the absolute one stays. @throws DomainError unauthenticated */
  async extend(request: Request): Promise<SignedIn> {
    const { user, session } = await this.look(request);
    return { user, session: await this.sessions.extend(session) };
  }

  /**
   * After a code of the second factor: the request's session, waiting or whole, is replaced by one under a new token.
   * @throws DomainError unauthenticated when it has ended meanwhile, forbidden when the account is closed
   */
  private async complete(work: Work, request: Request, current: CurrentUserData): Promise<Entered> {
    const user = await this.openAccount(work, current.id);
    const ended = await this.sessions.end(work, request);
    if (ended?.sessionId !== current.sessionId) throw new DomainError('unauthenticated', messages.signInFirst);
    const entered = await this.begin(work, request, user);
    if (current.pendingSecondFactor) await this.signIn(work, entered);
    return entered;
  }

  /** @throws DomainError unauthenticated when there is no such account, forbidden when it is closed */
  private async openAccount(work: Work, userId: string): Promise<Account> {
    const user = await this.users.findUser(userId, work.tx);
    if (!user) throw new DomainError('unauthenticated', messages.signInFirst);
    if (!(await this.users.isOpen(user, work.tx))) throw new DomainError('forbidden', messages.deactivated);
    return user;
  }

  private async begin(work: Work, request: Request, user: Account, demand?: SecondFactorDemand): Promise<Entered> {
    const options = { address: work.actor.address, browser: browserLabel(request), provedAt: work.now(), demand };
    return { ...(await this.sessions.begin(work, { id: user.id, userType: user.user_type }, options)), user };
  }

  private async signIn(work: Work, entered: Entered): Promise<void> {
    await this.users.updateUser(entered.user.id, { last_login_at: work.now() }, work.tx);
    await this.record(work, entered, 'login');
  }

  private async record(work: Work, { user, session }: Entered, action: string): Promise<void> {
    const self: Actor = { ...work.actor, type: user.user_type, id: user.id, sessionId: session.sessionId };
    await work.as(self).record({ action, subjectType: 'user', subjectId: user.id });
  }
}
