import Bull, { type Queue } from 'bull';
import Redis from 'ioredis';
import { startBuiltinRedis, type BuiltinRedis } from '../src/redis/builtin';

let server: BuiltinRedis;
let queue: Queue<{ id: number }>;

/** The client setting the backend uses on this engine: it lacks BRPOPLPUSH, BLMOVE is the same. */
function createClient(type: 'client' | 'subscriber' | 'bclient'): Redis {
  const client = new Redis(server.url, type === 'client' ? {} : { maxRetriesPerRequest: null, enableReadyCheck: false });
  const move = (source: string, target: string, seconds: number): Promise<string | null> => client.blmove(source, target, 'RIGHT', 'LEFT', seconds);
  return Object.assign(client, { brpoplpush: move });
}

beforeAll(async () => {
  server = await startBuiltinRedis('secret/+ word');
  queue = new Bull('mail', { createClient });
});

afterAll(async () => {
  await queue.close();
  await server.close();
});

test('listens on loopback and asks for its password', async () => {
  expect(new URL(server.url).hostname).toBe('127.0.0.1');
  const stranger = new Redis(Number(new URL(server.url).port), '127.0.0.1', { lazyConnect: true, retryStrategy: () => null });
  stranger.on('error', () => undefined);
  await expect(stranger.connect().then(() => stranger.ping())).rejects.toThrow(/NOAUTH|closed/i);
  stranger.disconnect();
});

test('carries jobs: each once, a repeated id not at all, a failed one again', async () => {
  const seen: number[] = [];
  let failures = 0;
  const done = new Promise<void>((resolve) => {
    void queue.process(4, async ({ data }) => {
      if (data.id === 3 && failures++ === 0) throw new Error('not yet');
      seen.push(data.id);
      if (seen.length === 20) resolve();
    });
  });
  for (let id = 0; id < 20; id += 1) await queue.add({ id }, { jobId: `job-${id}`, attempts: 2, removeOnComplete: true });
  await queue.add({ id: 3 }, { jobId: 'job-3' });
  await done;
  expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, id) => id));
  expect(failures).toBe(2);
});
