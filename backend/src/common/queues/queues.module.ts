import { BullModule } from '@nestjs/bull';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { JobHandlers } from './job-handlers';
import { MaintenanceTasks } from './maintenance-tasks';
import { QUEUE_NAMES } from './queue-names';
import { Queues } from './queues';
import { RedisConnections } from './redis-connections';
import { RunMaintenanceJob } from './run-maintenance.job';
import { WorkerHeartbeat } from './worker-heartbeat';
import { WorkerHeartbeatsTask } from './worker-heartbeats.task';

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
