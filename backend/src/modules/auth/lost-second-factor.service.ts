import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../common/access/actor';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import * as messages from './messages';
import { FactorAccount } from './second-factor.repository';
import { SecondFactorService } from './second-factor.service';
import { SessionService } from './session.service';
import { UserRepository } from './user.repository';

/** The operator's help for a therapist who lost the authenticator and the recovery codes. */
@Injectable()
export class LostSecondFactor {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly secondFactors: SecondFactorService,
    private readonly sessions: SessionService,
  ) {}

  /** Takes a therapist's second factor away and ends all of their sessions. @throws DomainError not_found, conflict when there was none */
  async drop(email: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const user = await this.users.findTherapistByEmail(email.trim().toLowerCase(), tx);
      if (!user) throw new DomainError('not_found', messages.noSuchTherapist);
      const account: FactorAccount = { kind: 'user', id: user.id };
      if (!(await this.secondFactors.drop(account, SYSTEM_ACTOR, tx))) throw new DomainError('conflict', messages.notOn);
      await this.sessions.endAllOf(tx, user.id);
    });
  }
}
