import { Module } from '@nestjs/common';
import { ClockModule } from './common/clock/clock.module';
import { CryptoModule } from './common/crypto/crypto.module';
import { DatabaseModule } from './common/database/database.module';
import { EventsModule } from './common/events/events.module';
import { LimitsWorkerModule } from './common/limits/limits.worker.module';
import { OutboxWorkerModule } from './common/outbox/outbox.worker.module';
import { ConfigModule } from './config/config.module';
import { ActivityLogWorkerModule } from './modules/activity-log/activity-log.worker.module';
import { AdminWorkerModule } from './modules/admin/admin.worker.module';
import { AuthWorkerModule } from './modules/auth/auth.worker.module';
import { BookingsWorkerModule } from './modules/bookings/bookings.worker.module';
import { ClientsWorkerModule } from './modules/clients/clients.worker.module';
import { NotificationsWorkerModule } from './modules/notifications/notifications.worker.module';

/** The worker process: the base, then each domain's worker module. */
@Module({
  imports: [
    ConfigModule,
    ClockModule,
    CryptoModule,
    DatabaseModule,
    EventsModule,
    OutboxWorkerModule,
    LimitsWorkerModule,
    ActivityLogWorkerModule,
    AuthWorkerModule,
    ClientsWorkerModule,
    BookingsWorkerModule,
    NotificationsWorkerModule,
    AdminWorkerModule,
  ],
})
export class WorkerModule {}
