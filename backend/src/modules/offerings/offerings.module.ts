import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientsModule } from '../clients/clients.module';
import { Service } from './offering.entity';
import { OfferingRepository } from './offering.repository';
import { OfferingsService } from './offerings.service';
import { PublicServicesController } from './public-services.controller';
import { TherapistServicesController } from './therapist-services.controller';

/** The therapy services that clients book (`services` on the wire). */
@Module({
  imports: [ClientsModule, TypeOrmModule.forFeature([Service])],
  controllers: [TherapistServicesController, PublicServicesController],
  providers: [OfferingRepository, OfferingsService],
  exports: [OfferingsService],
})
export class OfferingsModule {}
