import { Global, Module } from '@nestjs/common';
import { AppConfig } from './app-config';
import { readEnvironment } from './environment';

/** Makes the one {@link AppConfig} available everywhere; a bad environment stops the boot here. */
@Global()
@Module({
  providers: [{ provide: AppConfig, useFactory: () => new AppConfig(readEnvironment(process.env)) }],
  exports: [AppConfig],
})
export class ConfigModule {}
