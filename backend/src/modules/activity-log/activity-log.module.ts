import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityRecorder } from '../../common/work/work';
import { ActivityLog } from './activity-log.service';
import { ActivityRecurrenceRepository } from './activity-recurrence.repository';
import { ActivityTallies } from './activity-tallies.service';
import { EntryMarks } from './entry-marks.service';
import { ActivityCheckpoint, ActivityLogEntry, ActivityRecurrence, ActivitySeal, ActivityTally } from './activity.entity';
import { Adoptions } from './chain/audit.service';
import { ActivityCheckpointRepository } from './chain/checkpoint.repository';
import { ActivityCheckpoints } from './chain/checkpoints.service';
import { SealMemory } from './chain/seal-memory';
import { ActivitySealRepository } from './chain/seal.repository';
import { GoneEntries } from './chain/gone-entries.service';
import { ActivitySealer } from './chain/sealer.service';
import { LogProtection } from './log-protection.service';
import { WrittenEntries } from './written-entries';
import { ActivityWitness } from './chain/witness.service';

/** Global: every unit of work writes to it, it knows no domain. What else it exports is for the command that checks the log. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ActivityLogEntry, ActivitySeal, ActivityCheckpoint, ActivityTally, ActivityRecurrence])],
  providers: [
    ActivityLog,
    EntryMarks,
    Adoptions,
    { provide: ActivityRecorder, useExisting: ActivityLog },
    ActivitySealRepository,
    ActivityCheckpointRepository,
    ActivityCheckpoints,
    SealMemory,
    ActivitySealer,
    ActivityRecurrenceRepository,
    ActivityTallies,
    LogProtection,
    ActivityWitness,
    WrittenEntries,
    GoneEntries,
  ],
  exports: [ActivityRecorder, EntryMarks, Adoptions, LogProtection, ActivitySealer, ActivitySealRepository, ActivityCheckpointRepository, ActivityCheckpoints, ActivityWitness],
})
export class ActivityLogModule {}
