import { Injectable } from '@nestjs/common';
import { Actor } from '../../../common/access/actor';
import { Visit } from '../../../common/access/visit';
import { newId } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { Work, Works } from '../../../common/work/work';
import { Account, AccountsService } from '../../auth/sign-in/accounts.service';
import * as messages from '../messages';
import type { ObjectionOutcome } from '../client.entity';
import { aboutClient, ClientsService } from '../persons/persons.service';
import { ClientSessionsService } from '../sign-in/client-sessions.service';
import { ClientAccountService } from './account.service';
import { AddressChangeRepository, AddressChangeRow } from './address-change.repository';
import { AddressMoves } from './address-moves.service';

/** Who has the old address by now: nobody else, an account that must give way, one that was registered there since, or one that had it before. */
type Standing = { is: 'nobody' } | { is: 'guest' | 'since' | 'before'; id: string };

/**
 * The old address did not want to be left. A link shows that somebody read its mailbox when the account went; it does not show that they read it now, and
 * somebody who did so for a moment may keep several. Hence:
 *
 * 1. Whoever opens a link takes the account away from the address that it went to, with every sign-in, trusted browser, code and link, whatever becomes of the old one. An
 *    account that cannot have that is without an address, and keeps all it has.
 * 2. Of several accounts that left an address, it is for the one that had it first. Absences that can be taken back do not count. An account that had it later gives way: it
 *    goes back to where it came from, or, where that is taken, is without an address; its own open link still brings it back there.
 * 3. Once an account has its address back, the open links of those that had it later do not give it to them any more, wherever it goes from there. Those of whoever had it
 *    earlier do.
 * 4. What an account has is another one's only where that was registered at the address since and the link is opened by whoever has just proved the address to
 *    it: then the same mailbox was read at both times. Not while an earlier link is open, which could take both along.
 * 5. A link undoes its change and those after it, never an earlier one: else whoever took an account could end its owner's link with one of their own.
 */
@Injectable()
export class AddressObjectionService {
  constructor(
    private readonly works: Works,
    private readonly users: AccountsService,
    private readonly changes: AddressChangeRepository,
    private readonly accounts: ClientAccountService,
    private readonly moves: AddressMoves,
    private readonly clients: ClientsService,
    private readonly sessions: ClientSessionsService,
  ) {}

  /**
   * @param token of the link in the notice to the old address
   * @param visit in whose browser it is opened
   * @returns what came of it, and the old address
   * @throws DomainError not_found for an unknown, used or late link; conflict when somebody registers an address at this moment
   */
  async object(token: string, visit: Visit, actor: Actor): Promise<{ status: ObjectionOutcome; email: string }> {
    const provedId = await this.sessions.findProvedHere(visit);
    // Two objections may hold each other's accounts.
    return this.moves.inLine(actor, () => this.works.giveWay(actor, async (work) => {
      const change = await this.changes.findObjectableChange(token, work.now(), work.tx);
      const client = change && (await this.users.lock(work, change.user_id));
      const since = client ? await this.changes.lockSince(change, work.tx) : [];
      if (!client || !since.some(({ id }) => id === change.id)) throw new DomainError('not_found', messages.objectionOver);
      return { status: await this.decide(work, client, { change, since, provedId }), email: change.old_email };
    }));
  }

  private async decide(work: Work, client: Account, asked: { change: AddressChangeRow; since: AddressChangeRow[]; provedId: string | undefined }): Promise<ObjectionOutcome> {
    const { change, since, provedId } = asked;
    const email = change.old_email;
    const had = (await this.accounts.heldSince(work, client.id, email)) ?? timeOf(change);
    const standing = await this.findStanding(work, change, had);
    if (change.barred_at || standing.is === 'before') {
      await this.turnOut(work, client, since);
      return 'withdrawn';
    }
    if (standing.is === 'since') {
      const isSettled = !(await this.changes.hasOpenBefore(change, work.now(), work.tx));
      if (!isSettled || standing.id !== provedId) {
        await this.turnOut(work, client, since.filter(({ id }) => id > change.id));
        return isSettled ? 'registered_since' : 'withdrawn';
      }
      await this.accounts.joinInto(work, standing.id, client.id);
    }
    if (standing.is === 'guest') await this.sendBack(work, standing.id, email);
    if (client.email !== email) await this.clients.leaveBehind(work, client.id, 'sent away');
    await this.undo(work, client.id, since);
    if (!(await this.moves.move(work, client, email))) throw new DomainError('conflict', messages.changedMeanwhile);
    await this.clients.comeBack(work, client.id);
    await this.sessions.endAccess(work, client.id);
    await this.barLater(work, client.id, email, had);
    return 'restored';
  }

  /** @param had since when the account that objects had the address */
  private async findStanding(work: Work, change: AddressChangeRow, had: Date): Promise<Standing> {
    const id = await this.accounts.lockProved(work, change.old_email);
    if (!id || id === change.user_id) return { is: 'nobody' };
    const theirs = await this.accounts.heldSince(work, id, change.old_email);
    if (theirs && theirs <= had) return { is: 'before', id };
    const came = await this.changes.findOpenChangeTo(id, change.old_email, work.now(), work.tx);
    return { is: !theirs || came || theirs <= timeOf(change) ? 'guest' : 'since', id };
  }

  private async sendBack(work: Work, id: string, email: string): Promise<void> {
    const guest = await this.users.lock(work, id);
    const came = await this.changes.findOpenChangeTo(id, email, work.now(), work.tx);
    if (!guest) return;
    if (!came || (await this.accounts.lockProved(work, came.old_email))) return this.turnOut(work, guest, []);
    await this.clients.leaveBehind(work, id, 'sent away');
    await this.undo(work, id, await this.changes.lockSince(came, work.tx));
    if (!(await this.moves.move(work, guest, came.old_email))) throw new DomainError('conflict', messages.changedMeanwhile);
    await this.clients.comeBack(work, id);
    await this.sessions.endAccess(work, id);
  }

  /** Nobody is in the account any more, and it has no address. @param over the changes that cannot be objected to any more */
  private async turnOut(work: Work, client: Account, over: readonly AddressChangeRow[]): Promise<void> {
    if (this.moves.isWithdrawn(client) && over.length === 0) return;
    await this.clients.leaveBehind(work, client.id, 'sent away');
    await this.undo(work, client.id, over);
    await this.moves.withdraw(work, client);
    await this.sessions.endAccess(work, client.id);
  }

  /** In the log before the address is noted: what is noted of one is not older than what the log says of it. An id that no change has yet ends none. */
  private async undo(work: Work, clientId: string, over: readonly AddressChangeRow[]): Promise<void> {
    await this.changes.undo(over, work.now(), work.tx);
    await work.record({ action: 'object_address_change', ...aboutClient(clientId), details: { change_id: over[0]?.id ?? newId() } });
  }

  /** The links of accounts that had the address later do not give it to them any more. */
  private async barLater(work: Work, clientId: string, email: string, had: Date): Promise<void> {
    for (const change of await this.changes.lockLeaving(email, work.now(), work.tx)) {
      const theirs = change.user_id === clientId ? undefined : await this.accounts.heldSince(work, change.user_id, email);
      if (theirs && theirs > had) await this.changes.bar(change, work.now(), work.tx);
    }
  }
}

function timeOf(change: AddressChangeRow): Date {
  return change.confirmed_at ?? change.requested_at;
}
