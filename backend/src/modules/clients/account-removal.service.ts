import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';
import { SessionService } from '../auth/session.service';
import { UserRepository } from '../auth/user.repository';
import { ClientAccountRepository } from './client-account.repository';
import { PersonRepository } from './person.repository';

/** Takes accounts away. The person stays where a therapist keeps records of them. */
@Injectable()
export class AccountRemoval {
  constructor(
    private readonly sessions: SessionService,
    private readonly users: UserRepository,
    private readonly accounts: ClientAccountRepository,
    private readonly persons: PersonRepository,
  ) {}

  /** Sign-in, codes, trusted browsers and everything typed for the account go; the person is left as they are. */
  async removeAccount(tx: Queryable, id: string): Promise<void> {
    await this.sessions.endAllOf(tx, id);
    await this.users.removeClient(id, tx);
    await this.accounts.remove(id, tx);
  }

  /**
   * The account goes, and the person with it unless a therapist has records of them; those stay as they are.
   * @returns whether the person stayed
   */
  async removeUnlessTied(tx: Queryable, id: string): Promise<boolean> {
    await this.removeAccount(tx, id);
    // Locked before the look: a booking that is being made with the address waits, or has tied the person already.
    await this.persons.lock(id, tx);
    if (await this.persons.isTied(id, tx)) return true;
    await this.persons.remove(id, tx);
    return false;
  }

  /** The person's own wish: where a therapist has records of them, those keep name and address only. */
  async removeWithPerson(tx: Queryable, id: string): Promise<void> {
    if (await this.removeUnlessTied(tx, id)) await this.persons.dropPhone(id, tx);
  }
}
