import { Module } from '@nestjs/common';
import { MailModule } from '../../integrations/mail/mail.module';
import { BookingNoticeRepository } from './booking-notice.repository';
import { BookingNotifier } from './booking-notifier';
import { SendBookingMailJob } from './jobs/send-booking-mail.job';

/** Mails about bookings; in the worker process only. */
@Module({ imports: [MailModule], providers: [BookingNoticeRepository, BookingNotifier, SendBookingMailJob] })
export class NotificationsWorkerModule {}
