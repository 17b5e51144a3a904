import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { BookingsModule } from '../bookings/bookings.module';
import { CarePlansModule } from '../care-plans/care-plans.module';
import { ClientsModule } from '../clients/clients.module';
import { IntakeFormsModule } from '../intake-forms/intake-forms.module';
import { NotificationsModule } from '../notifications/notifications.module';
import { OfferingsModule } from '../offerings/offerings.module';
import { SessionNotesModule } from '../session-notes/session-notes.module';
import { ClientAppointmentsController } from './client-appointments.controller';
import { ClientPortalController } from './client-portal.controller';
import { ClientPortalService } from './client-portal.service';
import { RecordActivityRepository } from './record-activity.repository';
import { RecordActivityService } from './record-activity.service';

/** The client's side of appointments, notes and plans. */
@Module({
  imports: [AuthModule, ClientsModule, OfferingsModule, BookingsModule, IntakeFormsModule, SessionNotesModule, CarePlansModule, NotificationsModule],
  controllers: [ClientPortalController, ClientAppointmentsController],
  providers: [ClientPortalService, RecordActivityRepository, RecordActivityService],
})
export class ClientPortalModule {}
