import { Clock } from '../../common/clock/clock';
import { MaintenanceTask, TidiesUp } from '../../common/queues/maintenance-task.decorator';
import { IdempotencyRepository } from './idempotency.repository';

/** Answers that are no longer repeated. */
@MaintenanceTask('idempotency keys')
export class IdempotencyKeysTask implements TidiesUp {
  constructor(
    private readonly answers: IdempotencyRepository,
    private readonly clock: Clock,
  ) {}

  tidyUp(): Promise<number> {
    return this.answers.deleteExpired(this.clock.now());
  }
}
