import { Module } from '@nestjs/common';
import { ClockModule } from '../../common/clock/clock.module';
import { CryptoModule } from '../../common/crypto/crypto.module';
import { DatabaseModule } from '../../common/database/database.module';
import { ConfigModule } from '../../config/config.module';
import { ActivityChain } from './activity-chain.service';
import { ActivityCheckpointRepository } from './activity-checkpoint.repository';
import { ActivityCheckpoints } from './activity-checkpoints.service';
import { ActivityLogModule } from './activity-log.module';
import { ActivityRetention } from './activity-retention.service';
import { ActivitySealRepository } from './activity-seal.repository';
import { ActivityWitness } from './activity-witness';

/** The commands that check the log and let its oldest part go. */
@Module({
  imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, ActivityLogModule],
  providers: [ActivitySealRepository, ActivityCheckpointRepository, ActivityCheckpoints, ActivityWitness, ActivityChain, ActivityRetention],
})
export class ActivityAuditModule {}
