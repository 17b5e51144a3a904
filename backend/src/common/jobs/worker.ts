import { BullModule } from '@nestjs/bull';
import { BeforeApplicationShutdown, Injectable, Logger, Module, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Queues } from './bull-queues';
import { failureReason, QUEUE_NAMES } from './job';
import { JobHandlers } from './job-handlers';
import { JobProcessor } from './job-runner';
import { OutboxModule } from './jobs.module';
import { MaintenanceTasks, RunMaintenanceJob } from './maintenance';
import { OutboxListener, OutboxRelay } from './outbox-relay';
import { OutboxTiming } from './outbox-timing';
import { OutboxFinishedTask, OutboxRepository } from './outbox.repository';
import { RedisConnections } from './redis-connections';
import { WorkerHeartbeat, WorkerHeartbeatsTask } from './worker-heartbeat';

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

@Module({ providers: [RedisConnections], exports: [RedisConnections] })
class RedisModule {}

/** The worker's queues; the API process never imports this. */
@Module({
  imports: [
    DiscoveryModule,
    RedisModule,
    BullModule.registerQueueAsync(
      ...QUEUE_NAMES.map((name) => ({
        name,
        imports: [RedisModule],
        inject: [RedisConnections],
        useFactory: (connections: RedisConnections) => connections.queueOptions(),
      })),
    ),
  ],
  providers: [JobHandlers, Queues, WorkerHeartbeat, MaintenanceTasks, RunMaintenanceJob, WorkerHeartbeatsTask],
  exports: [JobHandlers, Queues, WorkerHeartbeat, RedisModule],
})
export class QueuesModule {}

/** The worker's side: rows to Redis, jobs to their handlers. */
@Module({
  imports: [OutboxModule, QueuesModule],
  providers: [OutboxRepository, OutboxTiming, OutboxListener, OutboxRelay, JobProcessor, OutboxWorker, OutboxFinishedTask],
})
export class OutboxWorkerModule {}
