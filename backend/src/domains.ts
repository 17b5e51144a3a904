import { ActivityLogModule } from './modules/activity-log/activity-log.module';
import { AdminModule } from './modules/admin/admin.module';
import { AuthModule } from './modules/auth/auth.module';
import { BookingsModule } from './modules/bookings/bookings.module';
import { CalendarModule } from './modules/calendar/calendar.module';
import { CarePlansModule } from './modules/care-plans/care-plans.module';
import { ClientPortalModule } from './modules/client-portal/client-portal.module';
import { ClientRecordsModule } from './modules/client-records/client-records.module';
import { ClientsModule } from './modules/clients/clients.module';
import { IntakeFormsModule } from './modules/intake-forms/intake-forms.module';
import { MeetingsModule } from './modules/meetings/meetings.module';
import { NotificationsModule } from './modules/notifications/notifications.module';
import { OfferingsModule } from './modules/offerings/offerings.module';
import { PracticesModule } from './modules/practices/practices.module';
import { SchedulingModule } from './modules/scheduling/scheduling.module';
import { SessionNotesModule } from './modules/session-notes/session-notes.module';
import { TherapistNoticesModule } from './modules/therapist-notices/therapist-notices.module';
import { TherapistsModule } from './modules/therapists/therapists.module';

/** Every domain, from the lowest to the highest. Each is one module, and both processes load it. */
export const DOMAINS = [
  ActivityLogModule,
  AuthModule,
  TherapistsModule,
  ClientsModule,
  OfferingsModule,
  SchedulingModule,
  BookingsModule,
  CalendarModule,
  ClientRecordsModule,
  IntakeFormsModule,
  SessionNotesModule,
  CarePlansModule,
  MeetingsModule,
  NotificationsModule,
  ClientPortalModule,
  AdminModule,
  TherapistNoticesModule,
  PracticesModule,
];
