import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Queryable } from '../../../common/database/database';
import { ChainProblems } from './chain-report';
import { ActivitySealRepository } from './seal.repository';

const HASH = /^[0-9a-f]{64}$/;
const NUMBER = /^\d{1,18}$/;

/** The seals in a kept log of a worker, by number; whatever a collector wrote before each line is passed over. @returns hashes in hex */
export async function witnessedSeals(path: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const seal = sealOf(line);
    if (seal) found.set(...seal);
  }
  return found;
}

function sealOf(line: string): [string, string] | undefined {
  const start = line.indexOf('{');
  if (start < 0 || !line.includes('"seal"')) return undefined;
  try {
    const { seal, hash } = JSON.parse(line.slice(start)) as { seal?: unknown; hash?: unknown };
    return typeof seal === 'string' && NUMBER.test(seal) && typeof hash === 'string' && HASH.test(hash) ? [seal, hash] : undefined;
  } catch {
    return undefined;
  }
}

/** Holds what was said aloud, or noted beside the database, against what is there now. What six years have let go is not asked for. */
export async function compareWitnessed(tx: Queryable, seals: ActivitySealRepository, witnessed: ReadonlyMap<string, string>, problems: ChainProblems): Promise<void> {
  const [first] = await seals.listSealsAfter(tx, 0n, 1);
  const missing: bigint[] = [];
  for (const [seal, hash] of witnessed) {
    const id = BigInt(seal);
    if (first && id < first.id) continue;
    const there = await seals.findSeal(id, tx);
    if (!there) missing.push(id);
    else if (there.hash.toString('hex') !== hash) problems.add({ kind: 'altered_seal', message: `Seal ${id} is another one than what was kept outside of the database says.`, seal });
  }
  const [lowest] = missing.sort((one, other) => (one < other ? -1 : 1));
  if (lowest === undefined) return;
  const which = missing.length === 1 ? `Seal ${lowest} is not there` : `${missing.length} seals from ${lowest} on are not there`;
  problems.add({ kind: 'missing_seals', message: `${which}, which what was kept outside of the database tells of: they were cut off, with what they hold.`, seal: String(lowest) });
}
