import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { BookingsModule } from '../bookings/bookings.module';
import { CalendarModule } from '../calendar/calendar.module';
import { ClientsModule } from '../clients/clients.module';
import { IntakeFormsModule } from '../intake-forms/intake-forms.module';
import { AppointmentCalendarController } from './appointment-calendar.controller';
import { AppointmentCalendarService } from './appointment-calendar.service';
import { BookingNoticeRepository } from './booking-notice.repository';
import { BookingNotifier } from './booking-notifier';
import { ClosureNotifier } from './closure-notifier';
import { ClosureRepository } from './closure.repository';
import { MorningDigest } from './digest/digest.entity';
import { DigestRepository } from './digest/digest.repository';
import { DigestService } from './digest/digest.service';
import { MailRepository } from './mails/mail.repository';
import { BookingMailsController } from './mails/mails.controller';
import { BookingMailsService } from './mails/mails.service';
import { ImportedReminders } from './reminders/imported-reminders.service';
import { BookingReminder, ReminderSettings, ServiceReminder, StoppedReminders } from './reminders/reminder.entity';
import { ReminderRepository } from './reminders/reminder.repository';
import { ReminderSettingsService } from './reminders/reminder-settings.service';
import { ClientRemindersController, LinkedRemindersController, ReminderSettingsController } from './reminders/reminders.controller';
import { RemindersService } from './reminders/reminders.service';

/** Mails about appointments. */
@Module({
  imports: [TypeOrmModule.forFeature([BookingReminder, ReminderSettings, ServiceReminder, StoppedReminders, MorningDigest]), AuthModule, MailModule, BookingsModule, CalendarModule, ClientsModule, IntakeFormsModule],
  controllers: [AppointmentCalendarController, ReminderSettingsController, ClientRemindersController, LinkedRemindersController, BookingMailsController],
  providers: [AppointmentCalendarService, BookingNoticeRepository, BookingNotifier, ClosureNotifier, ClosureRepository, ImportedReminders, ReminderRepository, ReminderSettingsService, RemindersService, MailRepository, BookingMailsService, DigestRepository, DigestService],
  exports: [AppointmentCalendarService],
})
export class NotificationsModule {}
