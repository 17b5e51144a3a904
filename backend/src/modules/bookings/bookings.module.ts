import { Module } from '@nestjs/common';
import { IdempotencyKeysTask, IdempotencyRepository, RepeatGuard } from '../../common/idempotency/repeat-guard';
import { AuthModule } from '../auth/auth.module';
import { ClientsModule } from '../clients/clients.module';
import { SchedulingModule } from '../scheduling/scheduling.module';
import { AvailabilityRepository } from './availability/availability.repository';
import { AvailabilityService, SlotService } from './availability/availability.service';
import { BookingRepository } from './booking.repository';
import { BookingLimits } from './booking/booking-limits.service';
import { PublicBookingsController } from './booking/booking.controller';
import { BookingClaims, BookingService, BookingWriter, HoldConfirmation } from './booking/booking.service';
import { BookingChanges, BookingHistory, BookingOwnership, TherapistBookingsService } from './changes/booking-changes.service';
import { ManageBookingService } from './changes/manage-booking.service';
import { BookingHoldRepository, BookingHoldsTask, HoldSecrets } from './holds/hold.repository';
import { BookingHolds, HoldCodes, HoldResend } from './holds/hold.service';
import { BookingListRepository, ClientBookingRepository } from './lists/booking-list.repository';
import { ClientBookingReader, ClientBookingsService, Rebooking } from './lists/client-bookings.service';
import { TherapistBookingsController } from './lists/therapist-bookings.controller';
import { BookingListService, BookingSummaryService } from './lists/therapist-bookings.service';

@Module({
  imports: [ClientsModule, SchedulingModule],
  providers: [
    AvailabilityRepository,
    AvailabilityService,
    BookingChanges,
    BookingClaims,
    BookingHistory,
    BookingHoldRepository,
    BookingHolds,
    BookingLimits,
    BookingListRepository,
    BookingListService,
    BookingOwnership,
    BookingRepository,
    BookingService,
    BookingSummaryService,
    BookingWriter,
    ClientBookingReader,
    ClientBookingRepository,
    ClientBookingsService,
    HoldCodes,
    HoldConfirmation,
    HoldResend,
    HoldSecrets,
    IdempotencyRepository,
    ManageBookingService,
    Rebooking,
    RepeatGuard,
    SlotService,
    TherapistBookingsService,
  ],
  exports: [
    BookingHolds,
    AvailabilityService,
    BookingListService,
    BookingService,
    BookingSummaryService,
    ClientBookingsService,
    HoldConfirmation,
    HoldResend,
    ManageBookingService,
    TherapistBookingsService,
  ],
})
export class BookingsModule {}

@Module({ imports: [AuthModule, BookingsModule], controllers: [PublicBookingsController, TherapistBookingsController] })
export class BookingsApiModule {}

@Module({
  providers: [BookingHoldRepository, BookingHoldsTask, HoldSecrets, IdempotencyRepository, IdempotencyKeysTask],
  exports: [BookingHoldRepository, HoldSecrets],
})
export class BookingsWorkerModule {}
