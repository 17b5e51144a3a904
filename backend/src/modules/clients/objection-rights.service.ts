import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { newMailToken } from '../../common/crypto/one-time-code';
import { hashToken } from '../../common/crypto/tokens';
import { Queryable } from '../../common/database/database';
import { Outbox } from '../../common/outbox/outbox.service';
import { AddressChange, AddressChangeRepository } from './address-change.repository';

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
