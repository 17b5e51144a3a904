import { DynamicModule, Global, Module } from '@nestjs/common';
import { AppConfig } from './app-config';
import { readEnvironment } from './environment';

/** Makes the one {@link AppConfig} available everywhere; a bad environment stops the boot here. */
@Global()
@Module({
  providers: [{ provide: AppConfig, useFactory: () => new AppConfig(readEnvironment(process.env)) }],
  exports: [AppConfig],
})
export class ConfigModule {
  /** The same with the owner's database role, for what the application's own may not do. */
  static asOwner(): DynamicModule {
    const useFactory = (): AppConfig => {
      const environment = readEnvironment(process.env);
      return new AppConfig({ ...environment, DATABASE_URL: environment.MIGRATION_DATABASE_URL ?? environment.DATABASE_URL });
    };
    return { module: ConfigModule, providers: [{ provide: AppConfig, useFactory }] };
  }
}
