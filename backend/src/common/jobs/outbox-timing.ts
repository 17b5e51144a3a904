import { Injectable } from '@nestjs/common';
import type { QueueName } from '../../config/queue-names';
import { timeOf } from './queues';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/** How often the worker looks, and how long it waits. */
@Injectable()
export class OutboxTiming {
  /** The longest a new row waits when no notification arrives. */
  readonly pollMs: number = 1_000;
  readonly sweepEveryMs: number = 15_000;
  /** A job that was handed over and is not finished after this long is handed over again. */
  readonly sweepAfterMs: number = 60_000;
  /** The longest wait between two looks while Postgres or the queue is away. */
  readonly longestPauseMs: number = 5_000;
  readonly redisTimeoutMs: number = 3_000;

  /** {@link timeOf} */
  jobWithinMs(queue: QueueName): number | undefined {
    return timeOf(queue);
  }

  /** The wait after the given failed try: 5 s, 10 s, 20 s … at most an hour. */
  retryAfterMs(attempt: number): number {
    return Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS);
  }
}
