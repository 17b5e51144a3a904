import { getQueueToken } from '@nestjs/bull';
import { ModuleRef } from '@nestjs/core';
import type { Job, Queue } from 'bull';
import { QueueName } from '../../config/queue-names';
import type { QueueTrouble } from './queue-trouble';
import { Concurrency, FINISH_WITHIN_MS, Queues, RunJob } from './queues';
import { RedisConnections } from './redis-connections';

/** For the case that Postgres cannot be asked about the job; a failing handler is retried by the outbox, not by Bull. */
const DELIVERY = {
  attempts: 5,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: true,
  removeOnFail: true,
} as const;

/** Bull sets this timer once more when it was asking Redis for delayed jobs while it was closed; it would keep the process for 5 s. */
interface QueueWithTimer extends Queue {
  delayTimer?: NodeJS.Timeout;
}

/** The Bull queues of this worker on Redis. The id of a job is the id of the outbox row. */
export class BullQueues extends Queues {
  private readonly consumed = new Set<Queue>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly connections: RedisConnections,
    private readonly concurrency: Concurrency,
  ) {
    super();
  }

  onReady(listener: () => void): void {
    this.connections.onReady(listener);
  }

  trouble(): Promise<QueueTrouble | null> {
    return this.connections.trouble();
  }

  serverName(): Promise<string | null> {
    return this.connections.serverName();
  }

  async add(name: QueueName, id: string, job: string, again: boolean): Promise<void> {
    const queue = this.queue(name);
    if (again) await this.removeGivenUp(queue, id);
    await queue.add(job, {}, { ...DELIVERY, jobId: id });
  }

  /** Takes the jobs of a queue from now on, also when Redis comes only later. */
  consume(name: QueueName, run: RunJob, onError: (error: Error) => void): void {
    const queue = this.queue(name);
    // Bull names its connection for CLIENT LIST and lets nobody catch it when that fails; we do without the name.
    // Its module closes queues once more at the end and waits for ever when Redis is away: {@link close} has done it, within a time.
    Object.assign(queue, { setWorkerName: () => Promise.resolve(), onApplicationShutdown: () => Promise.resolve() });
    queue.on('error', onError);
    this.consumed.add(queue);
    queue.process('*', this.concurrency[name] ?? 1, (job: Job) => run(String(job.id))).catch(onError);
  }

  /** Takes no further jobs, lets the running ones finish for a while, then leaves Redis. */
  async close(): Promise<void> {
    this.connections.stopWaiting();
    // Where Redis is away there is nothing to leave.
    const closed = Promise.allSettled([...this.consumed].map((queue) => queue.close()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FINISH_WITHIN_MS);
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
    await this.connections.close();
    for (const queue of this.consumed) clearTimeout((queue as QueueWithTimer).delayTimer);
  }

  /** Drops a job that Redis gave up on, since it would keep {@link add} from doing anything. */
  private async removeGivenUp(queue: Queue, id: string): Promise<void> {
    const job = await queue.getJob(id);
    if (job && ((await job.isFailed()) || (await job.isCompleted()))) await job.remove();
  }

  private queue(name: QueueName): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }
}
