import { Injectable } from '@nestjs/common';
import { FailedJobs } from '../../common/outbox/failed-jobs';
import { AdministratorIdentity } from './administrator-identity.service';
import { BreakGlassService } from './break-glass.service';
import { CalendarConnections } from './calendar-connections.service';
import { AdminDashboardDto } from './dto/dashboard.dto';
import { IntegrationStatusService } from './integration-status.service';
import { PracticeTotalsService } from './practice-totals.service';

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
