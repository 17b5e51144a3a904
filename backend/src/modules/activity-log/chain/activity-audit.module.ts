import { Module } from '@nestjs/common';
import { ClockModule } from '../../../common/clock/clock';
import { CryptoModule } from '../../../common/crypto/column-cipher';
import { DatabaseModule } from '../../../common/database/database.module';
import { ConfigModule } from '../../../config/config.module';
import { ActivityLogModule } from '../activity-log.module';
import { ActivityChain } from './chain.service';
import { ActivityCheckpointRepository } from './checkpoint.repository';
import { ActivityCheckpoints } from './checkpoints.service';
import { ActivityRetention } from './retention.service';
import { ActivitySealRepository } from './seal.repository';
import { ActivityWitness } from './witness';

/** The commands that check the log and let its oldest part go. */
@Module({
  imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, ActivityLogModule],
  providers: [ActivitySealRepository, ActivityCheckpointRepository, ActivityCheckpoints, ActivityWitness, ActivityChain, ActivityRetention],
})
export class ActivityAuditModule {}
