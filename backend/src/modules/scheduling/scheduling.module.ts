import { Module } from '@nestjs/common';
import { WorkingHoursController } from './working-hours/working-hours.controller';
import { WorkingHoursRepository } from './working-hours/working-hours.repository';
import { WorkingHoursService } from './working-hours/working-hours.service';

/** When a therapist can be booked. The free-time kernel is `rules/free-times.ts`: bookings give it what is taken. */
@Module({
  controllers: [WorkingHoursController],
  providers: [WorkingHoursRepository, WorkingHoursService],
  exports: [WorkingHoursService],
})
export class SchedulingModule {}
