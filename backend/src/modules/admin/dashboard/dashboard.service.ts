import { Injectable } from '@nestjs/common';
import { CurrentUserData } from '../../../common/access/actor';
import { DomainError } from '../../../common/errors/domain-error';
import { FailedJobs } from '../../../common/jobs/failed-jobs';
import { AppConfig } from '../../../config/app-config';
import { BreakGlassService } from '../break-glass/break-glass.service';
import { AiStatusService } from '../ai/ai-status.service';
import * as messages from '../messages';
import { AdminDashboardDto, AdminIdentityDto, AnalyticsDto } from './dashboard.dto';
import { DashboardRepository } from './dashboard.repository';
import { IntegrationStatusService } from './integration-status.service';
import { OperationService } from './operation.service';
import { PracticeTotalsService } from './practice-totals.service';

/** What the operator's area opens with: figures, engines, and what waits for a person. */
@Injectable()
export class DashboardService {
  constructor(
    private readonly repository: DashboardRepository,
    private readonly totals: PracticeTotalsService,
    private readonly integrations: IntegrationStatusService,
    private readonly jobs: FailedJobs,
    private readonly access: BreakGlassService,
    private readonly ai: AiStatusService,
    private readonly operation: OperationService,
    private readonly config: AppConfig,
  ) {}

  /** @throws DomainError unauthenticated when the administrator is gone or disabled */
  async show(current: CurrentUserData): Promise<AdminDashboardDto> {
    const [admin, { computed_at, totals }, integrations, operation, ai, failedJobs, breakGlass, calendars] = await Promise.all([
      this.findAdministrator(current.id),
      this.totals.current(),
      this.integrations.list(),
      this.operation.show(),
      this.ai.show(),
      this.jobs.count(),
      this.access.listOpen(current),
      this.repository.readCalendars(),
    ]);
    const metrics = {
      total_therapists: totals.total_therapists,
      recent_registrations: totals.recent_registrations,
      total_bookings: totals.total_bookings,
      recent_bookings: totals.recent_bookings,
      total_session_notes: totals.total_session_notes,
      active_therapists: totals.active_therapists,
      calendar_connections: calendars.connected,
      total_clients: totals.total_clients,
      client_to_therapist_ratio: ratio(totals.total_clients, totals.total_therapists),
    };
    return { admin, metrics, as_of: computed_at.toISOString(), integrations, operation, ai, failed_jobs: failedJobs, break_glass: breakGlass };
  }

  /** What each of the last seven days brought. */
  async showAnalytics(): Promise<AnalyticsDto> {
    const { computed_at } = await this.totals.current();
    const days = await this.totals.lastDays();
    return {
      daily_registrations: days.map(({ day, registrations }) => ({ date: day, count: registrations })),
      daily_bookings: days.map(({ day, bookings }) => ({ date: day, count: bookings })),
      as_of: computed_at.toISOString(),
      timezone: this.config.administration.timezone,
    };
  }

  private async findAdministrator(id: string): Promise<AdminIdentityDto> {
    const administrator = await this.repository.findAdministrator(id);
    if (!administrator) throw new DomainError('unauthenticated', messages.signInFirst);
    return administrator;
  }
}

/** Rounded to one decimal; 0 without therapists. */
function ratio(clients: number, therapists: number): number {
  return therapists === 0 ? 0 : Math.round((clients / therapists) * 10) / 10;
}
