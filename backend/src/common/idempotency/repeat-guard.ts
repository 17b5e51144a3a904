import { Injectable } from '@nestjs/common';
import { LessThan } from 'typeorm';
import { Clock } from '../clock/clock';
import { ColumnCipher } from '../crypto/column-cipher';
import { KeyRing } from '../crypto/key-ring';
import { Database, Queryable, statement } from '../database/database';
import { IdempotencyKey } from '../database/kit.entity';
import { DomainError } from '../errors/domain-error';
import { Upkeep } from '../jobs/job';
import { Work } from '../work/work';

const KEY_REUSED = 'This Idempotency-Key was used for another request.';
const BAD_KEY = 'An Idempotency-Key has 8 to 255 visible characters.';
const LIFETIME_MS = 24 * 3_600_000;

const FIND = statement<Pick<IdempotencyKey, 'body_hash' | 'answer'>>('idempotency-find', 'select body_hash, answer from idempotency_keys where scope_hash = $1 and created_at > $2');
const REMEMBER = statement('idempotency-remember', `insert into idempotency_keys (scope_hash, body_hash, answer, created_at) values ($1, $2, $3, $4)
         on conflict (scope_hash) do update set body_hash = excluded.body_hash, answer = excluded.answer, created_at = excluded.created_at`);

/** Waits for a request with the same key that is being worked on. A row of one that was rolled back was never there. */
const CLAIM = statement<Pick<IdempotencyKey, 'scope_hash'>>('idempotency-claim', `insert into idempotency_keys (scope_hash, body_hash, answer, created_at) values ($1, $2, '', $3)
         on conflict (scope_hash) do update set body_hash = excluded.body_hash, answer = '', created_at = excluded.created_at
         where idempotency_keys.created_at <= $4 returning scope_hash`);

const FORM = /^[\x21-\x7e]{8,255}$/;

/** The header, as the contract describes it. */
export const REPEATABLE = { name: 'Idempotency-Key', required: false, description: '8 to 255 visible characters; a repeat gets the first answer for 24 hours.' };

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
  /**
   * The earlier answer; without one, no repeat is worked on before this transaction ends, which must remember its answer. For what nothing
   * else keeps from being made twice.
   * @throws DomainError rule when the key was used for another body
   */
  claim(work: Work): Promise<Answer | undefined>;
  remember(work: Work, answer: Answer): Promise<void>;
}

/** Recognises a repeated request by its Idempotency-Key for 24 hours. The remembered answer is encrypted. */
@Injectable()
export class RepeatGuard {
  constructor(
    private readonly database: Database,
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
    if (!FORM.test(key)) throw new DomainError('invalid', BAD_KEY);
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
    const oldest = (): Date => new Date(this.clock.now().getTime() - LIFETIME_MS);
    const earlierAnswer = async (on: Queryable = this.database): Promise<Answer | undefined> => {
      const [earlier] = await on.query(FIND, [scopeHash, oldest()]);
      if (!earlier) return undefined;
      if (!earlier.body_hash.equals(bodyHash)) throw new DomainError('rule', KEY_REUSED);
      return JSON.parse(this.cipher.decrypt(earlier.answer, place)) as Answer;
    };
    return {
      mark,
      earlierAnswer,
      claim: async (work) => {
        const [claimed] = await work.tx.query(CLAIM, [scopeHash, bodyHash, work.now(), oldest()]);
        return claimed ? undefined : earlierAnswer(work.tx);
      },
      remember: async (work, answer) => {
        await work.tx.query(REMEMBER, [scopeHash, bodyHash, this.cipher.encrypt(JSON.stringify(answer), place), work.now()]);
      },
    };
  }

  /** Answers that are no longer repeated. */
  @Upkeep('idempotency keys')
  async deleteExpired(): Promise<number> {
    const { affected } = await this.database.manager.delete(IdempotencyKey, { created_at: LessThan(new Date(this.clock.now().getTime() - LIFETIME_MS)) });
    return affected ?? 0;
  }
}

function canonical(body: object): string {
  return JSON.stringify(Object.entries(body).filter(([, value]) => value !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));
}
