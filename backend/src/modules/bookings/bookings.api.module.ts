import { Module } from '@nestjs/common';
import { AuthModule } from '../auth/auth.module';
import { BookingsModule } from './bookings.module';
import { PublicBookingsController } from './public-bookings.controller';
import { TherapistBookingsController } from './therapist-bookings.controller';

@Module({ imports: [AuthModule, BookingsModule], controllers: [PublicBookingsController, TherapistBookingsController] })
export class BookingsApiModule {}
