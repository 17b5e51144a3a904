import { ModuleMetadata, Type } from '@nestjs/common';
import { Test, TestingModule } from '@nestjs/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import Redis from 'ioredis';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database } from '../../src/common/database/database';
import { declaredJobs, Handles, HANDLES, Job } from '../../src/common/jobs/job';
import { OutboxTiming } from '../../src/common/jobs/outbox-timing';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { RedisConnections } from '../../src/common/jobs/redis-connections';
import { JobsWorkerModule } from '../../src/common/jobs/worker';
import { KitModule } from '../../src/common/process/kit.module';
import { AppConfig } from '../../src/config/app-config';
import { ConfigModule } from '../../src/config/config.module';
import { readEnvironment } from '../../src/config/environment';
import { ActivityLogModule } from '../../src/modules/activity-log/activity-log.module';
import { TEST_KEYS } from './test-database';

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

/** The run's Redis; undefined on a machine that has none. */
export const TEST_REDIS_URL: string | undefined = process.env['TEST_REDIS_URL'];

/** For tests of what only Redis does; a machine without it has nothing that they could prove. */
export const describeWithRedis: jest.Describe = TEST_REDIS_URL === undefined ? describe.skip : describe;

export function testRedisUrl(): string {
  if (TEST_REDIS_URL === undefined) throw new Error('There is no Redis: put the test inside of describeWithRedis.');
  return TEST_REDIS_URL;
}

export function workerEnvironment(databaseUrl: string, dataDir: string): Record<string, string> {
  return {
    NODE_ENV: 'test',
    PUBLIC_URL: 'http://localhost:3000',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    ENCRYPTION_KEYS: TEST_KEYS,
    LOG_LEVEL: 'fatal',
    ...(TEST_REDIS_URL === undefined ? { QUEUE_ENGINE: 'builtin' } : { REDIS_URL: TEST_REDIS_URL }),
  };
}

type Parts = Pick<ModuleMetadata, 'imports' | 'providers'>;

const BASE = [ConfigModule, KitModule.of('worker'), ActivityLogModule, JobsWorkerModule];

/** The jobs that classes and modules bring a handler for. */
function handledJobs(parts: readonly unknown[]): unknown[] {
  return parts.flatMap((part) => {
    if (typeof part !== 'function') return [];
    const methods = Object.values(Object.getOwnPropertyDescriptors(part.prototype ?? {})).map(({ value }) => value as unknown);
    const handled = methods.flatMap((method) => (typeof method === 'function' ? [Reflect.getMetadata(HANDLES, method) as unknown] : []));
    const inside = ['providers', 'imports'].flatMap((key) => (Reflect.getMetadata(key, part) as unknown[] | undefined) ?? []);
    return [...handled, ...handledJobs(inside)];
  });
}

function idleHandler(idle: Job<object>): Type {
  class IdleJob {
    @Handles(idle)
    async handle(): Promise<void> {}
  }
  return IdleJob;
}

/** Handlers that do nothing, for the declared jobs that a test is not about. */
export function idleHandlersBeside(parts: Parts): Type[] {
  const handled = handledJobs([...BASE, KitModule, ...(parts.imports ?? []), ...(parts.providers ?? [])]);
  return declaredJobs().filter((declared) => !handled.includes(declared)).map(idleHandler);
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
    imports: [...BASE, ...(parts.imports ?? [])],
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

/** Waits until `check` holds; fails with what it last saw. */
export async function eventually(check: () => Promise<void> | void, withinMs = 10_000): Promise<void> {
  const end = performance.now() + withinMs;
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
