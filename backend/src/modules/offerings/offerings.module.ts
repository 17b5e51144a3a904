import { Module } from '@nestjs/common';
import { OfferingRepository } from './offering.repository';
import { OfferingsService } from './offerings.service';
import { PublicOfferingRepository } from './public-offering.repository';

/** The therapy services that clients book (`services` on the wire). */
@Module({ providers: [OfferingRepository, PublicOfferingRepository, OfferingsService], exports: [OfferingsService] })
export class OfferingsModule {}
