import { Injectable } from '@nestjs/common';
import { CurrentUserData } from '../../common/access/actor';
import { assertFreshProof } from '../../common/access/fresh-proof';
import { Clock } from '../../common/clock/clock';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { UserRepository } from '../auth/user.repository';
import { AddressChangeRepository } from './address-change.repository';
import { Visit } from './browser-secrets';
import * as messages from './messages';
import { askAgainIn, SignInCodes } from './sign-in-codes.service';

/** A client's wish for another address. */
@Injectable()
export class AddressChangeRequests {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly codes: SignInCodes,
    private readonly changes: AddressChangeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a code to the new address. The answer is the same when the address belongs to somebody: then that person gets a note instead,
   * and no code fits.
   * @throws DomainError forbidden without a fresh proof; rule for the client's own address; too_many
   */
  async ask(user: CurrentUserData, newEmail: string, visit: Visit): Promise<void> {
    const at = this.clock.now();
    assertFreshProof(user, at);
    const asked = await this.database.transaction(async (tx) => {
      await this.codes.lock(tx, newEmail);
      const client = await this.users.lock(user.id, tx);
      if (!client) throw new DomainError('unauthenticated', 'Please sign in first.');
      if (client.email === newEmail) throw new DomainError('rule', messages.ownAddress);
      const outcome = await this.codes.ask(tx, { purpose: 'address_change', email: newEmail, userId: client.id }, visit);
      if ('codeId' in outcome) await this.changes.insert({ id: outcome.codeId, userId: client.id, oldEmail: client.email, newEmail, at }, tx);
      return outcome;
    });
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }
}
