import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Actor, CurrentUserData, hasFreshProof, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { DomainError } from '../../../common/errors/domain-error';
import { Upkeep } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { AuditProblem, Audits } from '../../activity-log/chain/audit.service';
import { AccountsService } from '../../auth/sign-in/accounts.service';
import * as messages from '../messages';
import { assertBorn } from '../persons/birth-date';
import { PersonRepository } from '../persons/person.repository';
import { aboutClient, ClientsService } from '../persons/persons.service';
import { ClientAccountDto, UpdateClientAccountDto } from './account.dto';
import { AccountNotices } from './account-notices.service';
import { AccountView, ClientAccountRepository } from './account.repository';
import { AddressChangeRepository, ProofAddress } from './address-change.repository';

const UNPROVED_FOR_MS = 24 * 3_600_000;
const BATCH = 200;

/** A client's own account: what they say of themselves, and its end. The person stays where a therapist keeps records of them. */
@Injectable()
export class ClientAccountService {
  constructor(
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly accounts: ClientAccountRepository,
    private readonly users: AccountsService,
    private readonly clients: ClientsService,
    private readonly persons: PersonRepository,
    private readonly changes: AddressChangeRepository,
    private readonly notices: AccountNotices,
  ) {}

  /** The account for its owner; the caller logs the read. An unproven session gets what was typed at registering, and nothing else. */
  async show(user: CurrentUserData): Promise<ClientAccountDto> {
    const now = this.clock.now();
    const account = await this.accounts.findView(user.id, now);
    if (!account) throw new DomainError('unauthenticated', 'Please sign in first.');
    const proved = user.verified ? await this.changes.findProofAddress(user.id, account.email, now) : undefined;
    return toDto(account, user, now, proved);
  }

  /** {@link show}, logged as a read of the client's record; of what an unproved session sees, nothing is one. */
  async view(user: CurrentUserData, actor: Actor): Promise<ClientAccountDto> {
    if (user.verified) await this.works.recordRead(actor, { action: 'view_account', ...aboutClient(user.id) });
    return this.show(user);
  }

  /** Replaces name, phone and date of birth; what is left out is removed. */
  async update(user: CurrentUserData, body: UpdateClientAccountDto, actor: Actor): Promise<ClientAccountDto> {
    assertBorn(body.date_of_birth, this.clock.now());
    const fields = { phone: body.phone ?? null, date_of_birth: body.date_of_birth ?? null };
    await this.works.begin(actor, async (work) => {
      await this.users.lock(work, user.id);
      await this.users.rename(work, user.id, body.name);
      await this.accounts.setPersonal(user.id, fields, work.tx);
      // Who has proved the address is the person: the phone number is theirs from now on.
      await this.persons.changePerson(user.id, { name: body.name, phone: fields.phone }, work.tx);
      await work.recordRecurring({ action: 'update_account', ...aboutClient(user.id) });
    });
    return this.show(user);
  }

  /**
   * Closes the account: sessions, trusted browsers, codes and what was typed for it go. Who has records with a therapist stays a person
   * there, with name and address; anybody else is removed. Whoever has the address later, with an account of their own, is shown nothing of it. The caller has asked for a
   * fresh proof.
   * @throws DomainError rule while the address before the last change may still object
   */
  async close(user: CurrentUserData, actor: Actor): Promise<void> {
    await this.works.begin(actor, async (work) => {
      const account = await this.users.lock(work, user.id);
      await this.assertNoObjectionLeft(work, user.id);
      await this.clients.leaveBehind(work, user.id, 'closes');
      await this.removeAccount(work, user.id);
      if (await this.clients.removeUnlessTied(work, user.id)) await this.persons.changePerson(user.id, { phone: null, by_address: true, left_by: user.id, left_at: work.now() }, work.tx);
      await work.record({ action: 'close_account', ...aboutClient(user.id) });
      if (account) await this.notices.closed(work, account.email);
    });
  }

  /**
   * Makes room at an address for a client: an account there that nobody has proved goes. What is kept of the address stays with it, for as long as the client has it.
   * @returns false when the address belongs to an account that has proved it; then nothing has changed
   */
  async makeRoom(work: Work, email: string): Promise<boolean> {
    const account = await this.accounts.lockStanding(email, work.tx);
    if (account?.verified_at) return false;
    if (account) await this.removeAccount(work, account.client_id);
    return true;
  }

  /** @returns the id of the account that has proved an address, held until the transaction ends */
  async lockProved(work: Work, email: string): Promise<string | undefined> {
    const account = await this.accounts.lockStanding(email, work.tx);
    return account?.verified_at ? account.client_id : undefined;
  }

  /** Since when the account has had an address by its owner's proof; absences that can be taken back do not count. @returns undefined where it never had it */
  heldSince(work: Work, id: string, email: string): Promise<Date | undefined> {
    return this.accounts.heldSince(id, email, work.tx);
  }

  /** One person had two accounts: the first is closed, and what practices keep of its person is the second's. Everything typed for the second stays. */
  async joinInto(work: Work, id: string, intoId: string): Promise<void> {
    await this.removeAccount(work, id);
    await this.persons.lockPerson(id, work.tx);
    await work.record({ action: 'close_account', ...aboutClient(id) });
    await this.clients.merge(work, id, intoId);
  }

  /** Accounts that were registered a day ago and whose address nobody has proved: the address is free again. */
  @Upkeep('unproved accounts')
  async removeUnproved(): Promise<number> {
    let total = 0;
    for (let batch = await this.findUnproved(); batch.length > 0; batch = await this.findUnproved()) {
      const removed: boolean[] = [];
      for (const id of batch) removed.push(await this.removeIfUnproved(id));
      total += removed.filter(Boolean).length;
      if (!removed.includes(true)) return total;
    }
    return total;
  }

  /** Accounts that somebody made unproved again, to sign in to them as the browser that registered them. */
  @Audits()
  async auditRegistrations(): Promise<AuditProblem[]> {
    return (await this.accounts.listForeign()).map((id) => ({ kind: 'foreign_row', id, message: messages.foreignRegistration(id) }));
  }

  private findUnproved(): Promise<string[]> {
    const now = this.clock.now();
    return this.accounts.findUnproved(new Date(now.getTime() - UNPROVED_FOR_MS), now, BATCH);
  }

  /** @returns false when somebody has proved the address in the meantime */
  private removeIfUnproved(id: string): Promise<boolean> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      await this.users.lock(work, id);
      const state = await this.accounts.findState(id, work.tx);
      if (!state || state.verified_at) return false;
      // Whoever registered it may be anybody: what others know of the address's person is not touched.
      await this.removeAccount(work, id);
      await work.record({ action: 'remove_unproved_account', ...aboutClient(id) });
      return true;
    });
  }

  /** Sign-in, codes, trusted browsers and everything typed for the account go; the person is left as they are. */
  private async removeAccount(work: Work, id: string): Promise<void> {
    await this.users.removeClient(work, id);
    await this.accounts.removeAccount(id, work.tx);
  }

  /** Closing ends the right to object: else whoever changed the address without leave would close, register the new one and keep the record. */
  private async assertNoObjectionLeft(work: Work, id: string): Promise<void> {
    const objectUntil = (await this.accounts.findView(id, work.now(), work.tx))?.object_until;
    if (!objectUntil) return;
    const until = DateTime.fromJSDate(objectUntil, { zone: 'utc' }).setLocale('en').toFormat('d LLLL yyyy');
    throw new DomainError('rule', messages.closingWaits(until));
  }
}

function toDto(account: AccountView, user: CurrentUserData, now: Date, proved: ProofAddress | undefined): ClientAccountDto {
  const { old_email, new_email, object_until } = account;
  const isPending = user.verified && old_email !== null && new_email !== null && object_until !== null;
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    phone: account.phone,
    date_of_birth: account.date_of_birth,
    verified: user.verified,
    proof_required: !hasFreshProof(user, now),
    pending_address_change: isPending ? { new_email, old_email, object_until: object_until.toISOString() } : null,
    proof_address: proved ? { email: proved.email, until: proved.until.toISOString() } : null,
    created_at: account.registered_at.toISOString(),
  };
}
