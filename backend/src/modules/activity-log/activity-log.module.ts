import { Global, Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.service';
import { ActivityCheckpointRepository } from './chain/checkpoint.repository';
import { ActivityCheckpoints } from './chain/checkpoints.service';
import { SealActivityJob } from './chain/seal-activity.job';
import { ActivitySealRepository } from './chain/seal.repository';
import { ActivitySealer } from './chain/sealer.service';
import { ActivityWitness } from './chain/witness';

/** Global: every domain writes to it, it knows none. */
@Global()
@Module({ providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityLogModule {}

@Module({ providers: [ActivitySealRepository, ActivitySealer, ActivityCheckpointRepository, ActivityCheckpoints, ActivityWitness, SealActivityJob] })
export class ActivityLogWorkerModule {}
