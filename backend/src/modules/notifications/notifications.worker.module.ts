import { Module } from '@nestjs/common';
import { MailModule } from '../../integrations/mail/mail.module';
import { BookingsWorkerModule } from '../bookings/bookings.worker.module';
import { BookingNoticeRepository } from './booking-notice.repository';
import { BookingNotifier } from './booking-notifier';
import { HoldCodeNotifier } from './hold-code-notifier';
import { SendBookingMailJob } from './jobs/send-booking-mail.job';
import { SendHoldCodeJob } from './jobs/send-hold-code.job';

/** Mails about bookings; in the worker process only. */
@Module({
  imports: [MailModule, BookingsWorkerModule],
  providers: [BookingNoticeRepository, BookingNotifier, HoldCodeNotifier, SendBookingMailJob, SendHoldCodeJob],
})
export class NotificationsWorkerModule {}
