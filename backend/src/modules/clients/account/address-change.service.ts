import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { newMailToken } from '../../../common/crypto/tokens';
import { DomainError } from '../../../common/errors/domain-error';
import { Work, Works } from '../../../common/work/work';
import { AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { Account, AccountsService } from '../../auth/sign-in/accounts.service';
import * as messages from '../messages';
import { aboutClient, ClientsService } from '../persons/persons.service';
import { ClientSessionsService } from '../sign-in/client-sessions.service';
import { askAgainIn, Asked, Redeemed, refuseCode, SignInCodesService } from '../sign-in/sign-in-codes.service';
import { sendAddressObjection } from '../sign-in/sign-in-mail';
import { Visit } from '../../../common/access/visit';
import { OBJECTION_MS } from './account.repository';
import { ClientAccountService } from './account.service';
import { AddressChangeRepository, AddressChangeRow } from './address-change.repository';
import { AddressMoves } from './address-moves.service';

/**
 * A client's way to another address: asked for, confirmed by a code that went to the new one, and for 7 days open to the objection of the
 * old one (AddressObjectionService), unless it leads back to where the account was before.
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
    private readonly moves: AddressMoves,
    private readonly clients: ClientsService,
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
    const attempt = (): Promise<Redeemed> => this.works.begin(actor, (work) => this.attemptConfirm(work, user, code, visit));
    const outcome = await this.moves.inLine(actor, () => this.codes.tryProof(actor, attempt)).catch((error: unknown) => this.endCodes(user.id, error));
    if ('refusal' in outcome) refuseCode(outcome);
  }

  /** Changes of address that this product did not write, or that were undone. */
  @Audits()
  async auditChanges(): Promise<AuditProblem[]> {
    return (await this.changes.listForeign(this.clock.now())).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignAddressChange(id) }));
  }

  /** What was cut because it took too long kept others from these appointments meanwhile, and is not tried again with the same code. */
  private async endCodes(userId: string, error: unknown): Promise<never> {
    if (!(error instanceof DomainError)) await this.works.begin(SYSTEM_ACTOR, (work) => this.codes.endAllOf(work, userId));
    throw error;
  }

  /** A code that is refused has used up a try, which is committed before the refusal. */
  private async attemptConfirm(work: Work, user: CurrentUserData, code: string, { browser }: Visit): Promise<Redeemed> {
    const client = await this.users.lock(work, user.id);
    const change = await this.changes.findNewestChange(user.id, work.tx);
    if (!client || !change || change.confirmed_at) return { refusal: messages.noCode, spent: true };
    const redeemed = await this.codes.redeem(work, await this.codes.findAskedBy(work, change.id, browser.hash), code);
    if ('refusal' in redeemed) return redeemed;
    const way = await this.findWayBack(work, client, change.new_email);
    await this.clients.leaveBehind(work, client.id, 'moves');
    // What is noted of an address is not older than what the log says of it.
    await work.record({ action: 'change_address', ...aboutClient(user.id), details: { change_id: change.id, ...(way?.[0] && { undoes: way[0].id }) } });
    if (!(await this.moves.move(work, client, change.new_email))) throw new DomainError('conflict', messages.addressTaken);
    await this.sessions.endAccessOfOthers(work, user, browser);
    if (way) await this.endWay(work, change, way);
    else await this.grantObjection(work, change);
    await this.clients.comeBack(work, client.id);
    return redeemed;
  }

  /**
   * An account may come back to the address that it left a moment ago. Nobody on the way had it longer, so nobody there can object: else whoever read the mailbox for a moment
   * would send the account away and back, and get it with a link that lies in a mailbox of their own.
   * @returns the changes on the way after the one that left the address, which itself stays open to it; undefined where this is no way back
   */
  private async findWayBack(work: Work, client: Account, email: string): Promise<AddressChangeRow[] | undefined> {
    const [there, here] = [await this.accounts.heldSince(work, client.id, email), await this.accounts.heldSince(work, client.id, client.email)];
    if (!there || (here && here <= there)) return undefined;
    const left = await this.changes.findOpenFrom(client.id, email, work.now(), work.tx);
    return left ? (await this.changes.lockSince(left, work.tx)).filter(({ id }) => id > left.id) : [];
  }

  private async endWay(work: Work, change: AddressChangeRow, way: readonly AddressChangeRow[]): Promise<void> {
    await this.changes.undo(way, work.now(), work.tx);
    await this.changes.remove(change, work.tx);
  }

  /** Confirms a change and leaves the notice to the old address to the worker. */
  private async grantObjection(work: Work, change: AddressChangeRow): Promise<void> {
    const confirmed_at = work.now();
    const object_until = new Date(confirmed_at.getTime() + OBJECTION_MS);
    await this.changes.confirmChange(change, newMailToken(), { confirmed_at, object_until }, work.tx);
    await work.enqueue(sendAddressObjection, { address_change_id: change.id });
  }
}
