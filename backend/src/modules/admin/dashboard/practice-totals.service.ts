import { Injectable } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Clock } from '../../../common/clock/clock';
import { Handles, job } from '../../../common/jobs/job';
import { Work, Works } from '../../../common/work/work';
import { AppConfig } from '../../../config/app-config';
import { lastSevenDays, OperatorDay, weekStart } from './operator-calendar';
import { CountedDay, PracticeTotalsRepository, StoredTotals } from './practice-totals.repository';

/** Few tries: the next round comes within the minute. */
const refreshTotals = job<Record<string, never>>('maintenance', 'refresh-totals', { attempts: 2, everyMs: 30_000 });

/** No figure that is shown is older. */
const MAX_AGE_MS = 60_000;
/** A round of the worker that finds younger figures leaves them. */
const WORKER_MAX_AGE_MS = 20_000;
const ACTIVE_MS = 30 * 86_400_000;

/** The operator's figures, kept ready so that a page costs the same whatever lies behind it. */
@Injectable()
export class PracticeTotalsService {
  private refreshing: Promise<StoredTotals> | undefined;

  constructor(
    private readonly repository: PracticeTotalsRepository,
    private readonly works: Works,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** At most 60 seconds old; `computed_at` says how old. */
  async current(): Promise<StoredTotals> {
    const stored = await this.repository.findTotals(this.zone);
    if (stored && this.isFresh(stored, MAX_AGE_MS)) return stored;
    this.refreshing ??= this.refresh(MAX_AGE_MS).finally(() => (this.refreshing = undefined));
    return this.refreshing;
  }

  /** Exactly seven days that end with today, in the operator's zone; a day without anything is zero. */
  async lastDays(): Promise<CountedDay[]> {
    const dates = lastSevenDays(this.clock.now(), this.zone).map(({ date }) => date);
    const counted = await this.repository.listDays(this.zone, dates[0] ?? '', dates.at(-1) ?? '');
    return dates.map((date) => counted.find(({ day }) => day === date) ?? { day: date, registrations: 0, bookings: 0 });
  }

  /** @param maxAgeMs figures younger than this stay */
  async refresh(maxAgeMs: number = WORKER_MAX_AGE_MS): Promise<StoredTotals> {
    return this.works.begin(SYSTEM_ACTOR, async (work) => {
      const { tx } = work;
      await this.repository.lockZone(this.zone, tx);
      const last = await this.repository.findTotals(this.zone, tx);
      if (last && this.isFresh(last, maxAgeMs)) return last;
      const now = work.now();
      const days = lastSevenDays(now, this.zone);
      await this.repository.rollUpDays(this.zone, daysToCount(days, last?.computed_at, now), tx);
      const week = { from: weekStart(now, this.zone), to: days.at(-1)?.date ?? '' };
      const totals = await this.repository.countTotals(this.zone, { activeSince: new Date(now.getTime() - ACTIVE_MS), ...week }, tx);
      const stored = { computed_at: now, totals };
      await this.repository.storeTotals(this.zone, stored, tx);
      return stored;
    });
  }

  @Handles(refreshTotals)
  async keepFresh(): Promise<void> {
    await this.refresh();
  }

  /** Rows came in that were made before now: everything is counted again at the next look. */
  async forget(work: Work): Promise<void> {
    await this.repository.lockZone(this.zone, work.tx);
    await this.repository.forgetTotals(this.zone, work.tx);
  }

  private get zone(): string {
    return this.config.administration.timezone;
  }

  private isFresh(stored: StoredTotals, maxAgeMs: number): boolean {
    const age = this.clock.now().getTime() - stored.computed_at.getTime();
    return age >= 0 && age < maxAgeMs;
  }
}

/**
 * The days whose counts may have changed since the last time: the day before that one, for what was committed late, and all after it.
 * A zone without figures is counted whole.
 */
function daysToCount(days: readonly OperatorDay[], last: Date | undefined, now: Date): OperatorDay[] {
  if (!last || last > now) return [...days];
  const lastDay = days.findIndex(({ endsAt }) => endsAt > last);
  return days.slice(Math.max(0, lastDay - 1));
}
