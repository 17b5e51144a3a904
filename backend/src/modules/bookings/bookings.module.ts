import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { SchedulingModule } from '../scheduling/scheduling.module';
import { AvailabilityRepository } from './availability.repository';
import { AvailabilityService } from './availability.service';
import { BookingHistory } from './booking-history.service';
import { BookingLimits } from './booking-limits.service';
import { BookingListRepository } from './booking-list.repository';
import { BookingListService } from './booking-list.service';
import { BookingWriter } from './booking-writer.service';
import { BookingRepository } from './booking.repository';
import { BookingService } from './booking.service';
import { IdempotencyRepository } from './idempotency.repository';
import { ManageBookingService } from './manage-booking.service';
import { RepeatGuard } from './repeat-guard.service';
import { SlotService } from './slot.service';
import { TherapistBookingsService } from './therapist-bookings.service';

@Module({
  imports: [ClientsModule, SchedulingModule],
  providers: [
    AvailabilityRepository,
    AvailabilityService,
    BookingHistory,
    BookingLimits,
    BookingListRepository,
    BookingListService,
    BookingRepository,
    BookingService,
    BookingWriter,
    IdempotencyRepository,
    ManageBookingService,
    RepeatGuard,
    SlotService,
    TherapistBookingsService,
  ],
  exports: [AvailabilityService, BookingService, BookingListService, ManageBookingService, TherapistBookingsService],
})
export class BookingsModule {}
