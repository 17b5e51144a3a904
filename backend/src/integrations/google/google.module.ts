import { Module } from '@nestjs/common';
import { GoogleCalendar } from './google-calendar';

@Module({ providers: [GoogleCalendar], exports: [GoogleCalendar] })
export class GoogleModule {}
