import { SYSTEM_ACTOR } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database } from '../../common/database/database';
import { MaintenanceTask, TidiesUp } from '../../common/queues/maintenance-task.decorator';
import { ActivityLog } from '../activity-log/activity-log.service';
import { UserRepository } from '../auth/user.repository';
import { AccountRemoval } from './account-removal.service';
import { ClientAccountRepository } from './client-account.repository';

const UNPROVED_FOR_MS = 24 * 3_600_000;
const BATCH = 200;

/** Accounts that were registered a day ago and whose address nobody has proved: the address is free again. */
@MaintenanceTask('unproved accounts')
export class UnprovedAccountsTask implements TidiesUp {
  constructor(
    private readonly database: Database,
    private readonly accounts: ClientAccountRepository,
    private readonly users: UserRepository,
    private readonly removal: AccountRemoval,
    private readonly activity: ActivityLog,
    private readonly clock: Clock,
  ) {}

  async tidyUp(): Promise<number> {
    let total = 0;
    for (let batch = await this.find(); batch.length > 0; batch = await this.find()) {
      const removed: boolean[] = [];
      for (const id of batch) removed.push(await this.remove(id));
      total += removed.filter(Boolean).length;
      if (!removed.includes(true)) return total;
    }
    return total;
  }

  private find(): Promise<string[]> {
    const now = this.clock.now();
    return this.accounts.findUnproved(new Date(now.getTime() - UNPROVED_FOR_MS), now, BATCH);
  }

  /** @returns false when somebody has proved the address in the meantime */
  private remove(id: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await this.users.lock(id, tx);
      const state = await this.accounts.state(id, tx);
      if (!state || state.verified_at) return false;
      // Whoever registered it may be anybody: what others know of the person is not touched.
      await this.removal.removeUnlessTied(tx, id);
      await this.activity.record(tx, SYSTEM_ACTOR, { action: 'remove_unproved_account', subjectType: 'client', subjectId: id, clientIds: [id] });
      return true;
    });
  }
}
