import { Module } from '@nestjs/common';
import { MailModule } from '../../integrations/mail/mail.module';
import { AdminModule } from './admin.module';
import { BreakGlassNotifier } from './break-glass-notifier';
import { BreakGlassRepository } from './break-glass.repository';
import { RefreshTotalsJob } from './jobs/refresh-totals.job';
import { SendBreakGlassNoticeJob } from './jobs/send-break-glass-notice.job';

/** Fresh figures, and the mail to a therapist whose records were opened; in the worker process only. */
@Module({ imports: [MailModule, AdminModule], providers: [RefreshTotalsJob, BreakGlassRepository, BreakGlassNotifier, SendBreakGlassNoticeJob] })
export class AdminWorkerModule {}
