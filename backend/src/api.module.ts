import { Module } from '@nestjs/common';
import { AccessModule } from './common/access/access.module';
import { ClockModule } from './common/clock/clock.module';
import { CryptoModule } from './common/crypto/crypto.module';
import { DatabaseModule } from './common/database/database.module';
import { EventsModule } from './common/events/events.module';
import { LimitsModule } from './common/limits/limits.module';
import { OutboxModule } from './common/outbox/outbox.module';
import { ConfigModule } from './config/config.module';
import { HealthModule } from './health/health.module';
import { ActivityLogModule } from './modules/activity-log/activity-log.module';
import { AdministratorsApiModule } from './modules/administrators/administrators.api.module';
import { AdminApiModule } from './modules/admin/admin.api.module';
import { AuthApiModule } from './modules/auth/auth.api.module';
import { AuthModule } from './modules/auth/auth.module';
import { BookingsApiModule } from './modules/bookings/bookings.api.module';
import { ClientsApiModule } from './modules/clients/clients.api.module';
import { ClientPortalApiModule } from './modules/client-portal/client-portal.api.module';
import { OfferingsApiModule } from './modules/offerings/offerings.api.module';
import { SchedulingApiModule } from './modules/scheduling/scheduling.api.module';
import { TherapistsApiModule } from './modules/therapists/therapists.api.module';
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
