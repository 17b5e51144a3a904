import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../common/access/actor';
import { Upkeep } from '../../common/jobs/job';
import { Works } from '../../common/work/work';
import { ActivityLog } from './activity-log.service';

/** The hours' totals of what is only counted. It stands beside the log, which every unit of work needs to begin. */
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
}
