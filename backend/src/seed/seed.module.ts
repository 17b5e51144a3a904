import { Module } from '@nestjs/common';
import { ClockModule } from '../common/clock/clock';
import { CryptoModule } from '../common/crypto/column-cipher';
import { DatabaseModule } from '../common/database/database.module';
import { ConfigModule } from '../config/config.module';
import { ImagesModule } from '../integrations/images/images.module';
import { PracticeTotalsRepository } from '../modules/admin/dashboard/practice-totals.repository';
import { DemoFigures } from './demo-figures';
import { DemoPortrait } from './demo-portrait';
import { DemoPracticeSeed } from './demo-practice';
import { DemoRecord } from './demo-record';

@Module({ imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, ImagesModule], providers: [DemoFigures, DemoPortrait, DemoPracticeSeed, DemoRecord, PracticeTotalsRepository] })
export class SeedModule {}
