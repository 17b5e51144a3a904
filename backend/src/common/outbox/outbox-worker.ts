import { BeforeApplicationShutdown, Injectable, Logger, OnApplicationBootstrap } from '@nestjs/common';
import { failureReason } from '../queues/job-failure';
import { JobHandlers } from '../queues/job-handlers';
import { Queues } from '../queues/queues';
import { WorkerHeartbeat } from '../queues/worker-heartbeat';
import { JobProcessor } from './job-processor';
import { OutboxRelay } from './outbox-relay';

/** Starts and stops the worker's moving parts in order. Stops before Postgres is left, so that running jobs can write their end. */
@Injectable()
export class OutboxWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('queue');

  constructor(
    private readonly handlers: JobHandlers,
    private readonly queues: Queues,
    private readonly processor: JobProcessor,
    private readonly relay: OutboxRelay,
    private readonly heartbeat: WorkerHeartbeat,
  ) {}

  onApplicationBootstrap(): void {
    for (const queue of this.handlers.queues) {
      this.queues.consume(
        queue,
        (id) => this.processor.run(id),
        (error) => this.logger.debug(`${queue}: ${failureReason(error)}`),
      );
    }
    this.heartbeat.start();
    this.relay.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.relay.stop();
    await this.heartbeat.stop();
    await this.queues.close();
  }
}
