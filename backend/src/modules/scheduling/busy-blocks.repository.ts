import { Injectable } from '@nestjs/common';
import { Database, Queryable } from '../../common/database/database';
import { BusyInterval } from './free-times';

const BETWEEN = {
  name: 'busy-blocks-between',
  text: `select starts_at, ends_at
         from busy_blocks
         where therapist_id = $1 and tstzrange(starts_at, ends_at) && tstzrange($2, $3)
         order by starts_at`,
};

/** Time taken outside of Attune, pushed here by an external calendar. */
@Injectable()
export class BusyBlocksRepository {
  constructor(private readonly database: Database) {}

  /** Sorted by start. */
  async between(therapistId: string, startsAt: Date, endsAt: Date, on: Queryable = this.database): Promise<BusyInterval[]> {
    const rows = await on.query<{ starts_at: Date; ends_at: Date }>(BETWEEN, [therapistId, startsAt, endsAt]);
    return rows.map((row) => ({ startsAt: row.starts_at.getTime(), endsAt: row.ends_at.getTime() }));
  }
}
