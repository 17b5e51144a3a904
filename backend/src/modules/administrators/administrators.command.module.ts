import { Module } from '@nestjs/common';
import { ClockModule } from '../../common/clock/clock.module';
import { CryptoModule } from '../../common/crypto/crypto.module';
import { DatabaseModule } from '../../common/database/database.module';
import { LimitsModule } from '../../common/limits/limits.module';
import { ConfigModule } from '../../config/config.module';
import { ActivityLogModule } from '../activity-log/activity-log.module';
import { AuthModule } from '../auth/auth.module';
import { AdministratorsModule } from './administrators.module';

/** What the command line needs, without a server. */
@Module({ imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, LimitsModule, ActivityLogModule, AuthModule, AdministratorsModule] })
export class AdministratorsCommandModule {}
