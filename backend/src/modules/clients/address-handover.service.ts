import { Injectable } from '@nestjs/common';
import { Queryable } from '../../common/database/database';
import { sqlState } from '../../common/database/database-unavailable';
import { DomainError } from '../../common/errors/domain-error';
import { DomainEvents } from '../../common/events/domain-events';
import { UserRepository, UserRow } from '../auth/user.repository';
import { AccountRemoval } from './account-removal.service';
import { ClientAccountRepository } from './client-account.repository';
import { ClientAddressChanged } from './events/client-address-changed.event';
import { PersonMerged } from './events/person-merged.event';
import * as messages from './messages';
import { PersonRepository, PersonRow } from './person.repository';
import { SignInCodes } from './sign-in-codes.service';

const UNIQUE_VIOLATION = '23505';

/** Gives a client another address, which somebody has shown to be theirs. */
@Injectable()
export class AddressHandover {
  constructor(
    private readonly users: UserRepository,
    private readonly persons: PersonRepository,
    private readonly accounts: ClientAccountRepository,
    private readonly removal: AccountRemoval,
    private readonly codes: SignInCodes,
    private readonly events: DomainEvents,
  ) {}

  /**
   * Whoever booked with the new address becomes this client; an account there that nobody has proved goes.
   * @param client with the row locked
   * @returns false when the address belongs to an account that has proved it; then nothing has changed
   * @throws DomainError conflict when somebody registers the address at this moment
   */
  async move(tx: Queryable, client: UserRow, email: string): Promise<boolean> {
    if (client.email === email) return true;
    const other = await this.persons.lockByEmail(email, tx);
    if (other && (await this.accounts.state(other.id, tx))?.verified_at) return false;
    if (other) await this.merge(tx, other, client);
    await this.persons.changeEmail(client.id, email, tx).catch(registeredMeanwhile);
    await this.users.changeEmail(client.id, email, tx).catch(registeredMeanwhile);
    // Codes and links that went to the address before open nothing any more.
    await this.codes.endAllOf(tx, client.id);
    await this.events.publish(tx, new ClientAddressChanged(client.id, client.email, email));
    return true;
  }

  private async merge(tx: Queryable, from: PersonRow, into: UserRow): Promise<void> {
    await this.removal.removeAccount(tx, from.id);
    await this.persons.moveTies(from.id, into.id, tx);
    await this.events.publish(tx, new PersonMerged(from.id, into.id));
    await this.persons.remember(from.id, into.id, tx);
    await this.persons.remove(from.id, tx);
  }
}

function registeredMeanwhile(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw new DomainError('conflict', messages.changedMeanwhile);
  throw error;
}
