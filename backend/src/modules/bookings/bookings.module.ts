import { Module } from '@nestjs/common';
import { ClientsModule } from '../clients/clients.module';
import { SchedulingModule } from '../scheduling/scheduling.module';
import { AvailabilityRepository } from './availability.repository';
import { AvailabilityService } from './availability.service';
import { BookingChanges } from './booking-changes.service';
import { BookingClaims } from './booking-claims.service';
import { BookingHistory } from './booking-history.service';
import { BookingHoldRepository } from './booking-hold.repository';
import { BookingHolds } from './booking-holds.service';
import { BookingLimits } from './booking-limits.service';
import { BookingListRepository } from './booking-list.repository';
import { BookingListService } from './booking-list.service';
import { BookingOwnership } from './booking-ownership.service';
import { BookingSummaryService } from './booking-summary.service';
import { BookingWriter } from './booking-writer.service';
import { BookingRepository } from './booking.repository';
import { BookingService } from './booking.service';
import { ClientBookingReader } from './client-booking-reader.service';
import { ClientBookingRepository } from './client-booking.repository';
import { ClientBookingsService } from './client-bookings.service';
import { HoldCodes } from './hold-codes.service';
import { HoldConfirmation } from './hold-confirmation.service';
import { HoldResend } from './hold-resend.service';
import { HoldSecrets } from './hold-secrets';
import { IdempotencyRepository } from './idempotency.repository';
import { ManageBookingService } from './manage-booking.service';
import { Rebooking } from './rebooking.service';
import { RepeatGuard } from './repeat-guard.service';
import { SlotService } from './slot.service';
import { TherapistBookingsService } from './therapist-bookings.service';

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
