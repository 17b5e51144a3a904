import { Injectable } from '@nestjs/common';
import { Logger } from 'pino';
import { createLogger } from '../../../common/logging/logger';
import { AppConfig } from '../../../config/app-config';
import { ActivityCheckpoint, fingerprint } from './checkpoint';
import { ActivitySeal } from './seal';

/** Says aloud what was sealed and signed: process logs that are kept elsewhere then tell whether seals were taken from the end of the chain. */
@Injectable()
export class ActivityWitness {
  private readonly logger: Logger;

  constructor(config: AppConfig) {
    this.logger = createLogger(config.logLevel, 'activity-log');
  }

  sealed({ id, entries, lastSeq, hash }: ActivitySeal): void {
    this.logger.info({ seal: String(id), entries, last_seq: String(lastSeq), hash: hash.toString('hex') }, 'sealed');
  }

  signed({ month, sealId, hash, publicKey }: ActivityCheckpoint): void {
    this.logger.info({ month, seal: String(sealId), hash: hash.toString('hex'), public_key: fingerprint(publicKey) }, 'month signed');
  }
}
