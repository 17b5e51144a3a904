import { Module } from '@nestjs/common';
import { WorkerWatch } from '../../common/health/worker-watch';
import { AuthModule } from '../auth/auth.module';
import { AdminActivityController } from './admin-activity.controller';
import { AdminActivityRepository } from './admin-activity.repository';
import { AdminActivityService } from './admin-activity.service';
import { AdminDashboardController } from './admin-dashboard.controller';
import { AdminDashboardService } from './admin-dashboard.service';
import { AdminTherapistsController } from './admin-therapists.controller';
import { AdminTherapistsRepository } from './admin-therapists.repository';
import { AdminTherapistsService } from './admin-therapists.service';
import { AdminModule } from './admin.module';
import { AdministratorIdentity } from './administrator-identity.service';
import { AnalyticsService } from './analytics.service';
import { BreakGlassController } from './break-glass.controller';
import { BreakGlassRepository } from './break-glass.repository';
import { BreakGlassService } from './break-glass.service';
import { CalendarConnections } from './calendar-connections.service';
import { FailedJobsController } from './failed-jobs.controller';
import { FailedJobsService } from './failed-jobs.service';
import { IntegrationStatusService } from './integration-status.service';
import { OpenedRecordRepository } from './opened-record.repository';
import { OpenedRecordService } from './opened-record.service';
import { TherapistStatusService } from './therapist-status.service';

/** The administrator's area. */
@Module({
  imports: [AuthModule, AdminModule],
  controllers: [AdminDashboardController, AdminTherapistsController, AdminActivityController, FailedJobsController, BreakGlassController],
  providers: [
    WorkerWatch,
    AdministratorIdentity,
    CalendarConnections,
    IntegrationStatusService,
    AdminDashboardService,
    AnalyticsService,
    AdminTherapistsRepository,
    AdminTherapistsService,
    TherapistStatusService,
    AdminActivityRepository,
    AdminActivityService,
    FailedJobsService,
    BreakGlassRepository,
    BreakGlassService,
    OpenedRecordRepository,
    OpenedRecordService,
  ],
})
export class AdminApiModule {}
