import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../common/access/actor';
import { newId, sqlState } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { FewAtOnce } from '../../../common/limits/few-at-once';
import { subnetOf } from '../../../common/limits/limits';
import { Work } from '../../../common/work/work';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { Account, AccountsService } from '../../auth/sign-in/accounts.service';
import * as messages from '../messages';
import { ClientAddressChanged } from '../persons/person.events';
import { PersonRepository } from '../persons/person.repository';
import { SignInCodesService } from '../sign-in/sign-in-codes.service';
import { ClientAccountService } from './account.service';

const UNIQUE_VIOLATION = '23505';
/** Nobody has a mailbox there (RFC 2606): no code and no link comes from it. */
const NO_ADDRESS = '@no-address.invalid';
/** Of one network one at a time: others of it wait for so long. */
const IN_LINE_MS = 30_000;

/** Gives accounts other addresses, and keeps everything that hangs on an address together. */
@Injectable()
export class AddressMoves {
  private readonly lines = new FewAtOnce(1, IN_LINE_MS);

  constructor(
    private readonly users: AccountsService,
    private readonly codes: SignInCodesService,
    private readonly accounts: ClientAccountService,
    private readonly persons: PersonRepository,
    private readonly addresses: PersonAddresses,
  ) {}

  /** What moves an account may take long, since all that hangs on the address moves along: whoever is elsewhere does not wait for it. @throws DomainError unavailable */
  inLine<T>({ address }: Actor, move: () => Promise<T>): Promise<T> {
    return this.lines.take(subnetOf(address), move);
  }

  /**
   * Gives a client another address, which somebody has shown to be theirs.
   * @param client with the row locked
   * @returns false when the address belongs to an account that has proved it; then nothing has changed
   * @throws DomainError conflict when somebody registers the address at this moment
   */
  async move(work: Work, client: Account, email: string): Promise<boolean> {
    if (client.email === email) {
      // It was theirs again already; the log has a change, so it is noted.
      await this.addresses.note(client.id, email, work.now(), work.tx);
      return true;
    }
    if (!(await this.accounts.makeRoom(work, email))) return false;
    await this.persons.changePerson(client.id, { email }, work.tx).catch(registeredMeanwhile);
    await this.users.changeEmail(work, client.id, email).catch(registeredMeanwhile);
    await this.addresses.note(client.id, email, work.now(), work.tx);
    // Codes and links that went to the address before open nothing any more.
    await this.codes.endAllOf(work, client.id);
    await work.publish(new ClientAddressChanged(client.id, client.email, email));
    return true;
  }

  /**
   * Takes a client's address away: the account stays with all it has, and nobody signs in to it or gets mail about it until it has an address again.
   * @param client with the row locked
   */
  async withdraw(work: Work, client: Account): Promise<void> {
    await this.move(work, client, `${newId()}${NO_ADDRESS}`);
  }

  isWithdrawn({ email }: Pick<Account, 'email'>): boolean {
    return email.endsWith(NO_ADDRESS);
  }
}

function registeredMeanwhile(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw new DomainError('conflict', messages.changedMeanwhile);
  throw error;
}
