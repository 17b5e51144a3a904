import { Module } from '@nestjs/common';
import { AccessModule } from './common/access/access.guard';
import { KeptConnections } from './common/http/kept-connections';
import { KitModule } from './common/process/kit.module';
import { ConfigModule } from './config/config.module';
import { DOMAINS } from './domains';
import { HealthModule } from './health/health.module';
import { AuthModule } from './modules/auth/auth.module';
import { LaneModule } from './lane/lane.module';
import { PagesModule } from './pages/pages.module';

/** The API process: the kit, its health, the lock on every door, every domain, and the pages. */
@Module({ imports: [ConfigModule, KitModule.of('api'), HealthModule, AccessModule.with(AuthModule), ...DOMAINS, PagesModule, LaneModule], providers: [KeptConnections] })
export class ApiModule {}
