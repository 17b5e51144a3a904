import { Module } from '@nestjs/common';
import { KitModule } from '../common/process/kit.module';
import { ConfigModule } from '../config/config.module';
import { DOMAINS } from '../domains';
import { ImagesModule } from '../integrations/images/images.module';
import { DemoAnswers } from './demo-answers';
import { DemoForms } from './demo-forms';
import { DemoPracticeSeed } from './demo-practice';
import { DemoRecord } from './demo-record';

@Module({ imports: [ConfigModule, KitModule.of('command'), ImagesModule, ...DOMAINS], providers: [DemoAnswers, DemoForms, DemoPracticeSeed, DemoRecord] })
export class SeedModule {}
