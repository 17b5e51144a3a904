import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ClientsModule } from '../clients/clients.module';
import { MeetingRoom } from './meeting-room.entity';
import { MeetingRooms } from './meeting-rooms.service';
import { Service } from './offering.entity';
import { OfferingRepository } from './offering.repository';
import { OfferingsService } from './offerings.service';
import { PublicServicesController } from './public-services.controller';
import { TherapistServicesController } from './therapist-services.controller';

/** The therapy services that clients book (`services` on the wire). */
@Module({
  imports: [ClientsModule, TypeOrmModule.forFeature([MeetingRoom, Service])],
  controllers: [TherapistServicesController, PublicServicesController],
  providers: [MeetingRooms, OfferingRepository, OfferingsService],
  exports: [MeetingRooms, OfferingsService],
})
export class OfferingsModule {}
