import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { connectionOf, Limit, Limits } from '../../../common/limits/limits';
import { AppConfig } from '../../../config/app-config';
import { BookingRepository } from '../booking.repository';
import * as messages from '../messages';

const HOUR_MS = 3_600_000;
const WAVE_MS = 10 * 60_000;
const MOVES_PER_BOOKING: Limit = { scope: 'booking-moves', max: 5, windowMs: HOUR_MS };

/** Who wants to book with whom. */
export interface Booker {
  /** The network address that the request came from. */
  address: string | null;
  therapistId: string;
  email: string;
  /** The signed-in client whose own address was proved, if there is one. */
  clientId: string | null;
}

/** How a booker stands with the therapist at this moment. */
export interface Standing {
  /** Confirmed appointments of the email address that are still to come. */
  upcoming: number;
  /** The signed-in client books with the address of their own account. */
  ownAddress: boolean;
  /** So many strangers booked lately that an address has to be proved first. */
  wave: boolean;
}

/** How many bookings one connection and one email address may make. Only bookings that were made count. */
@Injectable()
export class BookingLimits {
  private readonly perAddress: Limit;
  private readonly movesPerAddress: Limit;

  constructor(
    private readonly limits: Limits,
    private readonly repository: BookingRepository,
    private readonly config: AppConfig,
    private readonly clock: Clock,
  ) {
    this.perAddress = { scope: 'booking-address', max: config.booking.limitPerIp, windowMs: HOUR_MS };
    this.movesPerAddress = { scope: 'booking-moves-address', max: 4 * config.booking.limitPerIp, windowMs: HOUR_MS };
  }

  /**
   * Each move mails both sides, so moves are counted as well: by connection and by booking.
   * @throws DomainError too_many
   */
  async countMove(tx: Queryable, address: string | null, bookingId: string): Promise<void> {
    for (const [limit, key] of [[MOVES_PER_BOOKING, bookingId], [this.movesPerAddress, connectionOf(address)]] as const) {
      if (!(await this.limits.allows(limit, key, tx))) throw new DomainError('too_many', messages.tooManyMoves, { retryAfterSeconds: 3600 });
      await this.limits.count(limit, key, tx);
    }
  }

  /** Bookings of one connection queue up, so that the limit holds for parallel requests too. Taken before the therapist's lock. */
  async lockAddress(tx: Queryable, address: string | null): Promise<void> {
    await this.limits.serialize(this.perAddress, connectionOf(address), tx);
  }

  /** @throws DomainError too_many when the connection made too many bookings */
  async standing(tx: Queryable, booker: Booker): Promise<Standing> {
    if (!(await this.limits.allows(this.perAddress, connectionOf(booker.address), tx))) {
      throw new DomainError('too_many', messages.tooManyFromHere, { retryAfterSeconds: 3600 });
    }
    const now = this.clock.now();
    const row = await this.repository.standing({ ...booker, now, strangersSince: new Date(now.getTime() - WAVE_MS) }, tx);
    return { upcoming: row.upcoming, ownAddress: row.own_address, wave: row.strangers > this.config.booking.waveLimit && !row.own_address };
  }

  /** @throws DomainError too_many when the email address has as many upcoming appointments as it may have */
  assertFewUpcoming({ upcoming }: Standing): void {
    const max = this.config.booking.limitPerAddress;
    if (upcoming >= max) throw new DomainError('too_many', messages.tooManyUpcoming(max));
  }

  async count(tx: Queryable, address: string | null): Promise<void> {
    await this.limits.count(this.perAddress, connectionOf(address), tx);
  }
}
