import { Injectable } from '@nestjs/common';
import { Database } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import { FailedJobs } from '../../../common/jobs/failed-jobs';
import { AppConfig } from '../../../config/app-config';
import { BreakGlassService } from '../break-glass/break-glass.service';
import * as messages from '../messages';
import { AdminDashboardDto, AdminIdentityDto, AnalyticsDto } from './dashboard.dto';
import { IntegrationStatusService } from './integration-status.service';
import { PracticeTotalsService } from './practice-totals.service';

const FIND = { name: 'administrator-identity', text: 'select username, role from administrators where id = $1 and is_active' };

/** Who an administrator's session belongs to, as the header of the area shows it. */
@Injectable()
export class AdministratorIdentity {
  constructor(private readonly database: Database) {}

  /** @throws DomainError unauthenticated when the administrator is gone or disabled */
  async find(adminId: string): Promise<AdminIdentityDto> {
    const [administrator] = await this.database.query<AdminIdentityDto>(FIND, [adminId]);
    if (!administrator) throw new DomainError('unauthenticated', messages.signInFirst);
    return administrator;
  }
}

/** Who has connected a calendar: nobody, since calendar sync is not open. The one place that the list and the figures ask. */
@Injectable()
export class CalendarConnections {
  async count(): Promise<number> {
    return 0;
  }

  /** @returns the ones of `therapistIds` that have a connected calendar */
  async among(_therapistIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set();
  }
}

/** What the operator's area opens with: figures, engines, and what waits for a person. */
@Injectable()
export class AdminDashboardService {
  constructor(
    private readonly administrators: AdministratorIdentity,
    private readonly totals: PracticeTotalsService,
    private readonly calendars: CalendarConnections,
    private readonly integrations: IntegrationStatusService,
    private readonly jobs: FailedJobs,
    private readonly access: BreakGlassService,
  ) {}

  /** @throws DomainError unauthenticated when the administrator is gone or disabled */
  async show(adminId: string): Promise<AdminDashboardDto> {
    const [admin, { computed_at, totals }, calendarConnections, integrations, failedJobs, breakGlass] = await Promise.all([
      this.administrators.find(adminId),
      this.totals.current(),
      this.calendars.count(),
      this.integrations.list(),
      this.jobs.count(),
      this.access.listOpen(adminId),
    ]);
    const metrics = {
      total_therapists: totals.total_therapists,
      recent_registrations: totals.recent_registrations,
      total_bookings: totals.total_bookings,
      recent_bookings: totals.recent_bookings,
      total_session_notes: totals.total_session_notes,
      active_therapists: totals.active_therapists,
      calendar_connections: calendarConnections,
      total_clients: totals.total_clients,
      client_to_therapist_ratio: ratio(totals.total_clients, totals.total_therapists),
    };
    return { admin, metrics, as_of: computed_at.toISOString(), integrations, failed_jobs: failedJobs, break_glass: breakGlass };
  }
}

/** Rounded to one decimal; 0 without therapists. */
function ratio(clients: number, therapists: number): number {
  return therapists === 0 ? 0 : Math.round((clients / therapists) * 10) / 10;
}

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
