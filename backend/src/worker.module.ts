import { Module } from '@nestjs/common';
import { ClockModule } from './common/clock/clock.module';
import { CryptoModule } from './common/crypto/crypto.module';
import { DatabaseModule } from './common/database/database.module';
import { OutboxWorkerModule } from './common/outbox/outbox.worker.module';
import { ConfigModule } from './config/config.module';
import { NotificationsWorkerModule } from './modules/notifications/notifications.worker.module';

/** The worker process: the base, then each domain's worker module. */
@Module({
  imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, OutboxWorkerModule, NotificationsWorkerModule],
})
export class WorkerModule {}
