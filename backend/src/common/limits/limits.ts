import { Injectable } from '@nestjs/common';
import { isIPv4, isIPv6 } from 'node:net';
import { Clock } from '../clock/clock';
import { KeyRing } from '../crypto/key-ring';
import { Database, Queryable } from '../database/database';

export interface Limit {
  /** What is limited, e.g. `booking-address`. */
  scope: string;
  /** How many within the window. */
  max: number;
  windowMs: number;
}

/**
 * The part of a client's address that one connection has: an IPv4 address whole, of an IPv6 address the first 64 bits,
 * for a single line gets 2^64 of them.
 */
export function connectionOf(address: string | null): string {
  if (!address) return '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || isIPv4(address)) return mapped ?? address;
  if (!isIPv6(address)) return address;
  const [head = '', tail = ''] = address.split('%')[0]?.toLowerCase().split('::') ?? [];
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const groups = [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back];
  return `${groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Counts that survive a restart. Keys (addresses) are stored as keyed digests only. */
@Injectable()
export class Limits {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly clock: Clock,
  ) {}

  /** @returns whether one more is within the limit; nothing is counted. */
  async allows(limit: Limit, key: string, on: Queryable = this.database): Promise<boolean> {
    const [row] = await on.query<{ hits: number }>(
      { name: 'limit-count', text: 'select count(*)::int as hits from limit_hits where scope = $1 and key_hash = $2 and hit_at > $3' },
      [limit.scope, this.hash(key), new Date(this.clock.now().getTime() - limit.windowMs)],
    );
    return (row?.hits ?? 0) < limit.max;
  }

  /** Lets one request at a time through for a key until the transaction ends, so that parallel requests cannot pass the limit together. */
  async serialize(limit: Limit, key: string, tx: Queryable): Promise<void> {
    const lock = this.hash(`${limit.scope} ${key}`).readBigInt64BE(0).toString();
    await tx.query({ name: 'limit-lock', text: 'select pg_advisory_xact_lock($1::bigint)' }, [lock]);
  }

  async count(limit: Limit, key: string, on: Queryable = this.database): Promise<void> {
    await on.query({ name: 'limit-hit', text: 'insert into limit_hits (scope, key_hash, hit_at) values ($1, $2, $3)' }, [
      limit.scope,
      this.hash(key),
      this.clock.now(),
    ]);
  }

  private hash(key: string): Buffer {
    return this.keys.digest('limits', key);
  }
}
