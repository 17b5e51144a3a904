import { Module } from '@nestjs/common';
import { ClockModule } from './common/clock/clock';
import { CryptoModule } from './common/crypto/column-cipher';
import { DatabaseModule } from './common/database/database.module';
import { OutboxWorkerModule } from './common/jobs/worker';
import { LimitsWorkerModule } from './common/limits/limits';
import { EventsModule } from './common/work/domain-events';
import { ConfigModule } from './config/config.module';
import { ActivityLogWorkerModule } from './modules/activity-log/activity-log.module';
import { AdminWorkerModule } from './modules/admin/admin.module';
import { AuthWorkerModule } from './modules/auth/auth.module';
import { BookingsWorkerModule } from './modules/bookings/bookings.module';
import { ClientsWorkerModule } from './modules/clients/clients.module';
import { NotificationsWorkerModule } from './modules/notifications/notifications.module';

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
