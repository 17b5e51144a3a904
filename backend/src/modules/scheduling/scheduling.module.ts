import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { BusyBlocks } from './busy-blocks/busy-blocks.service';
import { WorkingHoursController } from './working-hours/working-hours.controller';
import { BusyBlock, BusyVersion, WorkingHours } from './working-hours/working-hours.entity';
import { WorkingHoursRepository } from './working-hours/working-hours.repository';
import { WorkingHoursService } from './working-hours/working-hours.service';
import { Zones } from './zones/zones.service';

/** When a therapist can be booked. The free-time kernel is `rules/free-times.ts`: bookings give it what is taken. */
@Module({
  imports: [TypeOrmModule.forFeature([WorkingHours, BusyBlock, BusyVersion])],
  controllers: [WorkingHoursController],
  providers: [BusyBlocks, WorkingHoursRepository, WorkingHoursService, Zones],
  exports: [BusyBlocks, WorkingHoursService],
})
export class SchedulingModule {}
