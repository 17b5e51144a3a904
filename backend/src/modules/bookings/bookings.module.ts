import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailModule } from '../../integrations/mail/mail.module';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { SchedulingModule } from '../scheduling/scheduling.module';
import { AvailabilityRepository } from './availability/availability.repository';
import { AvailabilityService } from './availability/availability.service';
import { Booking, BookingEvent, BookingHold, BookingCount } from './booking.entity';
import { BookingRepository } from './booking.repository';
import { PublicBookingsController } from './booking/booking.controller';
import { BookingService } from './booking/booking.service';
import { BookingChangesService } from './changes/booking-changes.service';
import { ManageBookingController } from './changes/manage-booking.controller';
import { ManageBookingService } from './changes/manage-booking.service';
import { HoldRepository } from './holds/hold.repository';
import { HoldService } from './holds/hold.service';
import { BookingListRepository } from './lists/booking-list.repository';
import { ClientBookingsService } from './lists/client-bookings.service';
import { TherapistBookingsController } from './lists/therapist-bookings.controller';
import { TherapistBookingsService } from './lists/therapist-bookings.service';

/** Appointments: free times, booking and holding them, what becomes of them, and the lists of both sides. */
@Module({
  imports: [TypeOrmModule.forFeature([Booking, BookingEvent, BookingHold, BookingCount]), AuthModule, ClientsModule, SchedulingModule, MailModule],
  controllers: [PublicBookingsController, ManageBookingController, TherapistBookingsController],
  providers: [
    AvailabilityRepository,
    AvailabilityService,
    BookingChangesService,
    BookingListRepository,
    BookingRepository,
    BookingService,
    ClientBookingsService,
    HoldRepository,
    HoldService,
    ManageBookingService,
    TherapistBookingsService,
  ],
  exports: [AvailabilityService, ClientBookingsService],
})
export class BookingsModule {}
