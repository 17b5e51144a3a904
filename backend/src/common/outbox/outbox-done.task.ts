import { MaintenanceTask, TidiesUp } from '../queues/maintenance-task.decorator';
import { OutboxRepository } from './outbox.repository';

/** Jobs that were done a week ago. What was given up stays until a person has looked at it. */
@MaintenanceTask('done jobs')
export class OutboxDoneTask implements TidiesUp {
  constructor(private readonly rows: OutboxRepository) {}

  async tidyUp(): Promise<number> {
    let total = 0;
    let removed: number;
    do {
      removed = await this.rows.removeDone();
      total += removed;
    } while (removed > 0);
    return total;
  }
}
