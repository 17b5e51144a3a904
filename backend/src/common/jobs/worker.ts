import { BullModule } from '@nestjs/bull';
import { BeforeApplicationShutdown, Injectable, Logger, Module, OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryModule, ModuleRef } from '@nestjs/core';
import { AppConfig } from '../../config/app-config';
import { QUEUE_NAMES } from '../../config/queue-names';
import { BullQueues } from './bull-queues';
import { failureReason } from './job';
import { JobHandlers } from './job-handlers';
import { JobMeasures } from './job-measures';
import { JobRunner } from './job-runner';
import { Maintenance } from './maintenance';
import { OutboxListener, OutboxRelay } from './outbox-relay';
import { OutboxTiming } from './outbox-timing';
import { OutboxRepository } from './outbox.repository';
import { concurrencyWith, DirectQueues, Queues } from './queues';
import { RedisConnections } from './redis-connections';
import { Heartbeat } from './worker-heartbeat';

/** Starts and stops the worker's moving parts in order. Stops before Postgres is left, so that running jobs can write their end. */
@Injectable()
class OutboxWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('queue');

  constructor(
    private readonly handlers: JobHandlers,
    private readonly queues: Queues,
    private readonly runner: JobRunner,
    private readonly relay: OutboxRelay,
    private readonly heartbeat: Heartbeat,
  ) {}

  onApplicationBootstrap(): void {
    for (const queue of this.handlers.queues) {
      this.queues.consume(
        queue,
        (id) => this.runner.run(id),
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

/** The side that does jobs: rows to a queue, jobs to their handlers. The API process never imports this, and so consumes nothing. */
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
  providers: [
    {
      provide: Queues,
      inject: [AppConfig, ModuleRef, RedisConnections],
      useFactory: ({ queue, notetaker }: AppConfig, modules: ModuleRef, redis: RedisConnections) => {
        const concurrency = concurrencyWith(notetaker.slots);
        return queue.engine === 'redis' ? new BullQueues(modules, redis, concurrency) : new DirectQueues(concurrency);
      },
    },
    JobHandlers,
    JobMeasures,
    JobRunner,
    Maintenance,
    OutboxListener,
    OutboxRelay,
    OutboxRepository,
    OutboxTiming,
    OutboxWorker,
    Heartbeat,
  ],
})
export class JobsWorkerModule {}
