import { Module } from '@nestjs/common';
import { AdminModule } from '../admin/admin.module';
import { CalendarModule } from '../calendar/calendar.module';
import { TherapistNoticesController } from './notices.controller';

/** What a therapist has to know on whichever page they are. */
@Module({ imports: [CalendarModule, AdminModule], controllers: [TherapistNoticesController] })
export class TherapistNoticesModule {}
