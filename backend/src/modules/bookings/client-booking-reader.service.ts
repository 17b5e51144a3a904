import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { toClientBooking } from './booking.mapper';
import { ClientBookingCounts, ClientBookingRepository, ClientBookingRow, OwnBookingRow } from './client-booking.repository';
import { ClientBookingDto } from './dto/client-booking.dto';
import * as messages from './messages';

/** What a screen shows of one list. */
const SCREEN_ROWS = 500;

/** A client's appointments; the counts are of all of them. */
export interface ClientBookingLists {
  /** Confirmed and not over, soonest first. */
  upcoming: ClientBookingDto[];
  /** Everything else, newest first. */
  past: ClientBookingDto[];
  counts: ClientBookingCounts;
}

/** A client's own bookings as they are shown to them. */
@Injectable()
export class ClientBookingReader {
  constructor(
    private readonly repository: ClientBookingRepository,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  /** @param atMost of each list */
  async list(clientId: string, atMost: number = SCREEN_ROWS): Promise<ClientBookingLists> {
    const now = this.clock.now();
    const [upcoming, past, counts] = await Promise.all([
      this.repository.upcoming(clientId, now, atMost),
      this.repository.past(clientId, now, atMost),
      this.repository.counts(clientId, now),
    ]);
    return { upcoming: upcoming.map((row) => this.present(row)), past: past.map((row) => this.present(row)), counts };
  }

  /** @throws DomainError not_found for another person's booking */
  async find(clientId: string, id: string): Promise<OwnBookingRow> {
    const row = await this.repository.find(clientId, id);
    if (!row) throw new DomainError('not_found', messages.noSuchBooking);
    return row;
  }

  /** One booking that is known to be there, as it stands now. */
  async show(clientId: string, id: string, on?: Queryable): Promise<ClientBookingDto> {
    const row = await this.repository.find(clientId, id, on);
    if (!row) throw new DomainError('not_found', messages.noSuchBooking);
    return this.present(row);
  }

  private present(row: ClientBookingRow): ClientBookingDto {
    return toClientBooking(row, this.cipher, this.clock.now().getTime());
  }
}
