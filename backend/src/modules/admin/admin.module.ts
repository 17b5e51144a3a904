import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AiModule } from '../../integrations/ai/ai.module';
import { MailModule } from '../../integrations/mail/mail.module';
import { StorageModule } from '../../integrations/storage/storage.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { IntakeFormsModule } from '../intake-forms/intake-forms.module';
import { AdminActivityController } from './activity/activity.controller';
import { AdminActivityRepository } from './activity/activity.repository';
import { AdminActivityService } from './activity/activity.service';
import { BreakGlassGrant, BreakGlassTherapist, DailyCount, PracticeTotal, TherapistDirectoryEntry, TherapistCount } from './admin.entity';
import { BreakGlassController, ClientRecordOpeningsController, TherapistRecordOpeningsController } from './break-glass/break-glass.controller';
import { BreakGlassRepository } from './break-glass/break-glass.repository';
import { BreakGlassService } from './break-glass/break-glass.service';
import { OpenedRecordRepository } from './break-glass/opened-record.repository';
import { OpenedRecordService } from './break-glass/opened-record.service';
import { AiStatusController } from './ai/ai-status.controller';
import { AiStatusService } from './ai/ai-status.service';
import { AdminDashboardController } from './dashboard/dashboard.controller';
import { DashboardRepository } from './dashboard/dashboard.repository';
import { DashboardService } from './dashboard/dashboard.service';
import { IntegrationStatusService } from './dashboard/integration-status.service';
import { OperationService } from './dashboard/operation.service';
import { PracticeTotalsRepository } from './dashboard/practice-totals.repository';
import { PracticeTotalsService } from './dashboard/practice-totals.service';
import { FailedJobsController } from './failed-jobs/failed-jobs.controller';
import { FailedJobsService } from './failed-jobs/failed-jobs.service';
import { AdminTherapistsController } from './therapists/therapists.controller';
import { AdminTherapistsRepository } from './therapists/therapists.repository';
import { AdminTherapistsService } from './therapists/therapists.service';

/** The administrator's area. */
@Module({
  imports: [TypeOrmModule.forFeature([BreakGlassGrant, BreakGlassTherapist, DailyCount, PracticeTotal, TherapistDirectoryEntry, TherapistCount]), AiModule, AuthModule, ClientsModule, IntakeFormsModule, MailModule, StorageModule],
  controllers: [
    AdminDashboardController,
    AiStatusController,
    AdminTherapistsController,
    AdminActivityController,
    FailedJobsController,
    BreakGlassController,
    TherapistRecordOpeningsController,
    ClientRecordOpeningsController,
  ],
  providers: [
    AdminActivityRepository,
    AiStatusService,
    AdminActivityService,
    AdminTherapistsRepository,
    AdminTherapistsService,
    BreakGlassRepository,
    BreakGlassService,
    DashboardRepository,
    DashboardService,
    FailedJobsService,
    IntegrationStatusService,
    OperationService,
    OpenedRecordRepository,
    OpenedRecordService,
    PracticeTotalsRepository,
    PracticeTotalsService,
  ],
  exports: [BreakGlassService, PracticeTotalsService],
})
export class AdminModule {}
