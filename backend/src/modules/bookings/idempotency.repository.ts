import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';

export interface RememberedAnswer {
  body_hash: Buffer;
  /** Null while the request only holds a time. */
  booking_id: string | null;
  answer: Buffer;
}

export const IDEMPOTENCY_LIFETIME_MS = 24 * 3_600_000;

/** First answers of requests that carried an Idempotency-Key. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  async find(scopeHash: Buffer, now: Date, on: Queryable = this.database): Promise<RememberedAnswer | undefined> {
    const [row] = await on.query<RememberedAnswer>(
      { name: 'idempotency-find', text: 'select body_hash, booking_id, answer from idempotency_keys where scope_hash = $1 and created_at > $2' },
      [scopeHash, new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS)],
    );
    return row;
  }

  async remember(scopeHash: Buffer, answer: RememberedAnswer, now: Date, on: Queryable): Promise<void> {
    await on.query(
      {
        name: 'idempotency-remember',
        text: `insert into idempotency_keys (scope_hash, body_hash, booking_id, answer, created_at) values ($1, $2, $3, $4, $5)
               on conflict (scope_hash) do update set body_hash = excluded.body_hash, booking_id = excluded.booking_id,
                 answer = excluded.answer, created_at = excluded.created_at`,
      },
      [scopeHash, answer.body_hash, answer.booking_id, answer.answer, now],
    );
  }

  /** @returns how many went */
  async deleteExpired(now: Date): Promise<number> {
    const rows = await this.database.query('delete from idempotency_keys where created_at < $1 returning 1', [new Date(now.getTime() - IDEMPOTENCY_LIFETIME_MS)]);
    return rows.length;
  }
}
