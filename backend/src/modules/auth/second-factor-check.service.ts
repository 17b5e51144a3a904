import { Injectable } from '@nestjs/common';
import { Actor } from '../../common/access/actor';
import { Clock } from '../../common/clock/clock';
import { Database, Queryable } from '../../common/database/database';
import { DomainError } from '../../common/errors/domain-error';
import { Limit, Limits } from '../../common/limits/limits';
import { Activity, ActivityLog } from '../activity-log/activity-log.service';
import * as messages from './messages';
import { FactorAccount } from './second-factor.repository';

const WRONG_CODES: Limit = { scope: 'second-factor', max: 5, windowMs: 15 * 60_000 };

/** How an account appears in the activity log. */
export function subjectOf(account: FactorAccount): Pick<Activity, 'subjectType' | 'subjectId'> {
  return { subjectType: account.kind === 'admin' ? 'administrator' : 'user', subjectId: account.id };
}

/** A piece of work behind a code. A throw of any part undoes the whole, the use of the code included. */
export interface GuardedWork<T> {
  /** Looks at the code and uses it up. */
  isRight(tx: Queryable, now: Date): Promise<boolean>;
  /** What the code opens. */
  work(tx: Queryable): Promise<T>;
  /** How a wrong code is refused: `unauthenticated` while signing in, `rule` to somebody who is. */
  wrongIs: 'unauthenticated' | 'rule';
}

/** Lets work through that needs a right code, five wrong ones in 15 minutes for each account. */
@Injectable()
export class SecondFactorCheck {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: Limits,
    private readonly activity: ActivityLog,
  ) {}

  /** One at a time for an account, until the transaction ends. */
  async lock(account: FactorAccount, tx: Queryable): Promise<void> {
    await this.limits.serialize(WRONG_CODES, keyOf(account), tx);
  }

  /** @throws DomainError with the field `code` for a wrong one, too_many after five of them */
  async guard<T>(account: FactorAccount, actor: Actor, { isRight, work, wrongIs }: GuardedWork<T>): Promise<T> {
    const outcome = await this.database.transaction(async (tx) => {
      await this.lock(account, tx);
      const wait = await this.limits.secondsUntilAllowed(WRONG_CODES, keyOf(account), tx);
      if (wait > 0) return { refusal: new DomainError('too_many', messages.tooManyCodes, { retryAfterSeconds: wait }) };
      if (await isRight(tx, this.clock.now())) return { result: await work(tx) };
      // The refusal is thrown after this transaction: what it counts stays.
      await this.limits.count(WRONG_CODES, keyOf(account), tx);
      await this.activity.record(tx, actor, { action: 'second_factor_failed', ...subjectOf(account) });
      return { refusal: new DomainError(wrongIs, messages.wrongCode, { errors: [{ field: 'code', message: messages.wrongCode }] }) };
    });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.result;
  }
}

function keyOf(account: FactorAccount): string {
  return `${account.kind} ${account.id}`;
}
