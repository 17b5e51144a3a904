import { BeforeApplicationShutdown, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { SYSTEM_ACTOR } from '../../../common/access/actor';
import { Database, statement } from '../../../common/database/database';
import { inTurns } from '../../../common/process/in-turns';
import { Works } from '../../../common/work/work';
import { ActivityEntry, ENTRY_SELECT, entryHash, readableInstant } from '../activity-entry';
import { entriesWhere, EntryMarks, MarkedEntry } from '../entry-marks.service';
import { WrittenEntries } from '../written-entries';
import { AuditProblem, Audits } from './audit.service';
import { ActivitySeal, PREFIX_BYTES } from './seal';
import { ActivitySealRepository } from './seal.repository';
import { ActivitySealer } from './sealer.service';
import { ActivityWitness } from './witness.service';

const LOOK_EVERY_MS = 15_000;
/** Seals that a process may not have seen yet: by far more than a look's. */
const NEWEST_SEALS = 64;
/** Entries that are read whole at once. */
const AT_A_TIME = 1_000;
/** Under which it is in the log that others are not. */
const GONE = 'activity_entries_gone';

const NUMBERS = statement<{ id: string; seq: string }>('activity-written-numbers', 'select id, seq::text as seq from activity_log where id = any($1)');
const ENTRIES = statement<ActivityEntry>('activity-written-entries', `select ${ENTRY_SELECT} from activity_log where id = any($1)`);
const NOTED = statement<{ entries: MarkedEntry[] }>('activity-entries-gone', `select ${entriesWhere(`l.action = '${GONE}' order by l.seq`)} as entries`);

/**
 * Looks again and again whether what this process wrote into the log is there, until a seal holds it: what a seal holds, nobody takes out
 * unnoticed. What is gone before is told to the operator, and an entry says so to `audit:verify`.
 */
@Injectable()
export class GoneEntries implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: Database,
    private readonly works: Works,
    private readonly written: WrittenEntries,
    private readonly seals: ActivitySealRepository,
    private readonly sealer: ActivitySealer,
    private readonly witness: ActivityWitness,
    private readonly marks: EntryMarks,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.look(), LOOK_EVERY_MS).unref();
  }

  /** What a stopping process does not look for, nobody does. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.look();
  }

  /** One look after the other; where Postgres is away, the next one sees. */
  look(): Promise<void> {
    this.looking = this.looking.then(() => this.lookOnce()).catch(() => undefined);
    return this.looking;
  }

  /** What the product noted of entries that were gone. */
  @Audits()
  async auditGone(): Promise<AuditProblem[]> {
    const [row] = await this.database.query(NOTED);
    const noted = await this.marks.genuine(row?.entries ?? [], this.database);
    return noted.map(({ id, at, details }) => {
      const { entries } = JSON.parse(details) as { entries: number };
      const instant = readableInstant(at);
      return { kind: 'missing_entry', message: `${entriesOf(entries)} taken out of the log before the seal: noticed at ${instant} (${id}).`, id, at: instant };
    });
  }

  private async lookOnce(): Promise<void> {
    const ids = this.written.list();
    if (ids.length === 0) return;
    const found = await this.database.query(NUMBERS, [ids]);
    const there = new Set(found.map(({ id }) => id));
    const { held, left } = await this.underSeals(found);
    const gone = [...ids.filter((id) => !there.has(id)), ...left];
    // Forgotten only once it is noted.
    if (gone.length > 0) await this.tell(gone);
    this.written.forget([...held, ...gone]);
  }

  /** An entry that was away while its number was sealed is not held by the seal, even if it is back. */
  private async underSeals(found: readonly { id: string; seq: string }[]): Promise<{ held: string[]; left: string[] }> {
    const seals = await this.seals.listNewestSeals(NEWEST_SEALS);
    const last = seals[0]?.last_seq ?? 0n;
    const covered = found.filter(({ seq }) => BigInt(seq) <= last).map(({ id }) => id);
    if (covered.length === 0) return { held: [], left: [] };
    const oldest = seals.at(-1)?.first_seq ?? 0n;
    const prefixes = seals.map((seal) => ({ seal, hashes: prefixesOf(seal) }));
    const holds = (entry: ActivityEntry, seq = BigInt(entry.seq), hash = prefixOf(entryHash(entry))): boolean => prefixes.some(({ seal, hashes }) => seq >= seal.first_seq && seq <= seal.last_seq && hashes.has(hash));
    const away = new Set<string>();
    for (let from = 0; from < covered.length; from += AT_A_TIME) {
      for await (const entry of inTurns(await this.database.query(ENTRIES, [covered.slice(from, from + AT_A_TIME)]))) {
        if (BigInt(entry.seq) >= oldest && !holds(entry)) away.add(entry.id);
      }
    }
    return { held: covered.filter((id) => !away.has(id)), left: [...away] };
  }

  private async tell(gone: readonly string[]): Promise<void> {
    await this.works.record(SYSTEM_ACTOR, { action: GONE, details: { entries: gone.length } });
    await this.sealer.sealAtOnce();
    await this.witness.alarm(`${entriesOf(gone.length)} taken out of the activity log before the seal (${gone.slice(0, 3).join(', ')}). Run \`npm run audit:verify\`.`);
  }
}

const entriesOf = (count: number): string => (count === 1 ? 'An entry was' : `${count} entries were`);

/** What a seal keeps of each entry's hash, as texts that are looked up at once. */
function prefixesOf({ entry_hashes: hashes }: ActivitySeal): ReadonlySet<string> {
  return new Set(Array.from({ length: hashes.length / PREFIX_BYTES }, (_, n) => prefixOf(hashes.subarray(n * PREFIX_BYTES))));
}

function prefixOf(hash: Buffer): string {
  return hash.toString('latin1', 0, PREFIX_BYTES);
}
