import { Module } from '@nestjs/common';
import { AppConfig } from '../../config/app-config';
import { BrowserEngine } from './browser-engine';
import { MeetingEngine } from './meeting-engine';

@Module({
  providers: [{ provide: MeetingEngine, inject: [AppConfig], useFactory: ({ notetaker }: AppConfig) => new BrowserEngine(notetaker) }],
  exports: [MeetingEngine],
})
export class MeetingEngineModule {}
