import { getQueueToken } from '@nestjs/bull';
import type { Queue } from 'bull';
import { newId } from '../src/common/database/database';
import { Handles, JobHandler, JobPayloads, OutboxJob, PermanentFailure } from '../src/common/jobs/job';
import { OutboxTiming } from '../src/common/jobs/outbox-timing';
import { createTestDatabase, TestDatabase } from './harness/test-database';
import { TcpProxy } from './outbox-proxy';
import { eventually, idleHandlersBeside, QuickTiming, startTestWorker, testRedisUrl, TestWorker } from './outbox-worker';

type Payload = JobPayloads['send-booking-mail'];

/** Stands in for the product's mail job and notes what it was told. */
@JobHandler('mail', 'send-booking-mail', { attempts: 3 })
class ProbeJob implements Handles<'send-booking-mail'> {
  static readonly seen: string[] = [];
  static act: (payload: Payload) => Promise<void> | void = () => undefined;

  async handle(payload: Payload): Promise<void> {
    ProbeJob.seen.push(payload.booking_event_id);
    await ProbeJob.act(payload);
  }
}

const parts = { providers: [ProbeJob, ...idleHandlersBeside({ providers: [ProbeJob] })] };
const job = (id = newId()): OutboxJob => ({
  queue: 'mail',
  job: 'send-booking-mail',
  payload: { booking_event_id: id, recipient: 'client' },
});
const timesSeen = (id: string): number => ProbeJob.seen.filter((seen) => seen === id).length;

describe('outbox, relay, Bull and worker', () => {
  let testDatabase: TestDatabase;
  let worker: TestWorker;
  const start = (
    environment: Record<string, string> = {},
    timing: OutboxTiming = new QuickTiming(),
  ): Promise<TestWorker> => startTestWorker(testDatabase.url, parts, environment, timing);

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    worker = await start();
  });
  afterEach(() => {
    ProbeJob.act = () => undefined;
  });
  afterAll(async () => {
    await worker.stop();
    await testDatabase.drop();
  });

  const add = (subject: string): Promise<string> =>
    worker.database.transaction((tx) => worker.outbox.add(tx, job(subject)));
  const becomes = (id: string, state: string, withinMs?: number): Promise<void> =>
    eventually(async () => expect(await worker.row(id)).toMatchObject({ state }), withinMs);
  const mailQueue = (): Queue => worker.module.get<Queue>(getQueueToken('mail'), { strict: false });

  it('does a committed job once and a rolled back one never', async () => {
    const kept = newId();
    const dropped = newId();
    await expect(
      worker.database.transaction(async (tx) => {
        await worker.outbox.add(tx, job(dropped));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await becomes(await add(kept), 'done');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(timesSeen(kept)).toBe(1);
    expect(timesSeen(dropped)).toBe(0);
  });

  it('does many jobs of one statement, once each, also with a second worker', async () => {
    const second = await start();
    const subjects = Array.from({ length: 250 }, () => newId());
    const ids = await worker.database.transaction((tx) =>
      worker.outbox.addAll(
        tx,
        subjects.map((subject) => job(subject)),
      ),
    );
    await eventually(async () => {
      const [open] = await worker.database.query<{ count: number }>(
        `select count(*)::int from outbox where id = any($1) and state <> 'done'`,
        [ids],
      );
      expect(open?.count).toBe(0);
    }, 20_000);
    await second.stop();
    expect(subjects.filter((subject) => timesSeen(subject) !== 1)).toEqual([]);
  });

  it('tries a failing job again and writes why it was given up, without addresses', async () => {
    ProbeJob.act = () => {
      throw new Error('451 <kim@example.org> try later');
    };
    const subject = newId();
    const id = await add(subject);
    await becomes(id, 'failed');
    expect(timesSeen(subject)).toBe(3);
    expect(await worker.row(id)).toMatchObject({
      attempts: 3,
      last_error: 'Given up after 3 tries. The last one: 451 <[address]> try later',
    });
  });

  it('succeeds after a failure and forgets the reason', async () => {
    let failures = 1;
    ProbeJob.act = () => {
      if (failures-- > 0) throw new Error('not now');
    };
    const id = await add(newId());
    await becomes(id, 'done');
    expect(await worker.row(id)).toMatchObject({ attempts: 2, last_error: null });
  });

  it('does not try again what cannot succeed', async () => {
    ProbeJob.act = () => {
      throw new PermanentFailure('The address does not exist.');
    };
    const subject = newId();
    const id = await add(subject);
    await becomes(id, 'failed');
    expect(timesSeen(subject)).toBe(1);
    expect(await worker.row(id)).toMatchObject({ last_error: 'The address does not exist.' });
  });

  it('hands over again what Redis forgot', async () => {
    await mailQueue().pause(false);
    const subject = newId();
    const id = await add(subject);
    await becomes(id, 'queued');
    expect(timesSeen(subject)).toBe(0);
    await worker.emptyRedis();
    await becomes(id, 'done');
    expect(timesSeen(subject)).toBe(1);
  });

  it('hands over again what Redis gave up on', async () => {
    const queue = mailQueue();
    const subject = newId();
    const id = await worker.database.transaction(async (tx) => {
      const added = await worker.outbox.add(tx, job(subject));
      await tx.query(`update outbox set state = 'queued', queued_at = now() - interval '1 minute' where id = $1`, [
        added,
      ]);
      // What Bull keeps of a job that stalled too often, when it could not remove it.
      await queue.client.hset(queue.toKey(added), {
        name: 'send-booking-mail',
        data: '{}',
        opts: '{}',
        timestamp: '1',
        failedReason: 'stalled',
      });
      await queue.client.zadd(queue.toKey('failed'), 1, added);
      return added;
    });
    await becomes(id, 'done');
    expect(timesSeen(subject)).toBe(1);
  });

  it('gives up a job that never comes to an end', async () => {
    const subject = newId();
    const id = await add(subject);
    await becomes(id, 'done');
    // What workers leave behind that died during each of the three tries.
    await worker.database.query(
      `update outbox set state = 'queued', queued_at = now() - interval '1 minute', attempts = 3 where id = $1`,
      [id],
    );
    await becomes(id, 'failed');
    expect((await worker.row(id)).last_error).toContain('Given up after 3 tries that never came to an end.');
    expect(timesSeen(subject)).toBe(1);
  });

  it('lets a running job finish before the worker stops', async () => {
    let finished = false;
    ProbeJob.act = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      finished = true;
    };
    const subject = newId();
    const id = await add(subject);
    await eventually(() => expect(timesSeen(subject)).toBe(1));
    await worker.stop();
    expect(finished).toBe(true);
    worker = await start();
    expect(await worker.row(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('is woken by the commit and does not wait for the poll', async () => {
    class SlowPoll extends QuickTiming {
      override readonly pollMs: number = 60_000;
    }
    await worker.stop();
    worker = await start({}, new SlowPoll());
    await new Promise((resolve) => setTimeout(resolve, 500));
    await becomes(await add(newId()), 'done', 5_000);
    await worker.stop();
    worker = await start();
  });

  it('keeps jobs while Redis is away and does them when it is back', async () => {
    const proxy = await TcpProxy.start(testRedisUrl());
    await worker.stop();
    await worker.database.query('select 1').catch(() => undefined);
    worker = await start({ REDIS_URL: proxy.url });
    const before = newId();
    await becomes(await add(before), 'done');
    await proxy.cut();
    const subjects = Array.from({ length: 20 }, () => newId());
    const ids = await Promise.all(subjects.map(add));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    for (const id of ids) expect(await worker.row(id)).toMatchObject({ state: 'pending', attempts: 0 });
    await worker.emptyRedis();
    await proxy.restore();
    for (const id of ids) await becomes(id, 'done', 15_000);
    expect(subjects.filter((subject) => timesSeen(subject) !== 1)).toEqual([]);
    await worker.stop();
    await proxy.cut();
    worker = await start();
  });

  it('starts without Redis and works once it is there', async () => {
    const proxy = await TcpProxy.start(testRedisUrl());
    await proxy.cut();
    await worker.stop();
    worker = await start({ REDIS_URL: proxy.url });
    const id = await add(newId());
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(await worker.row(id)).toMatchObject({ state: 'pending' });
    await proxy.restore();
    await becomes(id, 'done', 15_000);
    // And it stops in time when Redis is away again.
    await proxy.cut();
    const stopping = performance.now();
    await worker.stop();
    expect(performance.now() - stopping).toBeLessThan(8_000);
    worker = await start();
  });

  it('goes on when Postgres was away, also in the middle of a job', async () => {
    const proxy = await TcpProxy.start(testDatabase.url);
    await worker.stop();
    worker = await startTestWorker(proxy.url, parts);
    const direct = await start({ ACTIVE_QUEUES: 'note-files' });
    const subject = newId();
    let cut: Promise<void> | undefined;
    ProbeJob.act = async () => {
      cut ??= proxy.cut();
      await cut;
    };
    const id = await direct.database.transaction((tx) => direct.outbox.add(tx, job(subject)));
    await eventually(() => expect(timesSeen(subject)).toBe(1));
    const later = await direct.database.transaction((tx) => direct.outbox.add(tx, job()));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await proxy.restore();
    await eventually(async () => {
      // Done, but nobody could be told: it is done again.
      expect(await direct.row(id)).toMatchObject({ state: 'done' });
      expect(await direct.row(later)).toMatchObject({ state: 'done' });
    }, 15_000);
    expect(timesSeen(subject)).toBe(2);
    await direct.stop();
    await worker.stop();
    await proxy.cut();
    worker = await start();
  });
});
