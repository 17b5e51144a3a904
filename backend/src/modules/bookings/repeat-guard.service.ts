import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { ColumnCipher } from '../../common/crypto/column-cipher';
import { KeyRing } from '../../common/crypto/key-ring';
import { Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { IdempotencyRepository } from './idempotency.repository';
import * as messages from './messages';

const FORM = /^[\x21-\x7e]{8,255}$/;

/** A request with an Idempotency-Key, as it is stored: digests in hex, neither key nor body. */
export interface RepeatMark {
  scope: string;
  body: string;
}

/** One request that may be a repeat of an earlier one. */
export interface Repeat<Answer> {
  readonly mark: RepeatMark;
  /** @throws DomainError rule when the key was used for another body */
  earlierAnswer(on?: Queryable): Promise<Answer | undefined>;
  /** @param bookingId the booking that was made, null while there is none */
  remember(tx: Queryable, bookingId: string | null, answer: Answer): Promise<void>;
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

  /**
   * @param scope the route, and whose request it is where keys of several people must not meet
   * @returns undefined when the request carries no key
   */
  of<Answer extends object>(scope: string, key: string | undefined, body: object): Repeat<Answer> | undefined {
    if (key === undefined) return undefined;
    if (!FORM.test(key)) throw new DomainError('invalid', messages.badKey);
    return this.resume<Answer>({
      scope: this.keys.digest('idempotency', `${scope} ${key}`).toString('hex'),
      body: this.keys.digest('idempotency-body', canonical(body)).toString('hex'),
    });
  }

  /** A request that was seen before and is answered for good only now. */
  resume<Answer extends object>(mark: RepeatMark): Repeat<Answer> {
    const scopeHash = Buffer.from(mark.scope, 'hex');
    const bodyHash = Buffer.from(mark.body, 'hex');
    const place = { table: 'idempotency_keys', column: 'answer', rowId: mark.scope };
    return {
      mark,
      earlierAnswer: async (on) => {
        const earlier = await this.repository.find(scopeHash, this.clock.now(), on);
        if (!earlier) return undefined;
        if (!earlier.body_hash.equals(bodyHash)) throw new DomainError('rule', messages.keyReused);
        return JSON.parse(this.cipher.decrypt(earlier.answer, place)) as Answer;
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

function canonical(body: object): string {
  return JSON.stringify(Object.entries(body).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));
}
