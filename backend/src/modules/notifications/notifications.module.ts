import { Module } from '@nestjs/common';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { BookingsModule } from '../bookings/bookings.module';
import { ClientsModule } from '../clients/clients.module';
import { IntakeFormsModule } from '../intake-forms/intake-forms.module';
import { AppointmentCalendarController } from './appointment-calendar.controller';
import { AppointmentCalendarService } from './appointment-calendar.service';
import { BookingNoticeRepository } from './booking-notice.repository';
import { BookingNotifier } from './booking-notifier';
import { ClosureNotifier } from './closure-notifier';
import { ClosureRepository } from './closure.repository';

/** Mails about appointments. */
@Module({
  imports: [AuthModule, MailModule, BookingsModule, ClientsModule, IntakeFormsModule],
  controllers: [AppointmentCalendarController],
  providers: [AppointmentCalendarService, BookingNoticeRepository, BookingNotifier, ClosureNotifier, ClosureRepository],
  exports: [AppointmentCalendarService],
})
export class NotificationsModule {}
