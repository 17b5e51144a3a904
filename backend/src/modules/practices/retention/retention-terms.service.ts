import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../common/clock/clock';
import { Database, statement } from '../../../common/database/database';
import { PartFailures } from '../../../common/health/part-failures';
import { Upkeep } from '../../../common/jobs/job';
import { declaredTerms, Term } from '../../../common/practices/terms';
import * as messages from '../messages';

/** A kind of record with its term, and how many rows have outlived it. */
export interface KeptTerm extends Term {
  table: string;
  overdue: number;
}

const NO_TIMEOUT = statement('retention-no-timeout', 'set local statement_timeout = 0');
/** Upkeep comes about once an hour: what is over for no longer than this waits for its turn. */
const GRACE_MS = 6 * 3_600_000;
/** Upkeep that was held up for a night is no alarm. */
const ALARM_AFTER_MS = 2 * 86_400_000;
/** All that has a term is counted: once a day is enough. */
const LOOK_EVERY_MS = 86_400_000;

/** How long each kind of record is kept, and whether that holds. */
@Injectable()
export class RetentionTerms {
  private lookedAt: number | undefined;

  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly failures: PartFailures,
  ) {}

  /** What has outlived its term for days stands in the administrators' status until it is gone. It removes nothing itself. */
  @Upkeep('terms of records')
  async look(): Promise<number> {
    const now = this.clock.now().getTime();
    if (this.lookedAt !== undefined && now - this.lookedAt < LOOK_EVERY_MS) return 0;
    const over = (await this.list(ALARM_AFTER_MS)).filter(({ overdue }) => overdue > 0);
    if (over.length > 0) await this.failures.note('retention', messages.termsOver(over));
    else await this.failures.clear('retention');
    this.lookedAt = now;
    return 0;
  }

  /** By their tables. @param graceMs how long a row may be over before it counts */
  async list(graceMs = GRACE_MS): Promise<KeptTerm[]> {
    const at = new Date(this.clock.now().getTime() - graceMs);
    const terms: KeptTerm[] = [];
    for (const [entity, term] of declaredTerms()) {
      const { tableName: table } = this.source.getMetadata(entity);
      const text = `select count(*)::int as overdue from "${table}" where ${term.over}`;
      const [row] = await this.database.transaction(async (tx) => {
        await tx.query(NO_TIMEOUT);
        return tx.query<{ overdue: number }>(text, [at]);
      });
      terms.push({ ...term, table, overdue: row?.overdue ?? 0 });
    }
    return terms.sort((one, other) => (one.table < other.table ? -1 : 1));
  }
}
