import { Module } from '@nestjs/common';
import { KitModule } from '../../../../common/process/kit.module';
import { ConfigModule } from '../../../../config/config.module';
import { ActivityLogModule } from '../../../activity-log/activity-log.module';
import { AuthModule } from '../../auth.module';

/** What the command line needs, without a server. */
@Module({ imports: [ConfigModule, KitModule.of('command'), ActivityLogModule, AuthModule] })
export class AdministratorsCommandModule {}
