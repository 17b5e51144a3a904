import { ModuleMetadata, Type } from '@nestjs/common';
import { Test, TestingModule } from '@nestjs/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import Redis from 'ioredis';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClockModule } from '../src/common/clock/clock';
import { CryptoModule } from '../src/common/crypto/column-cipher';
import { Database } from '../src/common/database/database';
import { DatabaseModule } from '../src/common/database/database.module';
import { Handles, JOB_HANDLER, JOB_QUEUES, JobHandler, JobHandlerMetadata, JobName } from '../src/common/jobs/job';
import { OutboxTiming } from '../src/common/jobs/outbox-timing';
import { Outbox } from '../src/common/jobs/outbox.service';
import { RedisConnections } from '../src/common/jobs/redis-connections';
import { OutboxWorkerModule, QueuesModule } from '../src/common/jobs/worker';
import { AppConfig } from '../src/config/app-config';
import { ConfigModule } from '../src/config/config.module';
import { readEnvironment } from '../src/config/environment';

/** The product's timing, shortened where a test would wait. */
export class QuickTiming extends OutboxTiming {
  override readonly pollMs: number = 100;
  override readonly sweepEveryMs: number = 200;
  override readonly sweepAfterMs: number = 1_000;
  override readonly longestPauseMs: number = 500;

  override retryAfterMs(): number {
    return 300;
  }
}

const SILENT = { log: () => undefined, warn: () => undefined, error: () => undefined };

export interface OutboxRow {
  id: string;
  state: 'pending' | 'queued' | 'done' | 'failed';
  attempts: number;
  last_error: string | null;
}

/** The worker's modules in this process. */
export interface TestWorker {
  module: TestingModule;
  database: Database;
  outbox: Outbox;
  config: AppConfig;
  row(id: string): Promise<OutboxRow>;
  /** Makes Redis forget everything about this installation. */
  emptyRedis(): Promise<void>;
  stop(): Promise<void>;
}

export function testRedisUrl(): string {
  const url = process.env['TEST_REDIS_URL'];
  if (!url) throw new Error('TEST_REDIS_URL is not set: run the tests through `npm test`.');
  return url;
}

export function workerEnvironment(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    REDIS_URL: testRedisUrl(),
    QUEUE_ENGINE: process.env['TEST_REDIS_ENGINE'] === 'builtin' ? 'builtin' : 'redis',
  };
}

type Parts = Pick<ModuleMetadata, 'imports' | 'providers'>;

/** The jobs that classes and modules bring a handler for. */
function handledJobs(parts: readonly unknown[]): JobName[] {
  return parts.flatMap((part) => {
    if (typeof part !== 'function') return [];
    const metadata = Reflect.getMetadata(JOB_HANDLER, part) as JobHandlerMetadata | undefined;
    const inside = ['providers', 'imports'].flatMap((key) => (Reflect.getMetadata(key, part) as unknown[] | undefined) ?? []);
    return [...(metadata ? [metadata.job] : []), ...handledJobs(inside)];
  });
}

/** Handlers that do nothing, for the jobs that a test is not about. */
export function idleHandlersBeside(parts: Parts): Type[] {
  const handled = handledJobs([QueuesModule, ...(parts.imports ?? []), ...(parts.providers ?? [])]);
  return (Object.keys(JOB_QUEUES) as JobName[])
    .filter((job) => !handled.includes(job))
    .map((job) => {
      class IdleJob implements Handles<JobName> {
        async handle(): Promise<void> {}
      }
      JobHandler(JOB_QUEUES[job], job, { attempts: 1 })(IdleJob);
      return IdleJob;
    });
}

/** @param parts the modules and classes with the handlers, of every job of the worker's queues; `environment` overrides the defaults */
export async function startTestWorker(
  databaseUrl: string,
  parts: Parts,
  environment: Record<string, string> = {},
  timing: OutboxTiming = new QuickTiming(),
): Promise<TestWorker> {
  const dataDir = mkdtempSync(join(tmpdir(), 'attune-test-'));
  const config = new AppConfig(readEnvironment({ ...workerEnvironment(databaseUrl, dataDir), ...environment }));
  const module = await Test.createTestingModule({
    imports: [ConfigModule, ClockModule, CryptoModule, DatabaseModule, OutboxWorkerModule, ...(parts.imports ?? [])],
    providers: parts.providers ?? [],
  })
    .overrideProvider(AppConfig)
    .useValue(config)
    .overrideProvider(OutboxTiming)
    .useValue(timing)
    .setLogger(SILENT)
    .compile();
  await module.init();
  const database = module.get(Database);
  return {
    module,
    database,
    config,
    outbox: module.get(Outbox, { strict: false }),
    row: async (id) => {
      const [row] = await database.query<OutboxRow>(
        'select id, state, attempts, last_error from outbox where id = $1',
        [id],
      );
      if (!row) throw new Error('no such job');
      return row;
    },
    emptyRedis: () => emptyRedis(module.get(RedisConnections, { strict: false }).keyPrefix),
    stop: async () => {
      await module.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function emptyRedis(prefix: string): Promise<void> {
  const redis = new Redis(testRedisUrl());
  const keys = await redis.keys(`${prefix}:*`);
  if (keys.length > 0) await redis.del(...keys);
  await redis.quit();
}

/**
 * The built-in queue server belongs to one worker. Shared by a whole run it gives jobs to workers that are gone, and Bull needs its
 * stalled check to find them: everything works, slowly.
 */
const PATIENCE = process.env['TEST_REDIS_ENGINE'] === 'builtin' ? 4 : 1;
jest.setTimeout(60_000 * PATIENCE);

/** Waits until `check` holds; fails with what it last saw. */
export async function eventually(check: () => Promise<void> | void, withinMs = 10_000): Promise<void> {
  const end = performance.now() + withinMs * PATIENCE;
  for (;;) {
    try {
      await check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
