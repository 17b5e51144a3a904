import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { newId, Queryable } from '../../../common/database/database';
import { browserLabel } from '../../../common/http/cookies';
import { Work } from '../../../common/work/work';
import { SignInFlowRepository } from '../google/sign-in-flow.repository';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { BegunSession, LiveSession, SessionOptions, SessionService } from '../sessions/session.service';
import { TherapistClosed } from './account.events';
import { Account, UserRepository } from './user.repository';

export type { Account } from './user.repository';

/** A signed-in person with the session that shows it. */
export interface SignedIn {
  user: Account;
  session: LiveSession;
}

/** A signed-in person whose session has just begun. */
export interface Entered extends BegunSession {
  user: Account;
}

/** Therapists' and clients' accounts, for the domains that know more of these people. */
@Injectable()
export class AccountsService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly flows: SignInFlowRepository,
    private readonly secondFactors: SecondFactorService,
  ) {}

  find(id: string, on?: Queryable): Promise<Account | undefined> {
    return this.users.findUser(id, on);
  }

  /** Lets one change of an account's sign-in at a time through, until the work ends. */
  lock(work: Work, id: string): Promise<Account | undefined> {
    return this.users.lockUser(id, work.tx);
  }

  rename(work: Work, id: string, name: string): Promise<void> {
    return this.users.updateUser(id, { name }, work.tx);
  }

  /** @throws the database's unique violation when another account of the kind has the address */
  changeEmail(work: Work, id: string, email: string): Promise<void> {
    return this.users.updateUser(id, { email }, work.tx);
  }

  /** The account's id is its own until the address is proved. @returns undefined when the address has an account already */
  registerClient(work: Work, client: { email: string; name: string }): Promise<Account | undefined> {
    return this.users.insertUser({ id: newId(), user_type: 'client', ...client, created_at: work.now() }, work.now(), work.tx);
  }

  /** @returns undefined when the address or the Google account has an account already */
  insertTherapist(work: Work, therapist: Pick<Account, 'id' | 'email' | 'name' | 'picture_hash'> & { google_sub: string }): Promise<Account | undefined> {
    return this.users.insertUser({ user_type: 'therapist', ...therapist }, work.now(), work.tx);
  }

  /** A client's account takes its person's id, and so do the codes and trusted browsers that hang on it. Its sessions are the caller's to end. */
  takePersonId(work: Work, id: string, personId: string): Promise<void> {
    return this.users.changeId(id, personId, work.tx);
  }

  /** Ends a client's sessions and removes the account with what hangs on it: codes, trusted browsers, changes of address. The person stays. */
  async removeClient(work: Work, id: string): Promise<void> {
    await this.sessions.endAllOf(work, id);
    await this.users.removeClient(id, work.tx);
  }

  /** Begins a client's session in the request's browser; the earlier one there is the caller's to end. */
  async beginClientSession(work: Work, request: Request, accountId: string, proof: Pick<SessionOptions, 'verified' | 'provedAt' | 'trustId'>): Promise<Entered> {
    const options = { address: work.actor.address, browser: browserLabel(request), ...proof };
    const begun = await this.sessions.begin(work, { id: accountId, userType: 'client' }, options);
    await this.users.updateUser(accountId, { last_login_at: work.now() }, work.tx);
    const user = await this.users.findUser(accountId, work.tx);
    if (!user) throw new Error('a session began for nobody');
    return { ...begun, user };
  }

  /**
   * Opens or closes a therapist's account. Closing ends every session and every sign-in on its way; an account that opens again begins
   * without any.
   * @returns false when there is no such therapist
   */
  async setTherapistActive(work: Work, therapistId: string, active: boolean): Promise<boolean> {
    // In the order in which a sign-in takes them: its one-time code, the account, the rest.
    await this.flows.deleteFlowsOf(therapistId, work.tx);
    await this.secondFactors.hold(work, { kind: 'user', id: therapistId });
    if (!(await this.users.setTherapistActive(therapistId, active, work.tx))) return false;
    await this.sessions.endAllOf(work, therapistId);
    if (!active) await work.publish(new TherapistClosed(therapistId));
    return true;
  }
}
