import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { KeyRing } from '../../common/crypto/key-ring';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { BookingConfirmationDto, CreateBookingDto } from './dto/create-booking.dto';
import { IdempotencyRepository } from './idempotency.repository';
import * as messages from './messages';

const ROUTE = 'POST /api/bookings';
const FORM = /^[\x21-\x7e]{8,255}$/;

/** One request that may be a repeat of an earlier one. */
export interface Repeat {
  /** @throws DomainError rule when the key was used for another body */
  earlierAnswer(on?: Queryable): Promise<BookingConfirmationDto | undefined>;
  remember(tx: Queryable, bookingId: string, answer: BookingConfirmationDto): Promise<void>;
}

/** Recognises a repeated request by its Idempotency-Key for 24 hours. The remembered answer is encrypted. */
@Injectable()
export class RepeatGuard {
  constructor(
    private readonly repository: IdempotencyRepository,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined when the request carries no key */
  of(key: string | undefined, body: CreateBookingDto): Repeat | undefined {
    if (key === undefined) return undefined;
    if (!FORM.test(key)) throw new DomainError('invalid', messages.badKey);
    const scopeHash = this.keys.digest('idempotency', `${ROUTE} ${key}`);
    const bodyHash = this.keys.digest('idempotency-body', canonical(body));
    const place = { table: 'idempotency_keys', column: 'answer', rowId: scopeHash.toString('hex') };
    return {
      earlierAnswer: async (on) => {
        const earlier = await this.repository.find(scopeHash, this.clock.now(), on);
        if (!earlier) return undefined;
        if (!earlier.body_hash.equals(bodyHash)) throw new DomainError('rule', messages.keyReused);
        return JSON.parse(this.cipher.decrypt(earlier.answer, place)) as BookingConfirmationDto;
      },
      remember: (tx, bookingId, answer) =>
        this.repository.remember(
          scopeHash,
          { body_hash: bodyHash, booking_id: bookingId, answer: this.cipher.encrypt(JSON.stringify(answer), place) },
          this.clock.now(),
          tx,
        ),
    };
  }
}

function canonical(body: CreateBookingDto): string {
  return JSON.stringify(Object.entries(body).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));
}
