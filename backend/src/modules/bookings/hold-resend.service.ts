import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Database } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { BookingHoldRepository } from './booking-hold.repository';
import { heldAnswer } from './booking-holds.service';
import { BookingHeldDto } from './dto/create-booking.dto';
import { HoldCodes } from './hold-codes.service';
import { HoldSecrets } from './hold-secrets';
import * as messages from './messages';

const WAIT_MS = 60_000;

/** Sends another code for a held time. The one before is then worth nothing; the time is kept no longer than it was. */
@Injectable()
export class HoldResend {
  constructor(
    private readonly database: Database,
    private readonly repository: BookingHoldRepository,
    private readonly secrets: HoldSecrets,
    private readonly codes: HoldCodes,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found when the time is not held any more; conflict when it is booked; too_many within 60 s of the last code */
  async resend(holdId: string): Promise<BookingHeldDto> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      const hold = await this.repository.lock(holdId, tx);
      if (hold?.booking_id) throw new DomainError('conflict', messages.holdConfirmed);
      if (!hold || hold.expires_at <= now) throw new DomainError('not_found', messages.noSuchHold);
      const waitMs = hold.code_sent_at.getTime() + WAIT_MS - now.getTime();
      if (waitMs > 0) {
        const seconds = Math.ceil(waitMs / 1000);
        throw new DomainError('too_many', messages.resendWait(seconds), { retryAfterSeconds: seconds });
      }
      await this.codes.count(tx, { addressHash: hold.address_hash, connectionHash: hold.connection_hash });
      const { booking } = this.secrets.openRequest(holdId, hold.request);
      await this.repository.replaceCode(holdId, this.codes.newCode(holdId, booking, now), tx);
      await this.codes.send(tx, holdId);
      return heldAnswer(holdId, hold.expires_at.getTime() - now.getTime());
    });
  }
}
