import { MaintenanceTask, TidiesUp } from '../queues/maintenance-task.decorator';
import { OutboxRepository } from './outbox.repository';

/**
 * Jobs that were done, or discarded by a person, a week ago; done upkeep after an hour. What was given up stays until a person has
 * looked at it.
 */
@MaintenanceTask('finished jobs')
export class OutboxFinishedTask implements TidiesUp {
  constructor(private readonly rows: OutboxRepository) {}

  async tidyUp(): Promise<number> {
    let total = 0;
    let removed: number;
    do {
      removed = await this.rows.removeFinished();
      total += removed;
    } while (removed > 0);
    return total;
  }
}
