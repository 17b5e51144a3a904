import { getQueueToken } from '@nestjs/bull';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Job, Queue } from 'bull';
import { QueueName } from './job';
import { RedisConnections } from './redis-connections';

/** Mails wait on a server and upkeep on Postgres: they run side by side. Heavy work takes the machine one job at a time. */
const CONCURRENCY: Partial<Record<QueueName, number>> = { mail: 5, maintenance: 3 };
const FINISH_WITHIN_MS = 5_000;
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

/** The Bull queues of this worker. A job in Redis is only a pointer: its id is the id of the outbox row. */
@Injectable()
export class Queues {
  private readonly consumed = new Set<Queue>();

  constructor(
    private readonly modules: ModuleRef,
    private readonly connections: RedisConnections,
  ) {}

  /** Adds a job for an outbox row. Does nothing when Redis still has it. */
  async add(name: QueueName, id: string, job: string): Promise<void> {
    const queue = this.queue(name);
    await queue.add(job, {}, { ...DELIVERY, jobId: id });
  }

  /** Drops a job that Redis gave up on, since it would keep {@link add} from doing anything. */
  async removeGivenUp(name: QueueName, id: string): Promise<void> {
    const job = await this.queue(name).getJob(id);
    if (job && ((await job.isFailed()) || (await job.isCompleted()))) await job.remove();
  }

  /** Takes the jobs of a queue from now on, also when Redis comes only later. */
  consume(name: QueueName, work: (id: string) => Promise<void>, onError: (error: Error) => void): void {
    const queue = this.queue(name);
    // Bull names its connection for CLIENT LIST and lets nobody catch it when that fails; we do without the name.
    // Its module closes queues once more at the end and waits for ever when Redis is away: {@link close} has done it, within a time.
    Object.assign(queue, { setWorkerName: () => Promise.resolve(), onApplicationShutdown: () => Promise.resolve() });
    queue.on('error', onError);
    this.consumed.add(queue);
    queue.process('*', CONCURRENCY[name] ?? 1, (job: Job) => work(String(job.id))).catch(onError);
  }

  /** Takes no further jobs, lets the running ones finish for a while, then leaves Redis. */
  async close(): Promise<void> {
    const closed = Promise.all([...this.consumed].map((queue) => queue.close()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, FINISH_WITHIN_MS);
    });
    await Promise.race([closed, late]);
    clearTimeout(timer);
    await this.connections.close();
    for (const queue of this.consumed) clearTimeout((queue as QueueWithTimer).delayTimer);
  }

  private queue(name: QueueName): Queue {
    return this.modules.get<Queue>(getQueueToken(name), { strict: false });
  }
}
