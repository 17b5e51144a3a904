import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const worker = resolve(__dirname, '..', 'dist', 'worker-with-redis.js');
const script = resolve(__dirname, 'fixtures', 'queue-worker.cjs');

test('a worker with the queue inside: loopback, a password, each job once, a failed one again', async () => {
  const env = { ...process.env, WORKER_SCRIPT: script };
  const { stdout } = await promisify(execFile)(process.execPath, [worker], { env, timeout: 30_000 });
  const report = JSON.parse(stdout) as { seen: number[] };
  expect(report).toMatchObject({ engine: 'builtin', host: '127.0.0.1', failures: 2, stranger: expect.stringContaining('NOAUTH') as string });
  expect(report.seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, id) => id));
});
