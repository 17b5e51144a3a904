import { Injectable } from '@nestjs/common';
import { Logger } from 'pino';
import { createLogger } from '../../../common/logging/logger';
import { PartFailures } from '../../../common/health/part-failures';
import { AppConfig } from '../../../config/app-config';
import { ActivityCheckpoint, fingerprint } from './checkpoint';
import { ActivitySeal } from './seal';

/** Says aloud what was sealed and signed: process logs that are kept elsewhere then tell whether seals were taken from the end of the chain. */
@Injectable()
export class ActivityWitness {
  private readonly logger: Logger;

  constructor(
    config: AppConfig,
    private readonly failures: PartFailures,
  ) {
    this.logger = createLogger(config.logLevel, 'activity-log');
  }

  sealed({ id, entries, last_seq, hash }: ActivitySeal): void {
    this.logger.info({ seal: String(id), entries, last_seq: String(last_seq), hash: hash.toString('hex') }, 'sealed');
  }

  /** Tells the operator that somebody else wrote into the chain, in the log and on the status page. */
  async alarm(reason: string): Promise<void> {
    this.logger.error(reason);
    await this.failures.note('activity_log', reason);
  }

  signed({ month, seal_id, hash, public_key }: ActivityCheckpoint): void {
    this.logger.info({ month, seal: String(seal_id), hash: hash.toString('hex'), public_key: fingerprint(public_key) }, 'month signed');
  }
}
