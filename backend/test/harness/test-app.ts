import { Test } from '@nestjs/testing';
import { NestExpressApplication } from '@nestjs/platform-express';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as supertest from 'supertest';
import { configureApi } from '../../src/api';
import { ApiModule } from '../../src/api.module';
import { Clock } from '../../src/common/clock/clock';
import { Database } from '../../src/common/database/database';
import { AppConfig } from '../../src/config/app-config';
import { readEnvironment } from '../../src/config/environment';
import { createTestDatabase, TEST_KEYS, TestDatabase } from './test-database';
import { TestClock } from './test-clock';

export const TEST_ORIGIN = 'http://localhost:3000';

/** What a test writes past the product counts as a commit of the same process, so that the next read sees it. */
function countWrites(database: Database): void {
  const query = database.query.bind(database);
  database.query = async <Row>(...[statement, values]: Parameters<typeof query>): Promise<Row[]> => {
    const rows = await query(statement, values);
    if (typeof statement === 'string' && !/^\s*(select|explain)\b/i.test(statement)) database.commits += 1;
    return rows as Row[];
  };
}

/** The whole API over a database of its own. */
export interface TestApp {
  app: NestExpressApplication;
  http: ReturnType<typeof supertest.agent>;
  clock: TestClock;
  database: Database;
  testDatabase: TestDatabase;
  config: AppConfig;
  close(): Promise<void>;
}

/**
 * @param environment variables beside the defaults, e.g. `{ BOOKING_LIMIT_PER_IP: '1000' }`; undefined takes a default away
 * @param reroute changes where the application finds its database
 * @param existing another application's database, as after a restart; it stays when this one closes
 */
export async function startTestApp(
  environment: Record<string, string | undefined> = {},
  reroute: (url: URL) => void = () => undefined,
  existing?: TestDatabase,
): Promise<TestApp> {
  const testDatabase = existing ?? (await createTestDatabase());
  const databaseUrl = new URL(testDatabase.url);
  reroute(databaseUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-test-'));
  const config = new AppConfig(
    readEnvironment({
      NODE_ENV: 'test',
      FOREIGN_VISITORS: 'true',
      PUBLIC_URL: TEST_ORIGIN,
      DATABASE_URL: databaseUrl.toString(),
      MIGRATION_DATABASE_URL: testDatabase.ownerUrl,
      DATA_DIR: dataDir,
      ENCRYPTION_KEYS: TEST_KEYS,
      LOG_LEVEL: 'fatal',
      GOOGLE_CLIENT_ID: 'test-client',
      GOOGLE_CLIENT_SECRET: 'test-secret',
      BOOKING_CHANGE_MAIL_DELAY_S: '0',
      // Tests race from one connection.
      REQUESTS_PER_SECOND_PER_CONNECTION: '100000',
      CHANGES_AT_WORK_PER_CONNECTION: '1000',
      READS_AT_WORK_PER_CONNECTION: '1000',
      READS_AT_WORK_PER_ACCOUNT: '1000',
      CHANGES_AT_WORK_PER_ACCOUNT: '1000',
      SIGNED_IN_READS_AT_WORK: '1000',
      SIGNED_IN_CHANGES_AT_WORK: '1000',
      SESSION_LOOKS_AT_WORK: '1000',
      PUBLIC_READS_AT_WORK: '1000',
      PUBLIC_CHANGES_AT_WORK: '1000',
      ...environment,
    }),
  );
  const clock = new TestClock();
  const module = await Test.createTestingModule({ imports: [ApiModule] })
    .overrideProvider(AppConfig)
    .useValue(config)
    .overrideProvider(Clock)
    .useValue(clock)
    .compile();
  const app = module.createNestApplication<NestExpressApplication>({ bodyParser: false });
  configureApi(app);
  await app.listen(0, '127.0.0.1');
  countWrites(app.get(Database));
  return {
    app,
    http: supertest.agent(app.getHttpServer()),
    clock,
    database: app.get(Database),
    testDatabase,
    config,
    close: async () => {
      await app.close();
      if (!existing) await testDatabase.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
