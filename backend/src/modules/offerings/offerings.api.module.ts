import { Module } from '@nestjs/common';
import { OfferingsModule } from './offerings.module';
import { PublicServicesController } from './public-services.controller';
import { TherapistServicesController } from './therapist-services.controller';

@Module({ imports: [OfferingsModule], controllers: [TherapistServicesController, PublicServicesController] })
export class OfferingsApiModule {}
