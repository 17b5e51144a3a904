import { Module } from '@nestjs/common';
import { LimitHitsTask } from './limit-hits.task';

@Module({ providers: [LimitHitsTask] })
export class LimitsWorkerModule {}
