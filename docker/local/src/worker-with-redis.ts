import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startBuiltinRedis } from './redis/builtin';

/** The worker with the queue server inside its own process: they must live and die together. */
async function main(): Promise<void> {
  const queue = await startBuiltinRedis(randomBytes(24).toString('base64url'));
  process.env.REDIS_URL = queue.url;
  process.env.QUEUE_ENGINE = 'builtin';
  const worker = process.env.WORKER_SCRIPT ?? resolve(__dirname, '..', '..', '..', 'backend', 'dist', 'main.worker.js');
  await import(pathToFileURL(worker).href);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
