import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { OfferingsModule } from '../offerings/offerings.module';
import { SchedulingModule } from '../scheduling/scheduling.module';
import { AvailabilityRepository } from './availability/availability.repository';
import { AvailabilityService } from './availability/availability.service';
import { Booking, BookingEvent, BookingHold, BookingCount } from './booking.entity';
import { BookingMarks } from './booking-marks.service';
import { BookingRepository } from './booking.repository';
import { PublicBookingsController } from './booking/booking.controller';
import { BookingService } from './booking/booking.service';
import { ClientBookingService } from './booking/client-booking.service';
import { BookingChangesService } from './changes/booking-changes.service';
import { ChangeLimits } from './changes/change-limits.service';
import { BookingEventRepository } from './changes/booking-event.repository';
import { BookingNews } from './changes/booking-news.service';
import { CalendarChanges } from './changes/calendar-changes.service';
import { ManageBookingController } from './changes/manage-booking.controller';
import { ManageBookingService } from './changes/manage-booking.service';
import { HoldRepository } from './holds/hold.repository';
import { HoldService } from './holds/hold.service';
import { BookingListRepository } from './lists/booking-list.repository';
import { ClientBookingsService } from './lists/client-bookings.service';
import { ImportedAppointments } from './lists/imported-appointments.service';
import { TherapistBookingsController } from './lists/therapist-bookings.controller';
import { PracticeAppointmentsService } from './lists/practice-appointments.service';
import { TherapistBookingsRepository } from './lists/therapist-bookings.repository';
import { TherapistBookingsService } from './lists/therapist-bookings.service';
import { SeriesController } from './series/series.controller';
import { SeriesService } from './series/series.service';
import { TimeOffController } from './time-off/time-off.controller';
import { TimeOff } from './time-off/time-off.entity';
import { TimeOffRepository } from './time-off/time-off.repository';
import { TimeOffService } from './time-off/time-off.service';
import { TherapistWaitingListController, WaitingListController } from './waiting-list/waiting.controller';
import { WaitingOffer, WaitingRequest } from './waiting-list/waiting.entity';
import { WaitingRepository } from './waiting-list/waiting.repository';
import { WaitingListService } from './waiting-list/waiting-list.service';
import { WaitingOffersService } from './waiting-list/waiting-offers.service';

/** Appointments: free times, booking and holding them, what becomes of them, the lists of both sides, and time that cannot be booked. */
@Module({
  imports: [TypeOrmModule.forFeature([Booking, BookingEvent, BookingHold, BookingCount, TimeOff, WaitingRequest, WaitingOffer]), AuthModule, ClientsModule, OfferingsModule, SchedulingModule, MailModule],
  controllers: [PublicBookingsController, ManageBookingController, SeriesController, TherapistBookingsController, TherapistWaitingListController, TimeOffController, WaitingListController],
  providers: [
    AvailabilityRepository,
    AvailabilityService,
    BookingChangesService,
    ChangeLimits,
    BookingEventRepository,
    BookingListRepository,
    BookingMarks,
    BookingNews,
    BookingRepository,
    BookingService,
    CalendarChanges,
    ClientBookingService,
    ClientBookingsService,
    HoldRepository,
    HoldService,
    ImportedAppointments,
    ManageBookingService,
    PracticeAppointmentsService,
    SeriesService,
    TherapistBookingsRepository,
    TherapistBookingsService,
    TimeOffRepository,
    TimeOffService,
    WaitingListService,
    WaitingOffersService,
    WaitingRepository,
  ],
  exports: [BookingNews, AvailabilityService, CalendarChanges, ClientBookingsService, ManageBookingService],
})
export class BookingsModule {}
