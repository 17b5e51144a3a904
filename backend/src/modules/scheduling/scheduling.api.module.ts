import { Module } from '@nestjs/common';
import { SchedulingModule } from './scheduling.module';
import { WorkingHoursController } from './working-hours.controller';

@Module({ imports: [SchedulingModule], controllers: [WorkingHoursController] })
export class SchedulingApiModule {}
