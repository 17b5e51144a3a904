import { Module } from '@nestjs/common';
import { WorkerWatch } from '../common/health/worker-watch';
import { HealthController } from './health.controller';
import { HealthService } from './health.service';

@Module({ controllers: [HealthController], providers: [HealthService, WorkerWatch] })
export class HealthModule {}
