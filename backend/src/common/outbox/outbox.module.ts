import { Global, Module } from '@nestjs/common';
import { Outbox } from './outbox.service';

/** What a process needs to leave jobs; it has no part that knows Redis. */
@Global()
@Module({ providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}
