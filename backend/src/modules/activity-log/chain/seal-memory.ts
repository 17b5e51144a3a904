import { Injectable } from '@nestjs/common';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../../common/database/database';
import { AppConfig } from '../../../config/app-config';
import type { ActivitySeal } from './seal';
import { ActivitySealRepository } from './seal.repository';

export type KnownSeal = Pick<ActivitySeal, 'id' | 'hash'>;

interface Line {
  seal: string;
  hash: string;
  mark: string;
}

/**
 * The newest seal that a process on this machine made, beside the database and not in it: after a restart, too, the end of the log is not cut off
 * unnoticed. Another installation's line, or one that somebody typed, has not the mark.
 */
@Injectable()
export class SealMemory {
  private readonly path: string;

  constructor(
    { dataDir }: AppConfig,
    private readonly seals: ActivitySealRepository,
  ) {
    this.path = join(dataDir, 'activity-log.seal');
  }

  async recall(): Promise<KnownSeal | undefined> {
    try {
      const { seal, hash, mark } = JSON.parse(await readFile(this.path, 'utf8')) as Line;
      const known = { id: BigInt(seal), hash: Buffer.from(hash, 'hex') };
      return this.seals.isGenuine({ ...known, mark: Buffer.from(mark, 'hex') }) ? known : undefined;
    } catch {
      // None yet, or half a line of a machine that stopped.
      return undefined;
    }
  }

  /** What cannot be written, on a read-only disk say, keeps nothing from being sealed. */
  async remember({ id, hash }: KnownSeal): Promise<void> {
    const line: Line = { seal: String(id), hash: hash.toString('hex'), mark: this.seals.mark({ id, hash }).toString('hex') };
    const draft = `${this.path}.${newId()}`;
    try {
      await mkdir(join(this.path, '..'), { recursive: true, mode: 0o700 });
      await writeFile(draft, `${JSON.stringify(line)}\n`, { mode: 0o600 });
      await rename(draft, this.path);
    } catch {
      return;
    }
  }
}
