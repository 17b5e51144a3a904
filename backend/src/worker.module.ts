import { Module } from '@nestjs/common';
import { JobsWorkerModule } from './common/jobs/worker';
import { KitModule } from './common/process/kit.module';
import { ConfigModule } from './config/config.module';
import { DOMAINS } from './domains';

/** The worker process: the kit, every domain, and what does their jobs. */
@Module({ imports: [ConfigModule, KitModule.of('worker'), ...DOMAINS, JobsWorkerModule] })
export class WorkerModule {}
