import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { hashToken, newToken } from '../../common/crypto/tokens';
import { Queryable } from '../../common/database/database';
import { DomainEvents } from '../../common/events/domain-events';
import { ClientAddressChanged } from '../clients/events/client-address-changed.event';
import { PersonMerged } from '../clients/events/person-merged.event';
import { BookingRepository } from './booking.repository';

/** Bookings follow their person: to the one they turn out to be, and to a new address. */
@Injectable()
export class BookingOwnership {
  constructor(
    events: DomainEvents,
    private readonly repository: BookingRepository,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {
    events.on(PersonMerged, ({ fromId, intoId }, tx) => repository.reassign(fromId, intoId, tx));
    events.on(ClientAddressChanged, ({ clientId, newEmail }, tx) => this.readdress(clientId, newEmail, tx));
  }

  /** Whoever reads the old mailbox can no longer see, move or cancel what is to come; the portal and the next mails can. */
  private async readdress(clientId: string, email: string, tx: Queryable): Promise<void> {
    for (const id of await this.repository.readdress(clientId, email, this.clock.now(), tx)) {
      const token = newToken();
      const sealed = this.cipher.encrypt(token, { table: 'bookings', column: 'manage_token', rowId: id });
      await this.repository.renewToken(id, { hash: hashToken(token), sealed }, tx);
    }
  }
}
