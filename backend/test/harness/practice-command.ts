import { Test } from '@nestjs/testing';
import { Clock } from '../../src/common/clock/clock';
import { KitModule } from '../../src/common/process/kit.module';
import { AppConfig } from '../../src/config/app-config';
import { ConfigModule } from '../../src/config/config.module';
import { readEnvironment } from '../../src/config/environment';
import { DOMAINS } from '../../src/domains';
import { PracticeDeletion } from '../../src/modules/practices/leaving/practice-deletion.service';
import { TEST_ORIGIN, TestApp } from './test-app';
import { TEST_KEYS } from './test-database';

/** The command that takes practices out, beside the product that works: with the owner's role. */
export async function startPracticeCommand(test: TestApp, variables: Record<string, string> = {}): Promise<{ deletion: PracticeDeletion; get<T>(type: new (...values: never[]) => T): T; close(): Promise<void> }> {
  const environment = readEnvironment({ NODE_ENV: 'test', PUBLIC_URL: TEST_ORIGIN, DATABASE_URL: test.testDatabase.ownerUrl, DATA_DIR: test.config.dataDir, ENCRYPTION_KEYS: TEST_KEYS, LOG_LEVEL: 'fatal', GOOGLE_CLIENT_ID: 'test-client', GOOGLE_CLIENT_SECRET: 'test-secret', ...variables });
  const module = await Test.createTestingModule({ imports: [ConfigModule, KitModule.of('command'), ...DOMAINS] })
    .overrideProvider(AppConfig)
    .useValue(new AppConfig(environment))
    .overrideProvider(Clock)
    .useValue(test.clock)
    .compile();
  await module.init();
  return {
    deletion: module.get(PracticeDeletion, { strict: false }),
    get: (type) => module.get(type, { strict: false }),
    close: () => module.close(),
  };
}
