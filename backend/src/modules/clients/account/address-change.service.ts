import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newMailToken } from '../../../common/crypto/tokens';
import { sqlState } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Work, Works } from '../../../common/work/work';
import { AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { Account, AccountsService } from '../../auth/sign-in/accounts.service';
import * as messages from '../messages';
import { ClientAddressChanged } from '../persons/person.events';
import { PersonAddresses } from '../../auth/addresses/person-addresses.service';
import { PersonRepository } from '../persons/person.repository';
import { aboutClient } from '../persons/persons.service';
import { ClientSessionsService } from '../sign-in/client-sessions.service';
import { askAgainIn, Asked, Redeemed, refuseCode, SignInCodesService } from '../sign-in/sign-in-codes.service';
import { sendAddressObjection } from '../sign-in/sign-in-mail';
import { Visit } from '../../../common/access/visit';
import { ClientAccountService } from './account.service';
import { AddressChangeRepository, AddressChangeRow } from './address-change.repository';

const UNIQUE_VIOLATION = '23505';
const OBJECTION_MS = 7 * 24 * 3_600_000;

/**
 * A client's way to another address: asked for, confirmed by a code that went to the new one, and for 7 days open to the objection of the
 * old one.
 */
@Injectable()
export class AddressChangeService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly users: AccountsService,
    private readonly codes: SignInCodesService,
    private readonly changes: AddressChangeRepository,
    private readonly accounts: ClientAccountService,
    private readonly persons: PersonRepository,
    private readonly addresses: PersonAddresses,
    private readonly sessions: ClientSessionsService,
  ) {}

  /**
   * Sends a code to the new address. The answer is the same when the address belongs to somebody: then that person gets a note instead,
   * and no code fits.
   * @throws DomainError forbidden without a fresh proof; rule for the client's own address; too_many
   */
  async ask(user: CurrentUserData, newEmail: string, visit: Visit, actor: Actor): Promise<void> {
    const at = this.clock.now();
    assertFreshProof(user, at);
    const attempt = async (work: Work): Promise<Asked> => {
      await this.codes.lock(work, newEmail);
      const client = await this.users.lock(work, user.id);
      if (!client) throw new DomainError('unauthenticated', 'Please sign in first.');
      if (client.email === newEmail) throw new DomainError('rule', messages.ownAddress);
      const outcome = await this.codes.ask(work, { purpose: 'address_change', email: newEmail, userId: client.id }, visit);
      const change = { user_id: client.id, old_email: client.email, new_email: newEmail, requested_at: at };
      if ('codeId' in outcome) await this.changes.insertChange({ id: outcome.codeId, ...change }, work.tx);
      return outcome;
    };
    const asked = await this.codes.inTurn(actor, newEmail, () => this.works.begin(actor, attempt));
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }

  /**
   * The new address is proved: the account moves there, every other session and trusted browser ends, and the old address is told.
   * @throws DomainError unauthenticated for a code that is wrong, late or another browser's; conflict when the address was taken meanwhile
   */
  async confirm(user: CurrentUserData, code: string, visit: Visit, actor: Actor): Promise<void> {
    const outcome = await this.codes.tryProof(actor, () => this.works.begin(actor, (work) => this.attemptConfirm(work, user, code, visit)));
    if ('refusal' in outcome) refuseCode(outcome);
  }

  /**
   * The old address did not want to be left: it is put back, and everybody is signed out.
   * @param token of the link in the notice to the old address
   * @returns the address that was put back
   * @throws DomainError not_found for an unknown, used or late link; conflict when an account that came to the old address cannot go back to its own
   */
  async object(token: string, actor: Actor): Promise<string> {
    return this.works.begin(actor, async (work) => {
      const change = await this.changes.findObjectableChange(token, work.now(), work.tx);
      const client = change && (await this.users.lock(work, change.user_id));
      if (!client || !(await this.changes.undoChange(change, work.now(), work.tx))) throw new DomainError('not_found', messages.objectionOver);
      // What is noted of an address is not older than what the log says of it.
      await work.record({ action: 'object_address_change', ...aboutClient(client.id), details: { change_id: change.id } });
      await this.makeWay(work, change.old_email, client.id);
      if (!(await this.move(work, client, change.old_email))) throw new DomainError('conflict', messages.objectionBlocked);
      await this.sessions.endAccess(work, client.id);
      return change.old_email;
    });
  }

  /** Changes of address that this product did not write, or that were undone. */
  @Audits()
  async auditChanges(): Promise<AuditProblem[]> {
    return (await this.changes.listForeign(this.clock.now())).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignAddressChange(id) }));
  }

  /**
   * Whoever reads the mailbox of an address that is put back has both: the account that comes back and one that was registered there since, such as by its owner who found
   * none. What the second has becomes the first one's. One that came there from elsewhere, where that can still be objected to, goes back instead.
   */
  private async makeWay(work: Work, email: string, clientId: string): Promise<void> {
    const standing = await this.accounts.lockProved(work, email);
    if (!standing || standing === clientId) return;
    const came = await this.changes.findOpenChangeTo(standing, email, work.now(), work.tx);
    if (!came) return this.accounts.joinInto(work, standing, clientId);
    const guest = await this.users.lock(work, standing);
    if (!guest || !(await this.changes.undoChange(came, work.now(), work.tx))) return;
    await work.record({ action: 'object_address_change', ...aboutClient(guest.id), details: { change_id: came.id } });
    if (await this.move(work, guest, came.old_email)) await this.sessions.endAccess(work, guest.id);
  }

  /** A code that is refused has used up a try, which is committed before the refusal. */
  private async attemptConfirm(work: Work, user: CurrentUserData, code: string, { browser }: Visit): Promise<Redeemed> {
    const client = await this.users.lock(work, user.id);
    const change = await this.changes.findNewestChange(user.id, work.tx);
    if (!client || !change || change.confirmed_at) return { refusal: messages.noCode, spent: true };
    const redeemed = await this.codes.redeem(work, await this.codes.findAskedBy(work, change.id, browser.hash), code);
    if ('refusal' in redeemed) return redeemed;
    // What is noted of an address is not older than what the log says of it.
    await work.record({ action: 'change_address', ...aboutClient(user.id), details: { change_id: change.id } });
    if (!(await this.move(work, client, change.new_email))) throw new DomainError('conflict', messages.addressTaken);
    await this.sessions.endAccessOfOthers(work, user, browser);
    await this.grantObjection(work, change);
    return redeemed;
  }

  /**
   * Gives a client another address, which somebody has shown to be theirs.
   * @param client with the row locked
   * @returns false when the address belongs to an account that has proved it; then nothing has changed
   * @throws DomainError conflict when somebody registers the address at this moment
   */
  private async move(work: Work, client: Account, email: string): Promise<boolean> {
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

  /** Confirms a change and leaves the notice to the old address to the worker. */
  private async grantObjection(work: Work, change: AddressChangeRow): Promise<void> {
    const confirmed_at = work.now();
    const object_until = new Date(confirmed_at.getTime() + OBJECTION_MS);
    await this.changes.confirmChange(change, newMailToken(), { confirmed_at, object_until }, work.tx);
    await work.enqueue(sendAddressObjection, { address_change_id: change.id });
  }
}

function registeredMeanwhile(error: unknown): never {
  if (sqlState(error) === UNIQUE_VIOLATION) throw new DomainError('conflict', messages.changedMeanwhile);
  throw error;
}
