import { Module } from '@nestjs/common';
import { IdempotencyKeysTask } from './idempotency-keys.task';
import { IdempotencyRepository } from './idempotency.repository';

@Module({ providers: [IdempotencyRepository, IdempotencyKeysTask] })
export class BookingsWorkerModule {}
