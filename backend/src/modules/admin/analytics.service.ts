import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { AnalyticsDto } from './dto/dashboard.dto';
import { PracticeTotalsService } from './practice-totals.service';

/** What each of the last seven days brought. */
@Injectable()
export class AnalyticsService {
  constructor(
    private readonly totals: PracticeTotalsService,
    private readonly config: AppConfig,
  ) {}

  async show(): Promise<AnalyticsDto> {
    const { computed_at } = await this.totals.current();
    const days = await this.totals.lastDays();
    return {
      daily_registrations: days.map(({ date, registrations }) => ({ date, count: registrations })),
      daily_bookings: days.map(({ date, bookings }) => ({ date, count: bookings })),
      as_of: computed_at.toISOString(),
      timezone: this.config.administration.timezone,
    };
  }
}
