import { Module } from '@nestjs/common';
import { ActivityCheckpointRepository } from './activity-checkpoint.repository';
import { ActivityCheckpoints } from './activity-checkpoints.service';
import { ActivitySealRepository } from './activity-seal.repository';
import { ActivitySealer } from './activity-sealer.service';
import { ActivityWitness } from './activity-witness';
import { SealActivityJob } from './jobs/seal-activity.job';

@Module({ providers: [ActivitySealRepository, ActivitySealer, ActivityCheckpointRepository, ActivityCheckpoints, ActivityWitness, SealActivityJob] })
export class ActivityLogWorkerModule {}
