import { Injectable } from '@nestjs/common';
import { KeyRing } from '../../common/crypto/key-ring';
import { equalInConstantTime } from '../../common/crypto/tokens';
import { Queryable, statement } from '../../common/database/database';
import { ActivityEntry, ENTRY_COLUMNS, ENTRY_SELECT } from './activity-entry';

/** An entry with what it carries to show that the product wrote it: lower-case hex, null in those of before there were marks. */
export type MarkedEntry = ActivityEntry & { mark: string | null };

/** What {@link MarkedEntry} is selected with. */
export const MARKED_SELECT = `${ENTRY_SELECT}, encode(mark, 'hex') as mark`;

/** Entries as one value beside a row that asks for them; `l` is the log, and its columns hide those of the row. */
export const entriesWhere = (condition: string): string =>
  `(select coalesce(json_agg(e), '[]'::json) from (select ${MARKED_SELECT} from activity_log l where ${condition}) e)`;

/** One entry as a value beside the others of its row. @param entry where it is */
export const entryOf = (entry: string): string => `(select to_json(e) from (select ${MARKED_SELECT} from (select ${entry}.*) l) e)`;

/** The entry that says up to which number the ones of before there were marks go. */
export const ADOPTION = 'adopt_activity_log';

/** Whoever floods the table afterwards has higher numbers. */
const ADOPTIONS = statement<MarkedEntry>('activity-log-adoptions', `select ${MARKED_SELECT} from activity_log where action = '${ADOPTION}' order by activity_log.seq limit 100`);
const IS_CUT = statement<{ cut: boolean }>('activity-log-cut', 'select exists (select from activity_seals) and not exists (select from activity_seals where id = 1) as cut');

/** @returns the mark of an entry: over every column but the number, which is only known once it is written */
export function markOf(keys: KeyRing, entry: Omit<ActivityEntry, 'seq'>): Buffer {
  return keys.mark(
    'activity_log',
    ENTRY_COLUMNS.flatMap((column) => (column === 'seq' ? [] : [column === 'details' ? sortedDetails(entry.details) : entry[column]])),
  );
}

/** The same for what was given and for what the database made of it. */
function sortedDetails(json: string): string {
  const details = Object.entries(Object(JSON.parse(json)) as object);
  return JSON.stringify(details.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Who wrote an entry of the log. What the product asks of the log, it asks of its own entries: another's says nothing, and is named by `audit:verify`. */
@Injectable()
export class EntryMarks {
  /** Up to where entries need no mark; undefined while that is not settled. */
  private unmarkedUpTo: bigint | undefined;

  constructor(private readonly keys: KeyRing) {}

  /** Those which the product wrote, in their order. */
  async genuine(entries: readonly MarkedEntry[], on: Queryable): Promise<MarkedEntry[]> {
    if (entries.length === 0) return [];
    const upTo = entries.some(({ mark }) => mark === null) ? await this.findUnmarkedUpTo(on) : 0n;
    return entries.filter((entry) => this.isGenuine(entry, upTo));
  }

  async someGenuine(entries: readonly MarkedEntry[], on: Queryable): Promise<boolean> {
    return (await this.genuine(entries, on)).length > 0;
  }

  /** @param unmarkedUpTo from {@link findUnmarkedUpTo} */
  isGenuine(entry: MarkedEntry, unmarkedUpTo: bigint): boolean {
    return entry.mark === null ? BigInt(entry.seq) <= unmarkedUpTo : this.isMarked(entry);
  }

  /** The number up to which entries are from before there were marks: every one, until the first process with marks has noted how far they go. */
  async findUnmarkedUpTo(on: Queryable): Promise<bigint> {
    if (this.unmarkedUpTo !== undefined) return this.unmarkedUpTo;
    const adoption = (await on.query(ADOPTIONS)).find((entry) => this.isMarked(entry));
    if (adoption) this.unmarkedUpTo = BigInt((JSON.parse(adoption.details) as { rows: number }).rows);
    // After six years neither the note nor what it is about is in the log.
    else if ((await on.query(IS_CUT))[0]?.cut) this.unmarkedUpTo = 0n;
    return this.unmarkedUpTo ?? LAST_NUMBER;
  }

  private isMarked(entry: MarkedEntry): boolean {
    return entry.mark !== null && equalInConstantTime(Buffer.from(entry.mark, 'hex'), markOf(this.keys, entry));
  }
}

const LAST_NUMBER = 2n ** 63n - 1n;
