import { Global, Module } from '@nestjs/common';
import { ActivityRecorder } from '../../common/work/work';
import { ActivityLog } from './activity-log.service';
import { ActivityCheckpointRepository } from './chain/checkpoint.repository';
import { ActivityCheckpoints } from './chain/checkpoints.service';
import { ActivitySealRepository } from './chain/seal.repository';
import { ActivitySealer } from './chain/sealer.service';
import { ActivityWitness } from './chain/witness';

/** Global: every unit of work writes to it, it knows no domain. What else it exports is for the command that checks the log. */
@Global()
@Module({
  providers: [
    ActivityLog,
    { provide: ActivityRecorder, useExisting: ActivityLog },
    ActivitySealRepository,
    ActivityCheckpointRepository,
    ActivityCheckpoints,
    ActivitySealer,
    ActivityWitness,
  ],
  exports: [ActivityRecorder, ActivitySealRepository, ActivityCheckpointRepository, ActivityCheckpoints],
})
export class ActivityLogModule {}
