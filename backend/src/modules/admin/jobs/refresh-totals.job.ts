import { Handles } from '../../../common/queues/job-catalogue';
import { JobHandler } from '../../../common/queues/job-handler.decorator';
import { PracticeTotalsService } from '../practice-totals.service';

/** Few tries: the next round comes within the minute. */
@JobHandler('maintenance', 'refresh-totals', { attempts: 2 })
export class RefreshTotalsJob implements Handles<'refresh-totals'> {
  constructor(private readonly totals: PracticeTotalsService) {}

  async handle(): Promise<void> {
    await this.totals.refresh();
  }
}
