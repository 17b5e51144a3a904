import { join } from 'node:path';
import { KeptService } from '../process/kept-service';
import { LaunchError } from '../process/launch-error';
import { findRedisProgram, startRedis, type RedisOptions, type RunningRedis } from '../redis/server';
import type { StackOptions, StackSettings } from './stack-options';

export interface Queue {
  /** Null: the worker takes its jobs straight from the outbox. */
  url: string | null;
  /** What the summary calls it. */
  engine: string;
  service: KeptService<RunningRedis> | null;
}

/** The queue server: the given one, else the machine's Redis, else none. */
export async function startQueue(
  options: StackOptions,
  settings: StackSettings,
  password: string,
  note: (text: string) => void,
): Promise<Queue> {
  if (settings.given.redis !== null) return { url: settings.given.redis, engine: 'the one in REDIS_URL', service: null };
  const program = settings.env.QUEUE_ENGINE === 'builtin' ? null : findRedisProgram(settings.env.PATH);
  if (program === null) {
    if (settings.env.NODE_ENV === 'production') {
      throw new LaunchError('Without Redis there can be only one worker, so that is refused in production. Install Redis or set REDIS_URL.');
    }
    return { url: null, engine: 'none: the worker takes its jobs straight from the outbox', service: null };
  }
  const wanted: RedisOptions = { dir: join(settings.dataDir, 'redis'), password, durable: options.throwaway !== true };
  const first = await startRedis(program, wanted);
  const service = new KeptService(first, () => startRedis(program, { ...wanted, requiredPort: first.port }), note);
  return { url: first.url, engine: first.engine, service };
}
