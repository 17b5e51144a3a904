import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Queryable } from '../../common/database/database';
import { UserRow, UserRepository } from '../auth/user.repository';
import { Browser } from './browser-secrets';
import { ClientAccountRepository } from './client-account.repository';
import { PersonRepository } from './person.repository';

/** The first proof of an account's address: who gives it is the person. */
@Injectable()
export class FirstProof {
  constructor(
    private readonly accounts: ClientAccountRepository,
    private readonly persons: PersonRepository,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * What this browser typed when it registered becomes the person's own; what another one typed is dropped.
   * @returns whether this was the first proof
   */
  async take(tx: Queryable, user: UserRow, browser: Browser): Promise<boolean> {
    const account = await this.accounts.state(user.id, tx);
    if (!account || account.verified_at) return false;
    const person = await this.persons.lock(user.id, tx);
    const own = account.typed_by?.equals(browser.hash) ?? false;
    if (own) await this.persons.setOwn(user.id, { name: user.name, phone: account.phone }, tx);
    else await this.users.rename(user.id, person?.name ?? '', tx);
    await this.accounts.markVerified(user.id, this.clock.now(), own, tx);
    return true;
  }
}
