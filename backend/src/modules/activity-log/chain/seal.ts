import { createHash, Hash } from 'node:crypto';
import { ActivityEntry, entryHash } from '../activity-entry';
import type { ActivitySeal as ActivitySealTable } from '../activity.entity';

/** How much of an entry's hash a seal keeps in the open, so that a check can say which entry was touched. */
export const PREFIX_BYTES = 8;
export const ENTRIES_PER_SEAL = 1_000;

/** Where the chain stands after a seal. */
export interface ChainState {
  seal_id: bigint;
  last_seq: bigint;
  /** 32 bytes. */
  hash: Buffer;
  /** Entries since the beginning, those that were removed with time included. */
  entries: bigint;
}

export const BEGINNING: ChainState = { seal_id: 0n, last_seq: 0n, hash: Buffer.alloc(32), entries: 0n };

/** A batch of entries. It covers every number from `first_seq` to `last_seq`: numbers without an entry belonged to what was rolled back. */
export interface ActivitySeal extends Pick<ActivitySealTable, 'entries' | 'previous_hash' | 'hash'> {
  id: bigint;
  first_seq: bigint;
  last_seq: bigint;
  /** The first bytes of each entry's hash, in order. */
  entry_hashes: Buffer;
  /** Microseconds since 1970 UTC. */
  sealed_at: string;
}

const VERSION = 'attune activity seal 1\n';

/**
 * Begins the hash of a seal: a line that names the version, the previous seal's hash, and a line with the seal's own figures. The hashes of
 * its entries follow, 32 bytes each.
 */
export function beginSealHash(previousHash: Buffer, seal: Omit<ActivitySeal, 'hash' | 'previous_hash' | 'entry_hashes'>): Hash {
  const figures = [seal.id, seal.first_seq, seal.last_seq, seal.entries, seal.sealed_at].map(String);
  return createHash('sha256').update(VERSION).update(previousHash).update(`${JSON.stringify(figures)}\n`);
}

/**
 * Seals the entries that follow on `previous`.
 * @param entries at least one, by number
 */
export function sealEntries(previous: Pick<ChainState, 'seal_id' | 'last_seq' | 'hash'>, entries: readonly ActivityEntry[], sealedAt: Date): ActivitySeal {
  const last = entries.at(-1);
  if (!last) throw new Error('A seal needs an entry.');
  const hashes = entries.map(entryHash);
  const figures = {
    id: previous.seal_id + 1n,
    first_seq: previous.last_seq + 1n,
    last_seq: BigInt(last.seq),
    entries: entries.length,
    sealed_at: String(sealedAt.getTime() * 1_000),
  };
  const hash = beginSealHash(previous.hash, figures);
  for (const each of hashes) hash.update(each);
  return {
    ...figures,
    previous_hash: previous.hash,
    entry_hashes: Buffer.concat(hashes.map((each) => each.subarray(0, PREFIX_BYTES))),
    hash: hash.digest(),
  };
}
