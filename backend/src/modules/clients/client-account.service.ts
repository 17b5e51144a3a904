import { Injectable } from '@nestjs/common';
import { DateTime } from 'luxon';
import { Actor, CurrentUserData } from '../../common/access/actor';
import { hasFreshProof } from '../../common/access/fresh-proof';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { ActivityLog } from '../activity-log/activity-log.service';
import { UserRepository } from '../auth/user.repository';
import { AccountRemoval } from './account-removal.service';
import { assertBorn } from './birth-date';
import { AccountView, ClientAccountRepository } from './client-account.repository';
import { ClientAccountDto, UpdateClientAccountDto } from './dto/client-account.dto';
import * as messages from './messages';

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
