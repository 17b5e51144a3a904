import { Injectable } from '@nestjs/common';
import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { AppConfig } from '../../../config/app-config';
import { StorageSpace } from '../../../integrations/storage/storage-space';
import { OperationDto } from './dashboard.dto';
import { DashboardRepository } from './dashboard.repository';

/** The product's own version, as its package says. */
const VERSION = versionOf(join(__dirname, '../../../../package.json'));

/** How the installation runs, in a few figures. */
@Injectable()
export class OperationService {
  constructor(
    private readonly repository: DashboardRepository,
    private readonly config: AppConfig,
    private readonly space: StorageSpace,
  ) {}

  async show(): Promise<OperationDto> {
    const [facts, disk] = await Promise.all([this.repository.readOperation(), this.readDisk()]);
    return {
      version: this.version(),
      jobs_waiting: facts.jobs_waiting,
      oldest_job_at: facts.oldest_job_at?.toISOString() ?? null,
      mails_sent_last_hour: facts.mails_sent,
      mails_failed: facts.mails_failed,
      storage: { kind: this.config.storage.kind, database_bytes: facts.database_bytes, files: facts.files, files_bytes: facts.files_bytes, ...disk },
    };
  }

  /** As the image says which build it is; else as its package does. */
  private version(): string {
    const { version, revision } = this.config.metrics.build;
    return version === 'unknown' ? VERSION : `${version} (${revision.slice(0, 12)})`;
  }

  /** The disk that files are on, or the bucket, is so full that no more are taken. */
  async isStorageFull(): Promise<boolean> {
    if (this.config.storage.kind === 's3') return this.space.isBucketFull();
    const { disk_free_bytes: free } = await this.readDisk();
    return free !== null && free < this.config.diskReserveBytes;
  }

  /** The disk that the data folder is on; nothing is known of it where the folder is not there. */
  private async readDisk(): Promise<{ disk_free_bytes: number | null; disk_bytes: number | null }> {
    try {
      const { bavail, blocks, bsize } = await statfs(this.config.dataDir);
      return { disk_free_bytes: bavail * bsize, disk_bytes: blocks * bsize };
    } catch {
      return { disk_free_bytes: null, disk_bytes: null };
    }
  }
}

function versionOf(path: string): string {
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string };
  return version;
}
