import { Module } from '@nestjs/common';
import { MailModule } from '../../integrations/mail/mail.module';
import { BookingsWorkerModule } from '../bookings/bookings.module';
import { HoldCodeNotifier, SendHoldCodeJob } from '../bookings/holds/hold.service';
import { BookingNoticeRepository } from './booking-notice.repository';
import { BookingNotifier, SendBookingMailJob } from './booking-notifier';

/** Mails about bookings; in the worker process only. */
@Module({
  imports: [MailModule, BookingsWorkerModule],
  providers: [BookingNoticeRepository, BookingNotifier, HoldCodeNotifier, SendBookingMailJob, SendHoldCodeJob],
})
export class NotificationsWorkerModule {}
