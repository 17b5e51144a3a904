import { Injectable, Logger } from '@nestjs/common';
import { PartFailures } from '../health/part-failures';
import { JobOutcome, Metrics } from '../metrics/metrics';
import { inSpan, Tracing } from '../tracing/tracing';
import { withinTime } from '../process/within-time';
import { failureReason, NotYet, PermanentFailure, Refused } from './job';
import { JobHandlers } from './job-handlers';
import { OutboxTiming } from './outbox-timing';
import { BegunJob, OutboxRepository } from './outbox.repository';

/**
 * Does the job of an outbox row, at least once. Tries are counted in the row, so that a queue that forgets does not start them over and
 * a job that kills its worker is given up in the end.
 */
@Injectable()
export class JobRunner {
  private readonly logger = new Logger('jobs');

  constructor(
    private readonly rows: OutboxRepository,
    private readonly handlers: JobHandlers,
    private readonly timing: OutboxTiming,
    private readonly failures: PartFailures,
    private readonly metrics: Metrics,
    private readonly tracing: Tracing,
  ) {}

  /** @throws only when Postgres cannot be asked; a handler's failure is written to the row */
  async run(id: string): Promise<void> {
    const row = await this.rows.begin(id);
    if (!row) return;
    const registered = this.handlers.find(row.job);
    if (!registered)
      return this.giveUp(row, 'This version of the worker does not know the job. Was an older version started?');
    const { attempts } = registered.job;
    if (row.attempts > attempts) {
      return this.giveUp(
        row,
        `Given up after ${attempts} tries that never came to an end. See the worker's log for crashes.`,
      );
    }
    const began = performance.now();
    const span = this.tracing.begin('job', row.job);
    const count = (outcome: JobOutcome): void => {
      const ms = performance.now() - began;
      this.metrics.countJob(registered.job.queue, row.job, outcome, ms / 1_000);
      // Its payload, which tells whose it is, is not.
      this.logger.log({ job: row.job, queue: registered.job.queue, id, ...(span && { trace_id: span.traceId }), try: row.attempts, outcome, ms: Math.round(ms) });
      span?.end(outcome === 'tried' || outcome === 'given_up', { queue: registered.job.queue, outcome });
    };
    try {
      const within = this.timing.jobWithinMs(registered.job.queue);
      const work = inSpan(span, () => registered.run(row.payload));
      await (within === undefined ? work : withinTime(within, work));
    } catch (error) {
      if (error instanceof NotYet) {
        count('put_off');
        return this.rows.putOff(id, error.waitMs);
      }
      const isFinal = error instanceof PermanentFailure || (error instanceof Refused && error.isFinal);
      const isLast = isFinal || row.attempts >= attempts;
      const isRefused = error instanceof Refused && registered.job.toTypedAddress === true;
      if (isRefused && isLast) {
        count('refused');
        return this.rows.letGo(id, failureReason(error));
      }
      count(isLast ? 'given_up' : 'tried');
      if (isFinal) return this.giveUp(row, failureReason(error));
      return this.failed(row, attempts, error, !isRefused);
    }
    count('done');
    await this.rows.finish(id);
  }

  private async failed(row: BegunJob, attempts: number, error: unknown, isTold: boolean): Promise<void> {
    const reason = failureReason(error);
    if (row.attempts >= attempts) return this.giveUp(row, `Given up after ${row.attempts} tries. The last one: ${reason}`);
    this.logger.warn(`${row.job} ${row.id}: try ${row.attempts} of ${attempts} failed: ${reason}`);
    await this.rows.postpone(row.id, reason, this.timing.retryAfterMs(row.attempts));
    if (isTold) await this.noteFailure(row, reason);
  }

  private async giveUp(row: BegunJob, reason: string): Promise<void> {
    if (this.handlers.find(row.job)?.job.dispensable) return this.rows.letGo(row.id, reason);
    this.logger.error(`${row.job} ${row.id} given up: ${reason}`);
    await this.rows.giveUp(row.id, reason);
    await this.noteFailure(row, reason);
  }

  private async noteFailure(row: BegunJob, reason: string): Promise<void> {
    const job = this.handlers.find(row.job)?.job;
    if (job && !job.dispensable) await this.failures.note(job.queue, reason);
  }
}
