import { Handles } from '../../../common/queues/job-catalogue';
import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { ActivityCheckpoints } from '../activity-checkpoints.service';
import { ActivitySealer } from '../activity-sealer.service';

/** Longer than the application lets a transaction live. */
const WAIT_FOR_WRITERS_MS = 20_000;

/** Few tries: the next round comes within the minute. */
@JobHandler('maintenance', 'seal-activity', { attempts: 3 })
export class SealActivityJob implements Handles<'seal-activity'> {
  constructor(
    private readonly sealer: ActivitySealer,
    private readonly checkpoints: ActivityCheckpoints,
  ) {}

  async handle(): Promise<void> {
    await this.sealer.run(WAIT_FOR_WRITERS_MS);
    await this.checkpoints.signPastMonths();
  }
}
