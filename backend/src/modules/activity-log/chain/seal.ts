import { createHash, Hash } from 'node:crypto';
import { ActivityEntry, entryHash } from '../activity-entry';

/** How much of an entry's hash a seal keeps in the open, so that a check can say which entry was touched. */
export const PREFIX_BYTES = 8;
export const ENTRIES_PER_SEAL = 1_000;

/** Where the chain stands after a seal. */
export interface ChainState {
  sealId: bigint;
  lastSeq: bigint;
  /** 32 bytes. */
  hash: Buffer;
  /** Entries since the beginning, those that were removed with time included. */
  entries: bigint;
}

export const BEGINNING: ChainState = { sealId: 0n, lastSeq: 0n, hash: Buffer.alloc(32), entries: 0n };

/** A batch of entries. It covers every number from `firstSeq` to `lastSeq`: numbers without an entry belonged to what was rolled back. */
export interface ActivitySeal {
  id: bigint;
  firstSeq: bigint;
  lastSeq: bigint;
  entries: number;
  previousHash: Buffer;
  /** The first bytes of each entry's hash, in order. */
  entryHashes: Buffer;
  hash: Buffer;
  /** Microseconds since 1970 UTC. */
  sealedAt: string;
}

const VERSION = 'attune activity seal 1\n';

/**
 * Begins the hash of a seal: a line that names the version, the previous seal's hash, and a line with the seal's own figures. The hashes of
 * its entries follow, 32 bytes each.
 */
export function beginSealHash(previousHash: Buffer, seal: Omit<ActivitySeal, 'hash' | 'previousHash' | 'entryHashes'>): Hash {
  const figures = [seal.id, seal.firstSeq, seal.lastSeq, seal.entries, seal.sealedAt].map(String);
  return createHash('sha256').update(VERSION).update(previousHash).update(`${JSON.stringify(figures)}\n`);
}

/**
 * Seals the entries that follow on `previous`.
 * @param entries at least one, by number
 */
export function sealEntries(previous: Pick<ChainState, 'sealId' | 'lastSeq' | 'hash'>, entries: readonly ActivityEntry[], sealedAt: Date): ActivitySeal {
  const last = entries.at(-1);
  if (!last) throw new Error('A seal needs an entry.');
  const hashes = entries.map(entryHash);
  const figures = {
    id: previous.sealId + 1n,
    firstSeq: previous.lastSeq + 1n,
    lastSeq: BigInt(last.seq),
    entries: entries.length,
    sealedAt: String(sealedAt.getTime() * 1_000),
  };
  const hash = beginSealHash(previous.hash, figures);
  for (const each of hashes) hash.update(each);
  return {
    ...figures,
    previousHash: previous.hash,
    entryHashes: Buffer.concat(hashes.map((each) => each.subarray(0, PREFIX_BYTES))),
    hash: hash.digest(),
  };
}
