import { Global, Module } from '@nestjs/common';
import { FailedJobs } from './failed-jobs';
import { Outbox } from './outbox.service';

/** What a process needs to leave jobs; it has no part that knows Redis. */
@Global()
@Module({ providers: [Outbox, FailedJobs], exports: [Outbox, FailedJobs] })
export class OutboxModule {}
