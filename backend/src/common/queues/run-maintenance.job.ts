import { Handles } from './job-catalogue';
import { JobHandler } from './job-handler.decorator';
import { MaintenanceTasks } from './maintenance-tasks';

/** Few tries: the next round comes within the hour. */
@JobHandler('maintenance', 'run-maintenance', { attempts: 3 })
export class RunMaintenanceJob implements Handles<'run-maintenance'> {
  constructor(private readonly tasks: MaintenanceTasks) {}

  async handle(): Promise<void> {
    await this.tasks.runAll();
  }
}
