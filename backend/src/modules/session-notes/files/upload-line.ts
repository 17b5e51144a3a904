import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../common/errors/domain-error';
import { Turns } from '../../../common/limits/turns';
import * as messages from './messages';

/** Files that this process holds in memory at a time. */
const AT_WORK = 4;
const WAITING = 24;
const WAIT_SECONDS = 5;

/** Lets few uploads at a time into memory: one of each therapist, and so many in all; the others wait before they send anything. */
@Injectable()
export class UploadLine {
  private readonly turns = new Turns();
  private readonly waiting: (() => void)[] = [];
  private atWork = 0;
  private inLine = 0;

  /** @throws DomainError too_many when the line is full */
  async take<T>(therapistId: string, work: () => Promise<T>): Promise<T> {
    if (this.inLine >= AT_WORK + WAITING) throw new DomainError('too_many', messages.uploadsWait, { retryAfterSeconds: WAIT_SECONDS });
    this.inLine += 1;
    try {
      return await this.turns.take([therapistId], () => this.atPlace(work));
    } finally {
      this.inLine -= 1;
    }
  }

  private async atPlace<T>(work: () => Promise<T>): Promise<T> {
    if (this.atWork >= AT_WORK) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.atWork += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.atWork -= 1;
    }
  }
}
