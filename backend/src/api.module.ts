import { Module } from '@nestjs/common';
import { AccessModule } from './common/access/access.guard';
import { ClockModule } from './common/clock/clock';
import { CryptoModule } from './common/crypto/column-cipher';
import { DatabaseModule } from './common/database/database.module';
import { OutboxModule } from './common/jobs/jobs.module';
import { LimitsModule } from './common/limits/limits';
import { EventsModule } from './common/work/domain-events';
import { ConfigModule } from './config/config.module';
import { HealthModule } from './health/health.module';
import { ActivityLogModule } from './modules/activity-log/activity-log.module';
import { AdminApiModule } from './modules/admin/admin.module';
import { AdministratorsApiModule, AuthApiModule, AuthModule } from './modules/auth/auth.module';
import { BookingsApiModule } from './modules/bookings/bookings.module';
import { ClientPortalApiModule } from './modules/client-portal/client-portal.module';
import { ClientsApiModule } from './modules/clients/clients.module';
import { OfferingsApiModule } from './modules/offerings/offerings.module';
import { SchedulingApiModule } from './modules/scheduling/scheduling.module';
import { TherapistsApiModule } from './modules/therapists/therapists.module';
import { PagesModule } from './pages/pages.module';

/** The API process: the base, then each domain's api module. */
@Module({
  imports: [
    ConfigModule,
    ClockModule,
    CryptoModule,
    DatabaseModule,
    EventsModule,
    LimitsModule,
    OutboxModule,
    ActivityLogModule,
    AccessModule.with(AuthModule),
    HealthModule,
    AuthApiModule,
    AdministratorsApiModule,
    TherapistsApiModule,
    ClientsApiModule,
    OfferingsApiModule,
    SchedulingApiModule,
    BookingsApiModule,
    ClientPortalApiModule,
    AdminApiModule,
    PagesModule,
  ],
})
export class ApiModule {}
