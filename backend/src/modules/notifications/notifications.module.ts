import { Module } from '@nestjs/common';
import { MailModule } from '../../integrations/mail/mail.module';
import { BookingNoticeRepository } from './booking-notice.repository';
import { BookingNotifier } from './booking-notifier';

/** Mails about appointments. */
@Module({ imports: [MailModule], providers: [BookingNoticeRepository, BookingNotifier] })
export class NotificationsModule {}
