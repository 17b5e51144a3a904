import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { failureReason } from '../queues/job-failure';
import { QueueName } from '../queues/queue-names';

/** What can fail behind the product: the parts of the base, and each queue's work. */
export type FailingPart = 'database' | 'redis' | 'sign_in' | QueueName;

export interface PartFailure {
  part: FailingPart;
  failed_at: Date;
  reason: string;
}

const NOTE = {
  name: 'part-failure-note',
  text: `insert into part_failures (part, failed_at, reason) values ($1, now(), $2)
         on conflict (part) do update set failed_at = excluded.failed_at, reason = excluded.reason`,
};

/** The last failure of each part, so that the administrator's status can tell it. */
@Injectable()
export class PartFailures {
  constructor(private readonly database: Database) {}

  /** Never throws: telling about a failure must not cause another one. The reason is one line and names no person. */
  async note(part: FailingPart, reason: unknown): Promise<void> {
    await this.database.query(NOTE, [part, failureReason(reason)]).catch(() => undefined);
  }

  /** The newest first. */
  list(): Promise<PartFailure[]> {
    return this.database.query<PartFailure>({ name: 'part-failures', text: 'select part, failed_at, reason from part_failures order by failed_at desc' });
  }
}
