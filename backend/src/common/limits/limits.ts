import { Injectable } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { isIP } from 'node:net';
import { Clock } from '../clock/clock';
import { KeyRing } from '../crypto/key-ring';
import { Database, Queryable, statement } from '../database/database';
import { LimitHit } from '../database/kit.entity';
import { Upkeep } from '../jobs/job';
import { ProcessCounts } from './process-counts';
import { Turns } from './turns';

export interface Limit {
  /** What is limited, e.g. `sign-in-code`. */
  scope: string;
  /** How many within the window. */
  max: number;
  windowMs: number;
  /** It bounds guesses: each process counts as well, so that it holds for somebody who deletes rows. */
  inProcess?: true;
}

/** A network has this many times what one connection has. */
export const CONNECTIONS_PER_SUBNET = 5;

/** A limit and what it is counted for. */
export type LimitEntry = readonly [limit: Limit, key: string];

/** What one of several ways to have something counts on: who has used one up may have another. */
export interface LimitShare {
  entries: readonly LimitEntry[];
}

/**
 * The part of a client's address that one connection has: an IPv4 address whole, of an IPv6 address the first 64 bits,
 * for a single line gets 2^64 of them.
 */
export function connectionOf(address: string | null): string {
  return remembered(prefixes.connection, address, { v4: 4, v6: 4 });
}

/** The network around a connection: the /24 of an IPv4 address, the /48 of an IPv6 address. What a provider or a company hands out as one. */
export function subnetOf(address: string | null): string {
  return remembered(prefixes.subnet, address, { v4: 3, v6: 3 });
}

/** Both are asked for with each request, and a few people ask most. */
const MOST_PREFIXES = 5_000;
const prefixes = { connection: new LRUCache<string, string>({ max: MOST_PREFIXES }), subnet: new LRUCache<string, string>({ max: MOST_PREFIXES }) };

/** @param groups how many bytes of an IPv4 address and how many 16-bit groups of an IPv6 address count */
function prefixOf(address: string, groups: { v4: number; v6: number }): string {
  // The library alone would also read "1" and "0x7f.1" as addresses, and not every zone ("%eth0.100").
  if (isIP(address) === 0) return address;
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (ip instanceof ipaddr.IPv6) return `${ip.parts.slice(0, groups.v6).map((part) => part.toString(16)).join(':')}::/${16 * groups.v6}`;
  return groups.v4 === 4 ? ip.toString() : `${ip.octets.slice(0, groups.v4).join('.')}.0/${8 * groups.v4}`;
}

function remembered(known: LRUCache<string, string>, address: string | null, groups: { v4: number; v6: number }): string {
  if (!address) return '';
  // Longer than any address: it is nobody's, and not kept.
  if (address.length > 64) return prefixOf(address, groups);
  const before = known.get(address);
  if (before !== undefined) return before;
  const prefix = prefixOf(address, groups);
  known.set(address, prefix);
  return prefix;
}

/** Longer than any limit's window. */
const KEPT_MS = 48 * 3_600_000;

const LIMIT_COUNT = statement<{ hits: number }>('limit-count', 'select count(*)::int as hits from limit_hits where scope = $1 and key_hash = $2 and hit_at > $3', { plan: 'generic' });
const LIMIT_HITS = statement<{ hits: number }>(
  'limit-hits',
  `select (select count(*)::int from limit_hits h where h.scope = w.scope and h.key_hash = w.key_hash and h.hit_at > w.since) as hits
   from unnest($1::text[], $2::bytea[], $3::timestamptz[]) with ordinality w (scope, key_hash, since, place) order by w.place`,
  { plan: 'generic' },
);
const LIMIT_LOCK = statement('limit-lock', 'select pg_advisory_xact_lock($1::bigint)', { plan: 'generic' });
const LIMIT_HIT = statement('limit-hit', 'insert into limit_hits (scope, key_hash, hit_at) select scope, key_hash, $3 from unnest($1::text[], $2::bytea[]) w (scope, key_hash)', { plan: 'generic' });
const LIMIT_NTH = statement<Pick<LimitHit, 'hit_at'>>('limit-nth', 'select hit_at from limit_hits where scope = $1 and key_hash = $2 and hit_at > $3 order by hit_at desc offset $4 limit 1');
/** One of several equal hits. */
const LIMIT_RELEASE = statement(
  'limit-release',
  'delete from limit_hits where ctid = (select ctid from limit_hits where scope = $1 and key_hash = $2 order by hit_at desc limit 1 for update skip locked)',
);

/** So many rows one statement lets go of well within its time. */
const AT_A_TIME = 5_000;
const LIMIT_DELETE_OLD = statement<{ gone: number }>(
  'limit-hits-delete-old',
  'with gone as (delete from limit_hits where ctid in (select ctid from limit_hits where hit_at < $1 limit $2) returning 1) select count(*)::int as gone from gone',
);

/** Counts that survive a restart. Keys (addresses) are stored as keyed digests only. */
@Injectable()
export class Limits {
  private readonly turns = new Turns();
  private readonly here = new ProcessCounts();

  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** @returns whether one more is within the limit; nothing is counted. */
  async allows(limit: Limit, key: string, on: Queryable = this.database): Promise<boolean> {
    if (limit.inProcess && this.here.secondsUntilAllowed(limit, key, this.clock.now()) > 0) return false;
    const [row] = await on.query(LIMIT_COUNT, [limit.scope, this.hash(key), new Date(this.clock.now().getTime() - limit.windowMs)]);
    return (row?.hits ?? 0) < limit.max;
  }

  /**
   * Requests that would wait for each other in the database wait here before they take one of its connections: a flood from one place
   * keeps nobody else from theirs. @param keys the widest first
   */
  inTurn<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.turns.take(keys, work);
  }

  /** @returns how many were counted on each of these within its window, in their order */
  async hits(entries: readonly LimitEntry[], on: Queryable = this.database): Promise<number[]> {
    const now = this.clock.now().getTime();
    const rows = await on.query(LIMIT_HITS, [
      entries.map(([{ scope }]) => scope),
      entries.map(([, key]) => this.hash(key)),
      entries.map(([{ windowMs }]) => new Date(now - windowMs)),
    ]);
    return rows.map(({ hits }) => hits);
  }

  /** Lets one request at a time through for a key until the transaction ends, so that parallel requests cannot pass the limit together. */
  async serialize(limit: Limit, key: string, tx: Queryable): Promise<void> {
    const lock = this.hash(`${limit.scope} ${key}`).readBigInt64BE(0).toString();
    await tx.query(LIMIT_LOCK, [lock]);
  }

  async count(limit: Limit, key: string, on: Queryable = this.database): Promise<void> {
    await this.countAll([[limit, key]], on);
  }

  /** Counts one more on each of these. */
  async countAll(entries: readonly LimitEntry[], on: Queryable = this.database): Promise<void> {
    for (const [limit, key] of entries) if (limit.inProcess) this.here.count(limit, key, this.clock.now());
    await on.query(LIMIT_HIT, [entries.map(([{ scope }]) => scope), entries.map(([, key]) => this.hash(key)), this.clock.now()]);
  }

  /** Counts one more in this process and nowhere else. @returns whether it is within the limit; then it is counted */
  takeHere(limit: Limit, key: string): boolean {
    if (!this.allowsHere(limit, key)) return false;
    this.here.count(limit, key, this.clock.now());
    return true;
  }

  /** @returns whether one more is within the limit in this process; nothing is counted */
  allowsHere(limit: Limit, key: string): boolean {
    return this.secondsHere(limit, key) === 0;
  }

  /** @returns 0 when one more is within the limit in this process */
  secondsHere(limit: Limit, key: string): number {
    return this.here.secondsUntilAllowed(limit, key, this.clock.now());
  }

  /**
   * Counts one more on each of these, if all of them allow it; one request at a time, so that parallel ones cannot pass together.
   * @returns 0, or in how many seconds one more is allowed (then nothing is counted)
   */
  async reserve(...entries: readonly LimitEntry[]): Promise<number> {
    return this.inTurn(entries.map(([{ scope }, key]) => `${scope} ${key}`), () => this.database.transaction((tx) => this.reserveIn(tx, entries)));
  }

  /** {@link reserve} as a part of a transaction, whose end lets the next request through. */
  async reserveIn(tx: Queryable, entries: readonly LimitEntry[]): Promise<number> {
    for (const [limit, key] of entries) await this.serialize(limit, key, tx);
    for (const [limit, key] of entries) {
      const wait = await this.secondsUntilAllowed(limit, key, tx);
      if (wait > 0) return wait;
    }
    await this.countAll(entries, tx);
    return 0;
  }

  /** Counts one more on all entries of the first share that has something left; call it in turn. @returns that share, null when none has */
  async countOnFirst<Share extends LimitShare>(shares: readonly Share[], on: Queryable): Promise<Share | null> {
    for (const share of shares) {
      const allowed: boolean[] = [];
      for (const [limit, key] of share.entries) allowed.push(await this.allows(limit, key, on));
      if (allowed.includes(false)) continue;
      await this.countAll(share.entries, on);
      return share;
    }
    return null;
  }

  /** Takes back what was reserved last, when it turns out not to count. */
  async release(...entries: readonly LimitEntry[]): Promise<void> {
    for (const [limit, key] of entries) if (limit.inProcess) this.here.release(limit, key);
    for (const [limit, key] of entries) await this.database.query(LIMIT_RELEASE, [limit.scope, this.hash(key)]);
  }

  /** @returns 0 when one more is within the limit */
  async secondsUntilAllowed(limit: Limit, key: string, on: Queryable = this.database): Promise<number> {
    const now = this.clock.now().getTime();
    const [row] = await on.query(LIMIT_NTH, [limit.scope, this.hash(key), new Date(now - limit.windowMs), limit.max - 1]);
    const wait = row ? Math.max(1, Math.ceil((row.hit_at.getTime() + limit.windowMs - now) / 1000)) : 0;
    return limit.inProcess ? Math.max(wait, this.here.secondsUntilAllowed(limit, key, new Date(now))) : wait;
  }

  /** Counted events that no limit looks at any more. */
  @Upkeep('limit hits')
  async deleteOld(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    let total = 0;
    for (;;) {
      const [{ gone } = { gone: 0 }] = await this.database.query(LIMIT_DELETE_OLD, [before, AT_A_TIME]);
      total += gone;
      if (gone < AT_A_TIME) return total;
    }
  }

  private hash(key: string): Buffer {
    return this.keys.digest('limits', key);
  }
}
