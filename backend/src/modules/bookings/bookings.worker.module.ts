import { Module } from '@nestjs/common';
import { BookingHoldRepository } from './booking-hold.repository';
import { BookingHoldsTask } from './booking-holds.task';
import { HoldSecrets } from './hold-secrets';
import { IdempotencyKeysTask } from './idempotency-keys.task';
import { IdempotencyRepository } from './idempotency.repository';

@Module({
  providers: [BookingHoldRepository, BookingHoldsTask, HoldSecrets, IdempotencyRepository, IdempotencyKeysTask],
  exports: [BookingHoldRepository, HoldSecrets],
})
export class BookingsWorkerModule {}
