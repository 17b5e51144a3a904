import { Module } from '@nestjs/common';
import { WorkerWatch } from '../common/health/part-failures';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({ controllers: [HealthController], providers: [HealthService, WorkerWatch] })
export class HealthModule {}
