import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WorkingHoursController } from './working-hours/working-hours.controller';
import { WorkingHours, BusyBlock } from './working-hours/working-hours.entity';
import { WorkingHoursRepository } from './working-hours/working-hours.repository';
import { WorkingHoursService } from './working-hours/working-hours.service';

/** When a therapist can be booked. The free-time kernel is `rules/free-times.ts`: bookings give it what is taken. */
@Module({
  imports: [TypeOrmModule.forFeature([WorkingHours, BusyBlock])],
  controllers: [WorkingHoursController],
  providers: [WorkingHoursRepository, WorkingHoursService],
  exports: [WorkingHoursService],
})
export class SchedulingModule {}
