import { Module } from '@nestjs/common';
import { WorkerWatch } from '../../common/health/part-failures';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { AdminActivityController } from './activity/activity.controller';
import { AdminActivityRepository } from './activity/activity.repository';
import { AdminActivityService } from './activity/activity.service';
import { BreakGlassNotifier, SendBreakGlassNoticeJob } from './break-glass/break-glass-mail';
import { BreakGlassController } from './break-glass/break-glass.controller';
import { BreakGlassRepository } from './break-glass/break-glass.repository';
import { BreakGlassService } from './break-glass/break-glass.service';
import { OpenedRecordRepository } from './break-glass/opened-record.repository';
import { OpenedRecordService } from './break-glass/opened-record.service';
import { AdminDashboardController } from './dashboard/dashboard.controller';
import { AdminDashboardService, AdministratorIdentity, AnalyticsService, CalendarConnections } from './dashboard/dashboard.service';
import { IntegrationStatusService } from './dashboard/integration-status.service';
import { PracticeTotalsRepository } from './dashboard/practice-totals.repository';
import { PracticeTotalsService, RefreshTotalsJob } from './dashboard/practice-totals.service';
import { FailedJobsController } from './failed-jobs/failed-jobs.controller';
import { FailedJobsService } from './failed-jobs/failed-jobs.service';
import { AdminTherapistsController } from './therapists/therapists.controller';
import { AdminTherapistsRepository } from './therapists/therapists.repository';
import { AdminTherapistsService, TherapistStatusService } from './therapists/therapists.service';

/** The operator's figures, which the API shows and the worker keeps fresh. */
@Module({ providers: [PracticeTotalsRepository, PracticeTotalsService], exports: [PracticeTotalsService] })
export class AdminModule {}

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

/** Fresh figures, and the mail to a therapist whose records were opened; in the worker process only. */
@Module({ imports: [MailModule, AdminModule], providers: [RefreshTotalsJob, BreakGlassRepository, BreakGlassNotifier, SendBreakGlassNoticeJob] })
export class AdminWorkerModule {}
