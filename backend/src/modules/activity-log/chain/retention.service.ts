import { Injectable } from '@nestjs/common';
import { LessThanOrEqual } from 'typeorm';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { statement } from '../../../common/database/database';
import { Work, Works } from '../../../common/work/work';
import { ActivityLogEntry, ActivitySeal } from '../activity.entity';
import { ChainReport } from './chain-report';
import { ActivityChain, ChainCheck } from './chain.service';
import { ActivityCheckpoint, isPastRetention, keptSince } from './checkpoint';
import { ActivityCheckpointRepository } from './checkpoint.repository';

/** What was removed; `report` says why nothing was, if the log is not in order. */
export interface Pruned {
  /** The checkpoint from which the log can be checked now; null when nothing was old enough. */
  month: string | null;
  entries: number;
  seals: number;
  report: ChainReport;
}

const NO_TIMEOUT = statement('activity-no-timeout', 'set local statement_timeout = 0');
const REMOVABLE = statement<{ removable: boolean }>('activity-removable', `select not exists (select from activity_log where seq <= $1 and at >= $2)
                and exists (select from activity_log where seq <= $1)
                and exists (select from activity_seals where id > $3) as removable`);

/** Lets go of what is older than six full years. Only the owner's role may; the application's is refused by the database. */
@Injectable()
export class ActivityRetention {
  constructor(
    private readonly works: Works,
    private readonly checkpoints: ActivityCheckpointRepository,
    private readonly chain: ActivityChain,
  ) {}

  /**
   * Removes entries and seals up to the newest checkpoint before which everything is old enough, and keeps every checkpoint. A log that does
   * not verify is left as it is, since it is evidence.
   */
  async prune(check: Pick<ChainCheck, 'trustedKeys'> = {}): Promise<Pruned> {
    const report = await this.chain.verify(check);
    const nothing = { month: null, entries: 0, seals: 0, report };
    if (!report.ok) return nothing;
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      await work.tx.query(NO_TIMEOUT);
      const checkpoint = await this.newestRemovable(work);
      if (!checkpoint) return nothing;
      const entries = await work.tx.manager.delete(ActivityLogEntry, { seq: LessThanOrEqual(String(checkpoint.last_seq)) });
      const seals = await work.tx.manager.delete(ActivitySeal, { id: LessThanOrEqual(String(checkpoint.seal_id)) });
      const removed = { entries: entries.affected ?? 0, seals: seals.affected ?? 0 };
      await work.record({ action: 'prune_activity_log', details: removed });
      return { month: checkpoint.month, ...removed, report };
    });
  }

  private async newestRemovable(work: Work): Promise<ActivityCheckpoint | undefined> {
    const now = work.now();
    const old = (await this.checkpoints.listCheckpoints(work.tx)).filter(({ month }) => isPastRetention(month, now));
    for (const checkpoint of old.reverse()) {
      const [row] = await work.tx.query(REMOVABLE, [checkpoint.last_seq, keptSince(now), checkpoint.seal_id]);
      if (row?.removable) return checkpoint;
    }
    return undefined;
  }
}
