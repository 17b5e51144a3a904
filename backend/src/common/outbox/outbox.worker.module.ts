import { Module } from '@nestjs/common';
import { QueuesModule } from '../queues/queues.module';
import { JobProcessor } from './job-processor';
import { OutboxFinishedTask } from './outbox-finished.task';
import { OutboxListener } from './outbox-listener';
import { OutboxRelay } from './outbox-relay';
import { OutboxTiming } from './outbox-timing';
import { OutboxWorker } from './outbox-worker';
import { OutboxModule } from './outbox.module';
import { OutboxRepository } from './outbox.repository';

/** The worker's side: rows to Redis, jobs to their handlers. */
@Module({
  imports: [OutboxModule, QueuesModule],
  providers: [OutboxRepository, OutboxTiming, OutboxListener, OutboxRelay, JobProcessor, OutboxWorker, OutboxFinishedTask],
})
export class OutboxWorkerModule {}
