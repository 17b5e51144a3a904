import { createHash, createPrivateKey, createPublicKey, KeyObject, sign, verify } from 'node:crypto';
import { DateTime } from 'luxon';
import type { ActivityCheckpoint as ActivityCheckpointTable } from '../activity.entity';

/** A month that is over, signed by Ed25519 (a key of 32 bytes, a signature of 64): the log as it stood then can be trusted without what came before it. */
export interface ActivityCheckpoint extends Pick<ActivityCheckpointTable, 'public_key' | 'signature'> {
  /** `yyyy-MM`, in UTC. */
  month: string;
  /** The seal that holds the month's last entry. */
  seal_id: bigint;
  last_seq: bigint;
  /** From the beginning of the log up to that seal. */
  entries: bigint;
  /** The seal's, 32 bytes. */
  hash: Buffer;
  /** Microseconds since 1970 UTC. */
  created_at: string;
}

/** What DER puts before the 32 bytes of an Ed25519 key: PKCS #8 for the private one, SPKI for the public one. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

function canonicalText(checkpoint: Omit<ActivityCheckpoint, 'signature'>): Buffer {
  const lines = [
    'attune activity checkpoint 1',
    `month: ${checkpoint.month}`,
    `seal: ${checkpoint.seal_id}`,
    `last number: ${checkpoint.last_seq}`,
    `entries: ${checkpoint.entries}`,
    `hash: ${checkpoint.hash.toString('hex')}`,
    `public key: ${checkpoint.public_key.toString('hex')}`,
    `signed at: ${checkpoint.created_at}`,
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}

/** Signs checkpoints with a key that follows from 32 secret bytes. */
export class CheckpointKey {
  private readonly key: KeyObject;
  readonly publicKey: Buffer;

  constructor(seed: Buffer) {
    this.key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
    this.publicKey = createPublicKey(this.key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
  }

  sign(checkpoint: Omit<ActivityCheckpoint, 'public_key' | 'signature'>): ActivityCheckpoint {
    const unsigned = { ...checkpoint, public_key: this.publicKey };
    return { ...unsigned, signature: sign(null, canonicalText(unsigned), this.key) };
  }
}

/** Whether a checkpoint is as the key in it signed it. Whose key that is must be asked apart. */
export function isSigned(checkpoint: ActivityCheckpoint): boolean {
  try {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, checkpoint.public_key]), format: 'der', type: 'spki' });
    return verify(null, canonicalText(checkpoint), key, checkpoint.signature);
  } catch {
    // Bytes that are no key at all.
    return false;
  }
}

/** The SHA-256 of a public key in hex, for people to write down and compare. */
export function fingerprint(publicKey: Buffer): string {
  return createHash('sha256').update(publicKey).digest('hex');
}

/** How long an entry is kept at least, as 45 CFR 164.316(b)(2) asks. */
const KEPT_FOR = { years: 6 };

/** The first instant after a month, `yyyy-MM`, in UTC. */
export function endOfMonth(month: string): DateTime<true> {
  const end = DateTime.fromFormat(month, 'yyyy-MM', { zone: 'utc' }).plus({ months: 1 });
  if (!end.isValid) throw new Error('That is not a month.');
  return end;
}

export function monthAfter(month: string): string {
  return endOfMonth(month).toFormat('yyyy-MM');
}

/** Entries from before this instant may go. */
export function keptSince(now: Date): Date {
  return DateTime.fromJSDate(now, { zone: 'utc' }).minus(KEPT_FOR).toJSDate();
}

/** Whether all of a month may go. */
export function isPastRetention(month: string, now: Date): boolean {
  return endOfMonth(month).toJSDate() <= keptSince(now);
}
