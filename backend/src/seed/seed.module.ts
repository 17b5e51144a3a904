import { Module } from '@nestjs/common';
import { KitModule } from '../common/process/kit.module';
import { ConfigModule } from '../config/config.module';
import { ImagesModule } from '../integrations/images/images.module';
import { ActivityLogModule } from '../modules/activity-log/activity-log.module';
import { AdminModule } from '../modules/admin/admin.module';
import { DemoPracticeSeed } from './demo-practice';
import { DemoRecord } from './demo-record';

@Module({ imports: [ConfigModule, KitModule.of('command'), ActivityLogModule, ImagesModule, AdminModule], providers: [DemoPracticeSeed, DemoRecord] })
export class SeedModule {}
