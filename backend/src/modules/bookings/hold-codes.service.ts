import { Injectable } from '@nestjs/common';
import { newOneTimeCode } from '../../common/crypto/one-time-code';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Limit, Limits } from '../../common/limits/limits';
import { Outbox } from '../../common/outbox/outbox.service';
import { StoredCode } from './booking-hold.repository';
import { CreateBookingDto } from './dto/create-booking.dto';
import { HoldSecrets } from './hold-secrets';
import * as messages from './messages';
import { knownZone } from './visitor-zone';

const TRIES = 5;
const HOUR_MS = 3_600_000;
/** Whoever asks: nobody's inbox is filled from here. */
const PER_ADDRESS: Limit = { scope: 'hold-codes', max: 10, windowMs: HOUR_MS };
/** And nobody mails the world: times that are let go of make room for other addresses. */
const PER_CONNECTION: Limit = { scope: 'hold-codes-connection', max: 20, windowMs: HOUR_MS };

/** The six-digit codes of held times: made, counted and mailed. */
@Injectable()
export class HoldCodes {
  constructor(
    private readonly secrets: HoldSecrets,
    private readonly outbox: Outbox,
    private readonly limits: Limits,
  ) {}

  /**
   * Counts one more code for an email address and for a connection, one request at a time until the transaction ends.
   * @throws DomainError too_many
   */
  async count(tx: Queryable, of: { addressHash: Buffer; connectionHash: Buffer }): Promise<void> {
    await this.countOne(tx, PER_ADDRESS, of.addressHash, messages.tooManyCodes);
    await this.countOne(tx, PER_CONNECTION, of.connectionHash, messages.tooManyCodesFromHere);
  }

  /** A new code as it is stored, with 5 tries. */
  newCode(holdId: string, booking: CreateBookingDto, sentAt: Date): StoredCode {
    const code = newOneTimeCode();
    const mail = { code, email: booking.client_email, client_timezone: knownZone(booking.client_timezone) };
    return { codeHash: this.secrets.codeHash(holdId, code), mailSecret: this.secrets.sealMail(holdId, mail), triesLeft: TRIES, sentAt };
  }

  async send(tx: Queryable, holdId: string): Promise<void> {
    await this.outbox.add(tx, { queue: 'mail', job: 'send-hold-code', payload: { hold_id: holdId } });
  }

  private async countOne(tx: Queryable, limit: Limit, hash: Buffer, refusal: string): Promise<void> {
    const key = hash.toString('hex');
    await this.limits.serialize(limit, key, tx);
    if (!(await this.limits.allows(limit, key, tx))) throw new DomainError('too_many', refusal, { retryAfterSeconds: 3600 });
    await this.limits.count(limit, key, tx);
  }
}
