import { Module } from '@nestjs/common';
import { OfferingRepository, PublicOfferingRepository } from './offering.repository';
import { OfferingsService } from './offerings.service';
import { PublicServicesController } from './public-services.controller';
import { TherapistServicesController } from './therapist-services.controller';

/** The therapy services that clients book (`services` on the wire). */
@Module({ providers: [OfferingRepository, PublicOfferingRepository, OfferingsService], exports: [OfferingsService] })
export class OfferingsModule {}

@Module({ imports: [OfferingsModule], controllers: [TherapistServicesController, PublicServicesController] })
export class OfferingsApiModule {}
