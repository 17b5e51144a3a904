import { Injectable } from '@nestjs/common';
import { Queryable } from '../../../common/database/database';
import { SignInFlowRepository } from '../google/sign-in-flow.repository';
import { SecondFactorService } from '../second-factor/second-factor.service';
import { SessionService } from '../sessions/session.service';
import { UserRepository } from './user.repository';

/** Opens and closes a therapist's account. */
@Injectable()
export class AccountStatusService {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly flows: SignInFlowRepository,
    private readonly secondFactors: SecondFactorService,
  ) {}

  /**
   * In the caller's transaction. Closing ends every session and every sign-in on its way; an account that opens again begins without any.
   * @returns false when there is no such therapist
   */
  async setActive(tx: Queryable, therapistId: string, active: boolean): Promise<boolean> {
    // In the order in which a sign-in takes them: its one-time code, the account, the rest.
    await this.flows.deleteOf(therapistId, tx);
    await this.secondFactors.hold({ kind: 'user', id: therapistId }, tx);
    if (!(await this.users.setTherapistActive(therapistId, active, tx))) return false;
    await this.sessions.endAllOf(tx, therapistId);
    return true;
  }
}
