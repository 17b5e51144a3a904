import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GoogleModule } from '../../integrations/google/google.module';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { OutsideCalendar } from '../bookings/availability/outside-calendar.service';
import { BookingsModule } from '../bookings/bookings.module';
import { SchedulingModule } from '../scheduling/scheduling.module';
import { AccessNotices } from './access-notices.service';
import { AppointmentRepository } from './appointments/appointment.repository';
import { AppointmentWriter } from './appointments/appointment-writer.service';
import { CalendarAppointmentsController } from './appointments/appointments.controller';
import { CalendarAppointments } from './appointments/appointments.service';
import { OwnAppointments } from './appointments/own-appointments.service';
import { CalendarReader } from './busy-blocks/calendar-reader.service';
import { Channels } from './busy-blocks/channels.service';
import { FreeBusyRepository } from './busy-blocks/free-busy.repository';
import { FreeBusy } from './busy-blocks/free-busy.service';
import { OwnEvents } from './busy-blocks/own-events';
import { CalendarPushesController } from './busy-blocks/pushes.controller';
import { SourceRepository } from './busy-blocks/source.repository';
import { CalendarAppointment, CalendarConnection, CalendarFlow, CalendarReading, CalendarSource } from './calendar.entity';
import { ConnectionController } from './connection/connection.controller';
import { ConnectionRepository } from './connection/connection.repository';
import { ConnectionService } from './connection/connection.service';
import { FeedReader } from './feeds/feed-reader';
import { CalendarFeedsController, ForeignFeedController, PrivateFeedController } from './feeds/feeds.controller';
import { CalendarFeed, ForeignFeed } from './feeds/feeds.entity';
import { ForeignFeedRepository } from './feeds/foreign-feed.repository';
import { ForeignFeedService } from './feeds/foreign-feed.service';
import { ImportedFeed } from './feeds/imported-feed.service';
import { PrivateFeedRepository } from './feeds/private-feed.repository';
import { PrivateFeedService } from './feeds/private-feed.service';
import { AccountRepository } from './sync/account.repository';
import { AccountSync } from './sync/account-sync.service';

/** The therapist's own calendar: what stands there blocks times, and appointments stand in it. Global: bookings ask it about times, and know no more of it. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([CalendarFlow, CalendarConnection, CalendarSource, CalendarReading, CalendarAppointment, CalendarFeed, ForeignFeed]), AuthModule, BookingsModule, GoogleModule, MailModule, SchedulingModule],
  controllers: [CalendarAppointmentsController, CalendarFeedsController, CalendarPushesController, ConnectionController, ForeignFeedController, PrivateFeedController],
  providers: [
    AccessNotices,
    AccountRepository,
    AccountSync,
    AppointmentRepository,
    AppointmentWriter,
    CalendarAppointments,
    CalendarReader,
    Channels,
    ConnectionRepository,
    ConnectionService,
    FeedReader,
    ForeignFeedRepository,
    ForeignFeedService,
    FreeBusyRepository,
    ImportedFeed,
    PrivateFeedRepository,
    PrivateFeedService,
    SourceRepository,
    { provide: OutsideCalendar, useClass: FreeBusy },
    { provide: OwnEvents, useClass: OwnAppointments },
  ],
  exports: [CalendarAppointments, ConnectionService, OutsideCalendar],
})
export class CalendarModule {}
