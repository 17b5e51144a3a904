import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/clock/clock';
import { Database, newId, Queryable, statement } from '../../../common/database/database';
import { DAY_MS } from '../rules/calendar';
import { BusyBlock, BusyVersion } from '../working-hours/working-hours.entity';

/** Time that is taken in a calendar, under a key that says nothing. */
export type BusyTime = Pick<BusyBlock, 'event_key' | 'starts_at' | 'ends_at'>;

/** Of one therapist, of all calendars together. The database itself refuses two and a half times as many. */
export const MOST_BLOCKS = 10_000;
/** From when to when times matter, in days from now: longer than the longest horizon of bookings, whenever all was last read. */
export const KEPT_DAYS = { back: 1, ahead: 400 };
/** Under this key a calendar has one block from where its times are not kept any more: what is not known is taken, so that nothing is booked over it. */
export const BEYOND = 'beyond';
/** That block ends after all that can be booked. */
const BEYOND_MS = 730 * DAY_MS;

/** What was given, as rows: one for each key, the last one that names it. In the order of keys, so that two writers never wait for each other. */
const GIVEN = `select distinct on (g.event_key) g.id, g.event_key, g.starts_at, g.ends_at
         from unnest($4::uuid[], $5::text[], $6::timestamptz[], $7::timestamptz[]) with ordinality as g (id, event_key, starts_at, ends_at, place)
         order by g.event_key, g.place desc`;

const PUT = statement('busy-blocks-put', `insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at)
         select v.id, $1, $2, $3, v.event_key, v.starts_at, v.ends_at from (${GIVEN}) v
         on conflict (origin_id, event_key) do update set starts_at = case when excluded.event_key = '${BEYOND}' then least(busy_blocks.starts_at, excluded.starts_at) else excluded.starts_at end,
           ends_at = case when excluded.event_key = '${BEYOND}' then greatest(busy_blocks.ends_at, excluded.ends_at) else excluded.ends_at end
         where (busy_blocks.starts_at, busy_blocks.ends_at) is distinct from (excluded.starts_at, excluded.ends_at)`);

const REMOVE_OTHERS = statement<Pick<BusyBlock, 'ends_at'>>('busy-blocks-remove-others', `delete from busy_blocks b where b.origin_id = $1
         and not exists (select from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) as g (event_key, starts_at, ends_at)
           where g.event_key = b.event_key and g.starts_at = b.starts_at and g.ends_at = b.ends_at)
         returning b.ends_at`);

const REMOVE = statement<Pick<BusyBlock, 'id'>>('busy-blocks-remove', 'delete from busy_blocks where origin_id = $1 and event_key = any($2::text[]) returning id');

const REMOVE_ORIGIN = statement<Pick<BusyBlock, 'id'>>('busy-blocks-remove-origin', 'delete from busy_blocks where origin_id = $1 returning id');

const COUNT = statement<{ count: number }>('busy-blocks-count', `select count(*)::int as count from busy_blocks where therapist_id = $1 and ($2::text is null or source = $2) and event_key <> '${BEYOND}'`);

const KNOWN_UNTIL = statement<{ known_until: Date | null }>('busy-blocks-known-until', `select min(starts_at) as known_until from busy_blocks where therapist_id = $1 and source = $2 and event_key = '${BEYOND}'`);
const ORIGIN_KNOWN_UNTIL = statement<Pick<BusyBlock, 'starts_at'>>('busy-blocks-origin-known-until', `select starts_at from busy_blocks where origin_id = $1 and event_key = '${BEYOND}'`);

/** Whoever wrote blocks holds this row until the transaction ends, so that two writers count each other's. */
const STORED = statement<Pick<BusyVersion, 'blocks'>>('busy-blocks-stored', 'select blocks from busy_versions where therapist_id = $1');
const REMOVE_PAST = statement('busy-blocks-remove-past', 'delete from busy_blocks where therapist_id = $1 and ends_at <= $2');
const FIRST_TOO_MANY = statement<Pick<BusyBlock, 'starts_at'>>('busy-blocks-first-too-many', `select starts_at from busy_blocks where therapist_id = $1 and event_key <> '${BEYOND}' order by starts_at offset $2 limit 1`);
const CUT_OFF = statement('busy-blocks-cut-off', `with gone as (
           delete from busy_blocks where therapist_id = $1 and event_key <> '${BEYOND}' and starts_at >= $2 returning source, origin_id
         )
         insert into busy_blocks (id, therapist_id, source, origin_id, event_key, starts_at, ends_at)
         select gen_random_uuid(), $1, g.source, g.origin_id, '${BEYOND}', $2, $3 from (select distinct source, origin_id from gone order by origin_id) g
         on conflict (origin_id, event_key) do update set starts_at = least(busy_blocks.starts_at, excluded.starts_at), ends_at = greatest(busy_blocks.ends_at, excluded.ends_at)`);

/** Times of one calendar as they come: the nearest {@link MOST_BLOCKS}, and from when on they were too many. */
export class NearestTimes {
  private readonly times: Map<string, BusyTime>;

  /** @param until from there on none is kept */
  constructor(
    times: readonly BusyTime[],
    public until: Date | undefined,
  ) {
    this.times = new Map(times.map((time) => [time.event_key, time]));
  }

  /** By key; undefined: it takes no time any more. */
  add(times: Iterable<readonly [string, BusyTime | undefined]>): void {
    for (const [key, time] of times) {
      if (time && (!this.until || time.starts_at < this.until)) this.times.set(key, time);
      else this.times.delete(key);
    }
    if (this.times.size <= MOST_BLOCKS) return;
    const sorted = this.list().sort((one, other) => one.starts_at.getTime() - other.starts_at.getTime());
    this.until = sorted[MOST_BLOCKS]!.starts_at;
    for (const { event_key, starts_at } of sorted) if (starts_at >= this.until) this.times.delete(event_key);
  }

  list(): BusyTime[] {
    return [...this.times.values()];
  }
}

/**
 * When therapists are busy elsewhere, as their calendars say. Free times leave it out; whoever reads a calendar writes it here. Of more than
 * {@link MOST_BLOCKS} the nearest are kept, and the time from there on is taken altogether.
 */
@Injectable()
export class BusyBlocks {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Adds blocks, and moves those whose key is known. @param originId the calendar that they are from */
  async put(tx: Queryable, therapistId: string, source: BusyBlock['source'], originId: string, blocks: readonly BusyTime[]): Promise<void> {
    if (blocks.length === 0) return;
    const until = await this.knownUntilOf(originId, tx);
    await this.write(tx, therapistId, source, originId, this.nearest(until ? blocks.filter(({ starts_at }) => starts_at < until) : blocks));
  }

  /** @returns how many there were */
  async remove(tx: Queryable, originId: string, eventKeys: readonly string[]): Promise<number> {
    return eventKeys.length === 0 ? 0 : (await tx.query(REMOVE, [originId, eventKeys])).length;
  }

  /**
   * In place of all that the calendar had; what is the same is left alone. @param until all is taken from there on; by default they are all of its blocks
   * @returns freed: whether a block that is not over yet is gone or is another one
   */
  async replaceAll(tx: Queryable, therapistId: string, source: BusyBlock['source'], originId: string, blocks: readonly BusyTime[], until?: Date): Promise<{ freed: boolean }> {
    const kept = this.nearest(blocks, until);
    const removed = await tx.query(REMOVE_OTHERS, [originId, ...valuesOf(kept)]);
    await this.write(tx, therapistId, source, originId, kept);
    const now = this.clock.now();
    return { freed: removed.some(({ ends_at }) => ends_at > now) };
  }

  /** @returns how many there were */
  async removeOrigin(tx: Queryable, originId: string): Promise<number> {
    return (await tx.query(REMOVE_ORIGIN, [originId])).length;
  }

  /** @param source of one kind of calendar alone */
  async count(therapistId: string, source?: BusyBlock['source']): Promise<number> {
    const [row] = await this.database.query(COUNT, [therapistId, source ?? null]);
    return row?.count ?? 0;
  }

  /** From when on the times of one kind of calendar are too many to be kept, and all is taken; undefined: all are kept. */
  async knownUntil(therapistId: string, source: BusyBlock['source']): Promise<Date | undefined> {
    const [row] = await this.database.query(KNOWN_UNTIL, [therapistId, source]);
    return row?.known_until ?? undefined;
  }

  /** The same of one calendar. */
  async knownUntilOf(originId: string, on: Queryable = this.database): Promise<Date | undefined> {
    const [row] = await on.query(ORIGIN_KNOWN_UNTIL, [originId]);
    return row?.starts_at;
  }

  private async write(tx: Queryable, therapistId: string, source: BusyBlock['source'], originId: string, blocks: readonly BusyTime[]): Promise<void> {
    if (blocks.length === 0) return;
    await tx.query(PUT, [therapistId, source, originId, blocks.map(() => newId()), ...valuesOf(blocks)]);
    await this.cutOff(tx, therapistId);
  }

  /** The nearest of all the therapist's calendars stay. */
  private async cutOff(tx: Queryable, therapistId: string): Promise<void> {
    const [stored] = await tx.query(STORED, [therapistId]);
    if (!stored || stored.blocks <= MOST_BLOCKS) return;
    await tx.query(REMOVE_PAST, [therapistId, this.daysFromNow(-KEPT_DAYS.back)]);
    const [first] = await tx.query(FIRST_TOO_MANY, [therapistId, MOST_BLOCKS]);
    if (first) await tx.query(CUT_OFF, [therapistId, first.starts_at, beyondOf(first.starts_at).ends_at]);
  }

  /** What of one calendar can matter; past so many, from the first that is too many on, all is taken. */
  private nearest(blocks: readonly BusyTime[], until?: Date): readonly BusyTime[] {
    const [from, to] = [this.daysFromNow(-KEPT_DAYS.back), this.daysFromNow(KEPT_DAYS.ahead)];
    const last = new Map(blocks.map((block) => [block.event_key, block]));
    const nearest = new NearestTimes([], until);
    nearest.add([...last].filter(([, { starts_at, ends_at }]) => ends_at > from && starts_at < to));
    return nearest.until ? [...nearest.list(), beyondOf(nearest.until)] : nearest.list();
  }

  private daysFromNow(days: number): Date {
    return new Date(this.clock.now().getTime() + days * DAY_MS);
  }
}

function beyondOf(cut: Date): BusyTime {
  return { event_key: BEYOND, starts_at: cut, ends_at: new Date(cut.getTime() + BEYOND_MS) };
}

function valuesOf(blocks: readonly BusyTime[]): [string[], Date[], Date[]] {
  return [blocks.map(({ event_key }) => event_key), blocks.map(({ starts_at }) => starts_at), blocks.map(({ ends_at }) => ends_at)];
}
