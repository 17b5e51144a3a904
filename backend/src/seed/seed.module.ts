import { Module } from '@nestjs/common';
import { ClockModule } from '../common/clock/clock.module';
import { CryptoModule } from '../common/crypto/crypto.module';
import { DatabaseModule } from '../common/database/database.module';
import { ConfigModule } from '../config/config.module';
import { ImagesModule } from '../integrations/images/images.module';
import { DemoPracticeSeed } from './demo-practice';

@Module({ imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, ImagesModule], providers: [DemoPracticeSeed] })
export class SeedModule {}
