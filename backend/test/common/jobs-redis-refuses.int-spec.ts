import Redis from 'ioredis';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedisProgram } from '../../../docker/local/src/redis/server';
import { Handles, job } from '../../src/common/jobs/job';
import { RedisConnections } from '../../src/common/jobs/redis-connections';
import { IntegrationStatusService } from '../../src/modules/admin/dashboard/integration-status.service';
import { Part } from '../harness/installation';
import { eventually, idleHandlersBeside, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { startTestApp, TestApp } from '../harness/test-app';
import { freePort } from '../harness/worker-process';

const greet = job<{ name: string }>('mail', 'greet-despite-redis', { attempts: 1 });

class Greeter {
  static readonly greeted: string[] = [];

  @Handles(greet)
  async handle({ name }: { name: string }): Promise<void> {
    Greeter.greeted.push(name);
  }
}

const program = findRedisProgram();

/** What a server is told that then takes nothing, and what mends it. */
const TROUBLES: { trouble: string; says: RegExp; spoil: (server: Redis, folder: string) => Promise<unknown>; mend: (server: Redis) => Promise<unknown> }[] = [
  { trouble: 'read_only', says: /read-only copy.*Whoever runs Redis.*REDIS_URL/, spoil: (server) => server.replicaof('127.0.0.1', 1), mend: (server) => server.replicaof('NO', 'ONE') },
  { trouble: 'memory', says: /memory is full \(maxmemory\).*Whoever runs Redis/, spoil: (server) => server.config('SET', 'maxmemory', '1'), mend: (server) => server.config('SET', 'maxmemory', '0') },
  { trouble: 'replicas', says: /min-replicas-to-write.*Whoever runs Redis/, spoil: (server) => server.config('SET', 'min-replicas-to-write', '1'), mend: (server) => server.config('SET', 'min-replicas-to-write', '0') },
  { trouble: 'refuses', says: /REDIS_URL.*may not write.*Whoever runs Redis/, spoil: (server) => server.acl('SETUSER', 'default', '-@write'), mend: (server) => server.acl('SETUSER', 'default', '+@all') },
  {
    trouble: 'disk',
    says: /could not save.*Whoever runs Redis.*disk/,
    spoil: async (server, folder) => {
      rmSync(folder, { recursive: true });
      await server.config('SET', 'save', '3600 1');
      await server.bgsave();
      await eventually(async () => expect(await server.info('persistence')).toContain('rdb_last_bgsave_status:err'));
    },
    mend: (server) => server.config('SET', 'save', ''),
  },
];

(program === null ? describe.skip : describe)('a Redis that answers and takes nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'attune-redis-'));
  let redis: Part;
  let server: Redis;
  let test: TestApp;
  let worker: TestWorker;

  beforeAll(async () => {
    const port = await freePort();
    redis = await new Part(port, program ?? '', ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]).start();
    server = new Redis(port);
    test = await startTestApp();
    worker = await startTestWorker(test.testDatabase.url, { providers: [Greeter, ...idleHandlersBeside({ providers: [Greeter] })] }, { QUEUE_ENGINE: 'redis', REDIS_URL: `redis://127.0.0.1:${port}` });
  });
  afterAll(async () => {
    await worker.stop();
    await test.close();
    server.disconnect();
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const signs = () => test.database.query<{ queue_state: string; trouble: string | null }>(`select queue_state, details ->> 'queue_trouble' as trouble from worker_heartbeats`);
  const queueStatus = async () => (await test.app.get(IntegrationStatusService, { strict: false }).list()).find(({ part }) => part === 'queue');

  it.each(TROUBLES)('$trouble: the status says what is wrong and who mends it, and jobs follow once it does', async ({ trouble, says, spoil, mend }) => {
    await eventually(async () => expect(await signs()).toEqual([{ queue_state: 'ok', trouble: null }]), 20_000);
    let back = 0;
    worker.module.get(RedisConnections, { strict: false }).onReady(() => (back += 1));
    await spoil(server, folder);
    const [id = ''] = await worker.database.transaction((tx) => worker.outbox.add(tx, greet, [{ name: trouble }]));
    await eventually(async () => expect(await signs()).toEqual([{ queue_state: 'down', trouble }]), 20_000);

    expect((await queueStatus())?.note).toMatch(says);
    expect((await queueStatus())?.note).toMatch(/Jobs wait in the database and follow/);
    expect(await test.database.query(`select reason from part_failures where part = 'redis'`)).toEqual([{ reason: expect.stringMatching(says) as string }]);
    // Bookings do without it.
    const { body } = await test.http.get('/api/health/ready').expect(200);
    expect(body).toMatchObject({ status: 'ok', queue: 'degraded' });
    expect(await worker.row(id)).toMatchObject({ state: 'pending', attempts: 0 });
    // Nobody is told that it is back, however often it is asked and connected to anew.
    for (let look = 0; look < 5; look += 1) expect(await worker.module.get(RedisConnections, { strict: false }).trouble()).toBe(trouble);
    expect(back).toBe(0);

    const connected = async (): Promise<number> => Number(/total_connections_received:(\d+)/.exec(await server.info('stats'))?.[1]);
    const before = await connected();
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect((await connected()) - before).toBeLessThan(45);

    await mend(server);
    await eventually(async () => expect(await worker.row(id)).toMatchObject({ state: 'done', attempts: 1 }), 20_000);
    expect(Greeter.greeted.filter((name) => name === trouble)).toHaveLength(1);
    expect(back).toBe(1);
    await eventually(async () => expect(await signs()).toEqual([{ queue_state: 'ok', trouble: null }]), 20_000);
  });
});
