import { Database } from '../database/database';
import { MaintenanceTask, TidiesUp } from './maintenance-task.decorator';

/** Workers that were killed leave their last sign of life behind. */
@MaintenanceTask('worker heartbeats')
export class WorkerHeartbeatsTask implements TidiesUp {
  constructor(private readonly database: Database) {}

  async tidyUp(): Promise<number> {
    const gone = await this.database.query(
      `delete from worker_heartbeats where seen_at < now() - interval '1 day' returning worker_id`,
    );
    return gone.length;
  }
}
