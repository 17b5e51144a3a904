import { Module } from '@nestjs/common';
import { ClockModule } from '../../../../common/clock/clock';
import { CryptoModule } from '../../../../common/crypto/column-cipher';
import { DatabaseModule } from '../../../../common/database/database.module';
import { LimitsModule } from '../../../../common/limits/limits';
import { ConfigModule } from '../../../../config/config.module';
import { ActivityLogModule } from '../../../activity-log/activity-log.module';
import { AdministratorsModule, AuthModule } from '../../auth.module';

/** What the command line needs, without a server. */
@Module({ imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, LimitsModule, ActivityLogModule, AuthModule, AdministratorsModule] })
export class AdministratorsCommandModule {}
