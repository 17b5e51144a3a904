import { Injectable } from '@nestjs/common';
import { Queryable } from '../common/database/database';
import { AppConfig } from '../config/app-config';
import { PracticeTotalsRepository } from '../modules/admin/dashboard/practice-totals.repository';

/** The demo practice has a past: what a worker counted before it was there would stand on the administrator's first page. */
@Injectable()
export class DemoFigures {
  constructor(
    private readonly totals: PracticeTotalsRepository,
    private readonly config: AppConfig,
  ) {}

  async recount(tx: Queryable): Promise<void> {
    const { timezone } = this.config.administration;
    await this.totals.lock(timezone, tx);
    await this.totals.forget(timezone, tx);
  }
}
