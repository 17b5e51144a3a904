import { Injectable } from '@nestjs/common';
import { Actor, assertFreshProof, CurrentUserData } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { hashToken, newMailToken } from '../../../common/crypto/tokens';
import { Database, Queryable } from '../../../common/database/database';
import { sqlState } from '../../../common/database/database-errors';
import { DomainError } from '../../../common/errors/domain-error';
import { Outbox } from '../../../common/jobs/outbox.service';
import { DomainEvents } from '../../../common/work/domain-events';
import { ActivityLog } from '../../activity-log/activity-log.service';
import { UserRepository, UserRow } from '../../auth/sign-in/user.repository';
import * as messages from '../messages';
import { ClientAddressChanged, PersonMerged } from '../persons/person.events';
import { PersonRepository, PersonRow } from '../persons/persons.service';
import { ClientSessions, Visit } from '../sign-in/client-sessions.service';
import { askAgainIn, refuseCode, RefusedCode, SignInCodes } from '../sign-in/sign-in-codes.service';
import { ClientAccountRepository } from './account.repository';
import { AccountRemoval } from './account.service';
import { AddressChange, AddressChangeRepository } from './address-change.repository';

/** A client's wish for another address. */
@Injectable()
export class AddressChangeRequests {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly codes: SignInCodes,
    private readonly changes: AddressChangeRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends a code to the new address. The answer is the same when the address belongs to somebody: then that person gets a note instead,
   * and no code fits.
   * @throws DomainError forbidden without a fresh proof; rule for the client's own address; too_many
   */
  async ask(user: CurrentUserData, newEmail: string, visit: Visit): Promise<void> {
    const at = this.clock.now();
    assertFreshProof(user, at);
    const asked = await this.database.transaction(async (tx) => {
      await this.codes.lock(tx, newEmail);
      const client = await this.users.lock(user.id, tx);
      if (!client) throw new DomainError('unauthenticated', 'Please sign in first.');
      if (client.email === newEmail) throw new DomainError('rule', messages.ownAddress);
      const outcome = await this.codes.ask(tx, { purpose: 'address_change', email: newEmail, userId: client.id }, visit);
      if ('codeId' in outcome) await this.changes.insert({ id: outcome.codeId, userId: client.id, oldEmail: client.email, newEmail, at }, tx);
      return outcome;
    });
    if ('waitSeconds' in asked) askAgainIn(asked.waitSeconds);
  }
}

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

const OBJECTION_MS = 7 * 24 * 3_600_000;

/** Changes of address from the proof on: for 7 days the old address can put itself back. */
@Injectable()
export class ObjectionRights {
  constructor(
    private readonly changes: AddressChangeRepository,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** The change that a client asked for last, confirmed or not. */
  findNewest(tx: Queryable, clientId: string): Promise<AddressChange | undefined> {
    return this.changes.findNewest(clientId, tx);
  }

  /** Confirms a change and leaves the notice to the old address to the worker. */
  async grant(tx: Queryable, change: AddressChange): Promise<void> {
    const at = this.clock.now();
    const token = newMailToken();
    const objectUntil = new Date(at.getTime() + OBJECTION_MS);
    await this.changes.confirm({ id: change.id, at, objectHash: hashToken(token), objectToken: token, objectUntil }, tx);
    await this.outbox.add(tx, { queue: 'mail', job: 'send-address-objection', payload: { address_change_id: change.id } });
  }

  /** @returns the change that a link objects to, or undefined when the link is unknown or late */
  find(tx: Queryable, token: string): Promise<AddressChange | undefined> {
    return this.changes.findObjectable(hashToken(token), this.clock.now(), tx);
  }

  /** Undoes the change and those after it. @returns false when it was undone already */
  use(tx: Queryable, change: AddressChange): Promise<boolean> {
    return this.changes.object(change, this.clock.now(), tx);
  }
}

/** The new address is proved: the account moves there, and the old address is told. */
@Injectable()
export class AddressConfirmation {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly codes: SignInCodes,
    private readonly handover: AddressHandover,
    private readonly objections: ObjectionRights,
    private readonly activity: ActivityLog,
  ) {}

  /** @throws DomainError unauthenticated for a code that is wrong, late or another browser's; conflict when the address was taken meanwhile */
  async confirm(user: CurrentUserData, code: string, visit: Visit): Promise<void> {
    const refusal = await this.database.transaction((tx) => this.attempt(tx, user.id, code, visit));
    if (refusal) refuseCode(refusal);
  }

  /** @returns why the code was refused, if it was; the try it took is kept */
  private async attempt(tx: Queryable, userId: string, code: string, { actor, browser }: Visit): Promise<RefusedCode | undefined> {
    const client = await this.users.lock(userId, tx);
    const change = await this.objections.findNewest(tx, userId);
    if (!client || !change || change.confirmed_at) return { refusal: messages.noCode, spent: true };
    const redeemed = await this.codes.redeem(tx, await this.codes.findAskedBy(tx, change.id, browser.hash), code);
    if ('refusal' in redeemed) return redeemed;
    if (!(await this.handover.move(tx, client, change.new_email))) throw new DomainError('conflict', messages.addressTaken);
    await this.objections.grant(tx, change);
    await this.activity.record(tx, actor, { action: 'change_address', subjectType: 'client', subjectId: userId, clientIds: [userId] });
    return undefined;
  }
}

/** The old address did not want to be left: it is put back, and everybody is signed out. */
@Injectable()
export class AddressObjection {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly objections: ObjectionRights,
    private readonly handover: AddressHandover,
    private readonly sessions: ClientSessions,
    private readonly activity: ActivityLog,
  ) {}

  /**
   * @param token of the link in the notice to the old address
   * @returns the address that was put back
   * @throws DomainError not_found for an unknown, used or late link; conflict when the old address has an account of its own by now
   */
  async object(token: string, actor: Actor): Promise<string> {
    return this.database.transaction(async (tx) => {
      const change = await this.objections.find(tx, token);
      const client = change && (await this.users.lock(change.user_id, tx));
      if (!client || !(await this.objections.use(tx, change))) throw new DomainError('not_found', messages.objectionOver);
      if (!(await this.handover.move(tx, client, change.old_email))) throw new DomainError('conflict', messages.objectionBlocked);
      await this.sessions.endAccess(tx, client.id);
      await this.activity.record(tx, actor, { action: 'object_address_change', subjectType: 'client', subjectId: client.id, clientIds: [client.id] });
      return change.old_email;
    });
  }
}
