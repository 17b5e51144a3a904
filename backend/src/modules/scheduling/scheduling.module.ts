import { Module } from '@nestjs/common';
import { BusyBlocksRepository } from './busy-blocks.repository';
import { WorkingHoursRepository } from './working-hours.repository';
import { WorkingHoursService } from './working-hours.service';

/** Working hours and what an external calendar has taken. The free-time kernel is `free-times.ts`. */
@Module({
  providers: [WorkingHoursRepository, WorkingHoursService, BusyBlocksRepository],
  exports: [WorkingHoursService, BusyBlocksRepository],
})
export class SchedulingModule {}
