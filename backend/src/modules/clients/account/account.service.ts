import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Actor, CurrentUserData, hasFreshProof, SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Database, Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { MaintenanceTask, TidiesUp } from '../../../common/jobs/maintenance';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { SessionService } from '../../auth/sessions/session.service';
import { UserRepository } from '../../auth/sign-in/user.repository';
import * as messages from '../messages';
import { assertBorn } from '../persons/birth-date';
import { PersonRepository } from '../persons/persons.service';
import { ClientAccountDto, UpdateClientAccountDto } from './account.dto';
import { AccountView, ClientAccountRepository } from './account.repository';

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

/** A client's own account: what they say of themselves, and its end. */
@Injectable()
export class ClientAccountService {
  constructor(
    private readonly database: Database,
    private readonly accounts: ClientAccountRepository,
    private readonly users: UserRepository,
    private readonly removal: AccountRemoval,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  /** The account for its owner; the caller logs the read. An unproven session gets what was typed at registering, and nothing else. */
  async show(user: CurrentUserData): Promise<ClientAccountDto> {
    const now = this.clock.now();
    const account = await this.accounts.find(user.id, now);
    if (!account) throw new DomainError('unauthenticated', 'Please sign in first.');
    return toDto(account, user, now);
  }

  /** {@link show}, logged as a read of the client's record. */
  async view(user: CurrentUserData, actor: Actor): Promise<ClientAccountDto> {
    await this.activity.record(this.database, actor, { action: 'view_account', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
    return this.show(user);
  }

  /** Replaces name, phone and date of birth; what is left out is removed. */
  async update(user: CurrentUserData, body: UpdateClientAccountDto, actor: Actor): Promise<ClientAccountDto> {
    assertBorn(body.date_of_birth, this.clock.now());
    const fields = { phone: body.phone ?? null, dateOfBirth: body.date_of_birth ?? null };
    await this.database.transaction(async (tx) => {
      await this.users.lock(user.id, tx);
      await this.users.rename(user.id, body.name, tx);
      await this.accounts.setPersonal(user.id, body.name, fields, tx);
      await this.activity.record(tx, actor, { action: 'update_account', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
    });
    return this.show(user);
  }

  /**
   * Closes the account: sessions, trusted browsers, codes and what was typed for it go. Who has records with a therapist stays a person
   * there, with name and address; anybody else is removed. The caller has asked for a fresh proof.
   * @throws DomainError rule while the address before the last change may still object
   */
  async close(user: CurrentUserData, actor: Actor): Promise<void> {
    await this.database.transaction(async (tx) => {
      await this.users.lock(user.id, tx);
      await this.assertNoObjectionLeft(user.id, tx);
      await this.removal.removeWithPerson(tx, user.id);
      await this.activity.record(tx, actor, { action: 'close_account', subjectType: 'client', subjectId: user.id, clientIds: [user.id] });
    });
  }

  /** Closing ends the right to object: else whoever changed the address without leave would close, register the new one and keep the record. */
  private async assertNoObjectionLeft(id: string, tx: Queryable): Promise<void> {
    const change = (await this.accounts.find(id, this.clock.now(), tx))?.pendingChange;
    if (!change) return;
    const until = DateTime.fromJSDate(change.objectUntil, { zone: 'utc' }).setLocale('en').toFormat('d LLLL yyyy');
    throw new DomainError('rule', messages.closingWaits(until));
  }
}

function toDto(account: AccountView, user: CurrentUserData, now: Date): ClientAccountDto {
  const change = user.verified ? account.pendingChange : null;
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    phone: account.phone,
    date_of_birth: account.dateOfBirth,
    verified: user.verified,
    proof_required: !hasFreshProof(user, now),
    pending_address_change: change && {
      new_email: change.newEmail,
      old_email: change.oldEmail,
      object_until: change.objectUntil.toISOString(),
    },
    created_at: account.registeredAt.toISOString(),
  };
}

const UNPROVED_FOR_MS = 24 * 3_600_000;
const BATCH = 200;

/** Accounts that were registered a day ago and whose address nobody has proved: the address is free again. */
@MaintenanceTask('unproved accounts')
export class UnprovedAccountsTask implements TidiesUp {
  constructor(
    private readonly database: Database,
    private readonly accounts: ClientAccountRepository,
    private readonly users: UserRepository,
    private readonly removal: AccountRemoval,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    let total = 0;
    for (let batch = await this.find(); batch.length > 0; batch = await this.find()) {
      const removed: boolean[] = [];
      for (const id of batch) removed.push(await this.remove(id));
      total += removed.filter(Boolean).length;
      if (!removed.includes(true)) return total;
    }
    return total;
  }

  private find(): Promise<string[]> {
    const now = this.clock.now();
    return this.accounts.findUnproved(new Date(now.getTime() - UNPROVED_FOR_MS), now, BATCH);
  }

  /** @returns false when somebody has proved the address in the meantime */
  private remove(id: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await this.users.lock(id, tx);
      const state = await this.accounts.state(id, tx);
      if (!state || state.verified_at) return false;
      // Whoever registered it may be anybody: what others know of the person is not touched.
      await this.removal.removeUnlessTied(tx, id);
      await this.activity.record(tx, SYSTEM_ACTOR, { action: 'remove_unproved_account', subjectType: 'client', subjectId: id, clientIds: [id] });
      return true;
    });
  }
}
