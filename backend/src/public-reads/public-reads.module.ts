import { Module } from '@nestjs/common';
import { BookingsModule } from '../modules/bookings/bookings.module';
import { OfferingsModule } from '../modules/offerings/offerings.module';
import { TherapistsModule } from '../modules/therapists/therapists.module';
import { PublicAnswersService } from './public-answers.service';

/** What visitors read, kept while it is true. */
@Module({
  imports: [BookingsModule, OfferingsModule, TherapistsModule],
  providers: [PublicAnswersService],
  exports: [PublicAnswersService],
})
export class PublicReadsModule {}
