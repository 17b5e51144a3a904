import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { Practice } from '../reference/practice';
import { readRecording } from '../reference/recording';
import { PublicController } from './public.controller';
import { SessionGuard } from './session.guard';
import { TherapistController } from './therapist.controller';

@Module({
  controllers: [PublicController, TherapistController],
  providers: [
    { provide: Practice, useFactory: () => new Practice(readRecording(), process.env['DATABASE_URL'] ?? '') },
    { provide: APP_GUARD, useClass: SessionGuard },
  ],
})
export class MinimalModule {}
