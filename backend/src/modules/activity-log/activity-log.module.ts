import { Global, Module } from '@nestjs/common';
import { ActivityLog } from './activity-log.service';

/** Global: every domain writes to it, it knows none. */
@Global()
@Module({ providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityLogModule {}
