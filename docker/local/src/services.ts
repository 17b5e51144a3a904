import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { reasonOf } from './process/launch-error';
import { startPostgres, type RunningPostgres } from './postgres/server';
import { findRedisProgram, startRedis } from './redis/server';
import { clearAbandonedRuns, makeRunFolder, removeRunFolder } from './test-run/run-folder';

export interface TestServices {
  /** The run's temporary folder, removed by stop(). */
  folder: string;
  postgres: RunningPostgres;
  /** What jobs go through in this run. */
  queueEngine: string;
  /** What a test process needs in its environment. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** One throwaway PostgreSQL and, where this machine has one, one Redis in a temporary folder, shared by every test of a run. */
export async function startTestServices(options: { durable?: boolean } = {}): Promise<TestServices> {
  await clearAbandonedRuns();
  const folder = makeRunFolder();
  const secret = (): string => randomBytes(18).toString('base64url');
  const postgres = await startPostgres({
    dataDir: join(folder, 'postgres'),
    password: secret(),
    throwaway: options.durable !== true,
  });
  const program = findRedisProgram();
  const redis =
    program === null ? null : await startRedis(program, { dir: join(folder, 'redis'), password: secret(), durable: options.durable === true });
  return {
    folder,
    postgres,
    queueEngine: redis?.engine ?? 'jobs straight from the outbox (no Redis)',
    env: {
      TEST_DATABASE_ADMIN_URL: postgres.adminUrl,
      ...(redis === null ? {} : { TEST_REDIS_URL: redis.url }),
    },
    stop: async () => {
      await redis?.stop();
      await postgres.stop();
      await removeRunFolder(folder);
    },
  };
}

/** `node docker/local/dist/services.js`: prints the variables as export lines and serves until it is ended. */
async function main(): Promise<void> {
  const services = await startTestServices();
  for (const [name, value] of Object.entries(services.env)) console.log(`export ${name}='${value}'`);
  const end = (): void => {
    void services.stop().then(() => process.exit(0));
  };
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
  setInterval(() => undefined, 1 << 30);
}

if (require.main === module) {
  main().catch((error: unknown) => {
    console.error(reasonOf(error));
    process.exit(1);
  });
}
