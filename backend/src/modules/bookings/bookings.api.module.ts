import { Module } from '@nestjs/common';
import { BookingsModule } from './bookings.module';
import { PublicBookingsController } from './public-bookings.controller';
import { TherapistBookingsController } from './therapist-bookings.controller';

@Module({ imports: [BookingsModule], controllers: [PublicBookingsController, TherapistBookingsController] })
export class BookingsApiModule {}
