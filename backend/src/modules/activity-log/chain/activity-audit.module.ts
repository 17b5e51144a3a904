import { DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { KitModule } from '../../../common/process/kit.module';
import { ConfigModule } from '../../../config/config.module';
import { ActivityLogModule } from '../activity-log.module';
import { ActivityAudit } from './audit.service';
import { ActivityChain } from './chain.service';
import { ActivityRetention } from './retention.service';

/** The commands that check the log and let its oldest part go. */
@Module({ imports: [KitModule.of('command'), ActivityLogModule, DiscoveryModule], providers: [ActivityAudit, ActivityChain, ActivityRetention] })
export class ActivityAuditModule {
  /** @param role removing is the owner's alone */
  static as(role: 'application' | 'owner'): DynamicModule {
    return { module: ActivityAuditModule, imports: [role === 'owner' ? ConfigModule.asOwner() : ConfigModule] };
  }
}
