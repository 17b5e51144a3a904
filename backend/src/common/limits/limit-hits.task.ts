import { Clock } from '../clock/clock';
import { Database } from '../database/database';
import { MaintenanceTask, TidiesUp } from '../queues/maintenance-task.decorator';

/** Longer than any limit's window. */
const KEPT_MS = 48 * 3_600_000;

/** Counted events that no limit looks at any more. */
@MaintenanceTask('limit hits')
export class LimitHitsTask implements TidiesUp {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    const rows = await this.database.query('delete from limit_hits where hit_at < $1 returning 1', [new Date(this.clock.now().getTime() - KEPT_MS)]);
    return rows.length;
  }
}
