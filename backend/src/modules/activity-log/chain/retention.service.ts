import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Work, Works } from '../../../common/work/work';
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

const REMOVABLE = {
  text: `select not exists (select from activity_log where seq <= $1 and at >= $2)
                and exists (select from activity_log where seq <= $1)
                and exists (select from activity_seals where id > $3) as removable`,
};
const REMOVE_ENTRIES = {
  text: `with gone as (delete from activity_log where seq <= $1 returning 1) select count(*)::int as count from gone`,
};
const REMOVE_SEALS = {
  text: `with gone as (delete from activity_seals where id <= $1 returning 1) select count(*)::int as count from gone`,
};

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
      await work.tx.query('set local statement_timeout = 0');
      const checkpoint = await this.newestRemovable(work);
      if (!checkpoint) return nothing;
      const [entries] = await work.tx.query<{ count: number }>(REMOVE_ENTRIES, [checkpoint.lastSeq]);
      const [seals] = await work.tx.query<{ count: number }>(REMOVE_SEALS, [checkpoint.sealId]);
      const removed = { entries: entries?.count ?? 0, seals: seals?.count ?? 0 };
      await work.record({ action: 'prune_activity_log', details: removed });
      return { month: checkpoint.month, ...removed, report };
    });
  }

  private async newestRemovable(work: Work): Promise<ActivityCheckpoint | undefined> {
    const now = work.now();
    const old = (await this.checkpoints.listCheckpoints(work.tx)).filter(({ month }) => isPastRetention(month, now));
    for (const checkpoint of old.reverse()) {
      const values = [checkpoint.lastSeq, keptSince(now), checkpoint.sealId];
      const [row] = await work.tx.query<{ removable: boolean }>(REMOVABLE, values);
      if (row?.removable) return checkpoint;
    }
    return undefined;
  }
}
