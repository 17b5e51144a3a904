import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock/clock';
import { Database, newId, Queryable, statement } from '../../common/database/database';
import { Upkeep } from '../../common/jobs/job';
import { isPractice, isSettled, settledSince } from '../../common/limits/settled-practices';
import { AiPurpose, AiRun, AiSettings } from './ai-run.entity';

export const DAY_MS = 86_400_000;
/** The engines, as runs name them. */
export const OPENAI_ENGINE = 'openai';
export const RULES_ENGINE = 'rules';
export const TRANSCRIPTION_ENGINE = 'transcription';
const KEPT_DAYS = 30;
/** Of a day's runs in all, for those together who are not here for long yet. */
const SHARE_OF_UNSETTLED = 1 / 2;
const SETTINGS_ID = 1;

const LOCK = statement('ai-runs-lock', `select pg_advisory_xact_lock(hashtextextended('attune:ai-runs:' || $1, 0))`);
const COUNT = statement<{ runs: number }>('ai-runs-count', `select coalesce(sum(weight), 0)::float8 as runs from ai_runs where therapist_id = $1 and engine = $2 and begun_at > $3`);
const COUNT_IN_ALL = statement<{ runs: number }>('ai-runs-count-in-all', 'select coalesce(sum(weight), 0)::float8 as runs from ai_runs where engine = $1 and begun_at >= $2');
const COUNT_OF_UNSETTLED = statement<{ runs: number }>('ai-runs-count-of-unsettled', `select coalesce(sum(t.runs), 0)::float8 as runs
         from (select therapist_id, sum(weight) as runs from ai_runs where engine = $1 and begun_at >= $2 group by therapist_id) t join users u on u.id = t.therapist_id
         where u.created_at >= $3 or not ${isPractice('u.id')}`);
const IS_SETTLED = statement<{ is_settled: boolean }>('ai-runs-therapist-settled', `select ${isSettled('$1::uuid', '$2')} as is_settled`);
const FORGET = statement<Pick<AiRun, 'id'>>('ai-runs-forget', `delete from ai_runs where id in (select id from ai_runs where begun_at < $1 limit 5000) returning id`);
const STATE = statement<AiState>('ai-state', `select
           coalesce((select s.models_allowed from ai_settings s where s.id = ${SETTINGS_ID}), true) as models_allowed,
           (select max(r.begun_at) from ai_runs r where r.engine = $2 and r.state = 'done') as last_success,
           (select count(*)::int from ai_runs r where r.engine = $2 and r.state = 'failed' and r.begun_at > $1) as failures,
           (select count(*)::int from ai_runs r where r.engine = $2 and r.state = 'done' and r.begun_at > $1) as successes`);

/** What the administrator's status tells. */
export interface AiState extends Pick<AiSettings, 'models_allowed'> {
  last_success: Date | null;
  /** Within the last day. */
  failures: number;
  successes: number;
}

export interface RunOfEngine extends Pick<AiRun, 'therapist_id' | 'purpose' | 'engine' | 'model'> {
  purpose: AiPurpose;
  /** How much of one use it is; 1 where it is left out. */
  weight?: number;
}

/** How many runs of an engine may begin, each by its weight. */
export interface MostRuns {
  /** Of one therapist within 24 hours. */
  ofTherapist: number;
  /** Of all together on one day (UTC); of those together who are not here for long yet half of it. */
  inAll: number;
}

/** What a run was, when it is over. */
export type RunEnd = Pick<AiRun, 'state'> & Partial<Pick<AiRun, 'model' | 'failure' | 'input_tokens' | 'output_tokens' | 'milliseconds'>>;

/** Which engine was used when, and how it ended: counted for the daily limit and for the administrator. Kept for thirty days. */
@Injectable()
export class AiRuns {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param most undefined for what costs nothing @returns its id; or which limit there is nothing left of */
  begin({ therapist_id, ...run }: RunOfEngine, most?: MostRuns): Promise<string | { spent: 'daily_limit' | 'daily_limit_in_all' }> {
    return this.database.transaction(async (tx) => {
      const now = this.clock.now();
      if (most) {
        await tx.query(LOCK, [therapist_id]);
        const [counted] = await tx.query(COUNT, [therapist_id, run.engine, new Date(now.getTime() - DAY_MS)]);
        if ((counted?.runs ?? 0) >= most.ofTherapist) return { spent: 'daily_limit' };
        await tx.query(LOCK, [run.engine]);
        if (await this.isSpent(run.engine, most.inAll, tx)) return { spent: 'daily_limit_in_all' };
        if (await this.isSpentForUnsettled(therapist_id, run.engine, most.inAll * SHARE_OF_UNSETTLED, tx)) return { spent: 'daily_limit_in_all' };
      }
      const id = newId();
      await tx.manager.insert(AiRun, { id, therapist_id, ...run, state: 'running', begun_at: now });
      return id;
    });
  }

  /** Whether all together began as many runs of an engine today. */
  async isSpent(engine: AiRun['engine'], inAll: number, on: Queryable = this.database): Promise<boolean> {
    const [counted] = await on.query(COUNT_IN_ALL, [engine, dayOf(this.clock.now())]);
    return (counted?.runs ?? 0) >= inAll;
  }

  /** A few accounts of one person do not use up everybody's day. */
  private async isSpentForUnsettled(therapistId: string, engine: AiRun['engine'], most: number, tx: Queryable): Promise<boolean> {
    const since = settledSince(this.clock.now());
    const [therapist] = await tx.query(IS_SETTLED, [therapistId, since]);
    if (therapist?.is_settled) return false;
    const [counted] = await tx.query(COUNT_OF_UNSETTLED, [engine, dayOf(this.clock.now()), since]);
    return (counted?.runs ?? 0) >= most;
  }

  async end(id: string, end: RunEnd): Promise<void> {
    await this.database.manager.update(AiRun, { id }, end);
  }

  /** @param engine the one in use: rules run beside a model, and say nothing of how it does */
  async state(engine: AiRun['engine']): Promise<AiState> {
    const [state] = await this.database.query(STATE, [new Date(this.clock.now().getTime() - DAY_MS), engine]);
    if (!state) throw new Error('Postgres told nothing of the runs');
    return state;
  }

  async modelsAllowed(on: Queryable = this.database): Promise<boolean> {
    const settings = await on.manager.findOneBy(AiSettings, { id: SETTINGS_ID });
    return settings?.models_allowed ?? true;
  }

  async allowModels(allowed: boolean, at: Date, on: Queryable): Promise<void> {
    await on.manager.update(AiSettings, { id: SETTINGS_ID }, { models_allowed: allowed, changed_at: at });
  }

  @Upkeep('runs of engines')
  async deleteOld(): Promise<number> {
    return (await this.database.query(FORGET, [new Date(this.clock.now().getTime() - KEPT_DAYS * DAY_MS)])).length;
  }
}

/** The beginning of an instant's day (UTC). */
function dayOf(now: Date): Date {
  return new Date(now.getTime() - (now.getTime() % DAY_MS));
}

/** How long it is until the limit of all begins anew. */
export function msUntilNextDay(now: Date): number {
  return dayOf(now).getTime() + DAY_MS - now.getTime();
}
