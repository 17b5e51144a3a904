import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock } from '../../../common/clock/clock';
import { Database, statement } from '../../../common/database/database';
import { declaredTerms, Term } from '../../../common/practices/terms';

/** A kind of record with its term, and how many rows have outlived it. */
export interface KeptTerm extends Term {
  table: string;
  overdue: number;
}

const NO_TIMEOUT = statement('retention-no-timeout', 'set local statement_timeout = 0');
/** Upkeep comes about once an hour: what is over for no longer than this waits for its turn. */
const GRACE_MS = 6 * 3_600_000;

/** How long each kind of record is kept, and whether that holds. */
@Injectable()
export class RetentionTerms {
  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

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
