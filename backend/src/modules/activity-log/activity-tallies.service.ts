import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../common/access/actor';
import { Upkeep } from '../../common/jobs/job';
import { Works } from '../../common/work/work';
import { ActivityLog } from './activity-log.service';

/** The totals of what is only counted, by the hour, and of what recurs, by the quarter of an hour. It stands beside the log, which every unit of work needs to begin. */
@Injectable()
export class ActivityTallies {
  constructor(
    private readonly works: Works,
    private readonly log: ActivityLog,
  ) {}

  @Upkeep('activity tallies')
  closeHours(): Promise<number> {
    return this.works.begin(SYSTEM_ACTOR, (work) => this.log.closeTallies(work));
  }

  @Upkeep('activity recurrences')
  async closeQuarters(): Promise<number> {
    for (let total = 0; ; ) {
      const { entries, isAll } = await this.works.begin(SYSTEM_ACTOR, (work) => this.log.closeRecurrences(work));
      total += entries;
      if (isAll) return total;
    }
  }
}
