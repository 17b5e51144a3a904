import { Handles, JobHandler } from '../../../common/jobs/job';
import { ActivityCheckpoints } from './checkpoints.service';
import { ActivitySealer } from './sealer.service';

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
