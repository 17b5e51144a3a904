import { getQueueToken } from '@nestjs/bull';
import { Logger } from '@nestjs/common';
import type { Queue } from 'bull';
import { newId } from '../../src/common/database/database';
import { Handles, job, PermanentFailure } from '../../src/common/jobs/job';
import { OutboxTiming } from '../../src/common/jobs/outbox-timing';
import { createTestDatabase, TestDatabase } from '../harness/test-database';
import { TcpProxy } from '../harness/outbox-proxy';
import { describeWithRedis, eventually, idleHandlersBeside, QuickTiming, startTestWorker, testRedisUrl, TestWorker } from '../harness/outbox-worker';

const probe = job<{ subject: string }>('mail', 'probe', { attempts: 3 });

/** Notes what it was told. */
class Probe {
  static readonly seen: string[] = [];
  static act: () => Promise<void> | void = () => undefined;

  @Handles(probe)
  async handle({ subject }: { subject: string }): Promise<void> {
    Probe.seen.push(subject);
    await Probe.act();
  }
}

const parts = { providers: [Probe, ...idleHandlersBeside({ providers: [Probe] })] };
const timesSeen = (subject: string): number => Probe.seen.filter((seen) => seen === subject).length;

let testDatabase: TestDatabase;
let worker: TestWorker;
const start = (environment: Record<string, string> = {}, timing: OutboxTiming = new QuickTiming()): Promise<TestWorker> =>
  startTestWorker(testDatabase.url, parts, environment, timing);
const addAll = (subjects: string[], on: TestWorker = worker): Promise<string[]> =>
  on.database.transaction((tx) => on.outbox.add(tx, probe, subjects.map((subject) => ({ subject }))));
const add = async (subject: string, on: TestWorker = worker): Promise<string> => (await addAll([subject], on))[0] ?? '';
const becomes = (id: string, state: string, withinMs?: number): Promise<void> =>
  eventually(async () => expect(await worker.row(id)).toMatchObject({ state }), withinMs);

afterEach(() => {
  Probe.act = () => undefined;
});

/** What holds for every way from the outbox to the worker. */
function doesJobs(engine: Record<string, string>): void {
  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    worker = await start(engine);
  });
  afterAll(async () => {
    await worker.stop();
    await testDatabase.drop();
  });

  it('does a committed job once and a rolled back one never', async () => {
    const [kept, dropped] = [newId(), newId()];
    await expect(
      worker.database.transaction(async (tx) => {
        await worker.outbox.add(tx, probe, [{ subject: dropped }]);
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await becomes(await add(kept), 'done');
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(timesSeen(kept)).toBe(1);
    expect(timesSeen(dropped)).toBe(0);
  });

  it('tries a failing job again and writes why it was given up, without addresses', async () => {
    Probe.act = () => {
      throw new Error('451 <kim@example.org> try later');
    };
    const subject = newId();
    const lines = jest.spyOn(Logger.prototype, 'log');
    const id = await add(subject);
    await becomes(id, 'failed');
    expect(timesSeen(subject)).toBe(3);
    // A line each, which says nothing of what the job was about.
    expect(lines.mock.calls.map(([line]) => line as { id?: string }).filter((line) => line.id === id)).toEqual(['tried', 'tried', 'given_up'].map((outcome, index) => ({ job: 'probe', queue: 'mail', id, try: index + 1, outcome, ms: expect.any(Number) as number })));
    expect(await worker.row(id)).toMatchObject({
      attempts: 3,
      last_error: 'Given up after 3 tries. The last one: 451 <[address]> try later',
    });
  });

  it('succeeds after a failure and forgets the reason', async () => {
    let failures = 1;
    Probe.act = () => {
      if (failures-- > 0) throw new Error('not now');
    };
    const id = await add(newId());
    await becomes(id, 'done');
    expect(await worker.row(id)).toMatchObject({ attempts: 2, last_error: null });
  });

  it('does not try again what cannot succeed', async () => {
    Probe.act = () => {
      throw new PermanentFailure('The address does not exist.');
    };
    const subject = newId();
    const id = await add(subject);
    await becomes(id, 'failed');
    expect(timesSeen(subject)).toBe(1);
    expect(await worker.row(id)).toMatchObject({ last_error: 'The address does not exist.' });
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
    Probe.act = async () => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      finished = true;
    };
    const subject = newId();
    const id = await add(subject);
    await eventually(() => expect(timesSeen(subject)).toBe(1));
    await worker.stop();
    expect(finished).toBe(true);
    worker = await start(engine);
    expect(await worker.row(id)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('is woken by the commit and does not wait for the poll', async () => {
    class SlowPoll extends QuickTiming {
      override readonly pollMs: number = 60_000;
    }
    await worker.stop();
    worker = await start(engine, new SlowPoll());
    await new Promise((resolve) => setTimeout(resolve, 500));
    await becomes(await add(newId()), 'done', 5_000);
    await worker.stop();
    worker = await start(engine);
  });

  it('goes on when Postgres was away, also in the middle of a job', async () => {
    const proxy = await TcpProxy.start(testDatabase.url);
    await worker.stop();
    worker = await startTestWorker(proxy.url, parts, engine);
    const direct = await start({ ...engine, ACTIVE_QUEUES: 'note-files' });
    const subject = newId();
    let cut: Promise<void> | undefined;
    Probe.act = async () => {
      cut ??= proxy.cut();
      await cut;
    };
    const id = await add(subject, direct);
    await eventually(() => expect(timesSeen(subject)).toBe(1));
    const later = await add(newId(), direct);
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
    worker = await start(engine);
  });
}

describeWithRedis('outbox, relay, Bull on Redis and worker', () => {
  const engine = {};
  doesJobs(engine);

  const mailQueue = (): Queue => worker.module.get<Queue>(getQueueToken('mail'), { strict: false });

  it('leaves one job where one run does for many, put off to the newest; one that was tried, or that somebody has just now, is not counted on', async () => {
    const subject = newId();
    const addOnce = (delayMs: number) => worker.database.transaction((tx) => worker.outbox.addOnce(tx, probe, { subject }, delayMs));
    const rows = () => worker.database.query<{ id: string; soon: boolean }>(`select id, available_at < now() + interval '90 seconds' as soon from outbox where payload ->> 'subject' = $1 order by id`, [subject]);
    await addOnce(60_000);
    await addOnce(120_000);
    const [first, ...others] = await rows();
    expect([first?.soon, others]).toEqual([false, []]);
    await worker.database.transaction(async (tx) => {
      await tx.query('select from outbox where id = $1 for update', [first?.id]);
      await addOnce(180_000);
    });
    expect(await rows()).toHaveLength(2);
    await worker.database.query(`update outbox set attempts = 1 where payload ->> 'subject' = $1`, [subject]);
    await addOnce(180_000);
    expect(await rows()).toHaveLength(3);
    // What is due later is about something else.
    await addOnce(30_000);
    expect(await rows()).toHaveLength(4);
  });

  it('does many jobs of one statement, once each, also with a second worker', async () => {
    const second = await start();
    const subjects = Array.from({ length: 250 }, () => newId());
    const ids = await addAll(subjects);
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
      const [added = ''] = await worker.outbox.add(tx, probe, [{ subject }]);
      await tx.query(`update outbox set state = 'queued', queued_at = now() - interval '1 minute' where id = $1`, [
        added,
      ]);
      // What Bull keeps of a job that stalled too often, when it could not remove it.
      await queue.client.hset(queue.toKey(added), {
        name: 'probe',
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

  it('keeps jobs while Redis is away and does them when it is back', async () => {
    const proxy = await TcpProxy.start(testRedisUrl());
    await worker.stop();
    await worker.database.query('select 1').catch(() => undefined);
    worker = await start({ REDIS_URL: proxy.url });
    const before = newId();
    await becomes(await add(before), 'done');
    await proxy.cut();
    const subjects = Array.from({ length: 20 }, () => newId());
    const ids = await Promise.all(subjects.map((subject) => add(subject)));
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    for (const id of ids) expect(await worker.row(id)).toMatchObject({ state: 'pending', attempts: 0 });
    await worker.emptyRedis();
    await proxy.restore();
    for (const id of ids) await becomes(id, 'done', 15_000);
    expect(subjects.filter((subject) => timesSeen(subject) !== 1)).toEqual([]);
    await worker.stop();
    await proxy.cut();
    worker = await start(engine);
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
    worker = await start(engine);
  });

  it('lets a running job finish when Redis went away before the worker stops', async () => {
    const proxy = await TcpProxy.start(testRedisUrl());
    await worker.stop();
    worker = await start({ REDIS_URL: proxy.url });
    let finished = false;
    Probe.act = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      finished = true;
    };
    const subject = newId();
    await add(subject);
    await eventually(() => expect(timesSeen(subject)).toBe(1));
    await proxy.cut();
    // What nobody catches would end the process, and the job with it.
    await worker.stop();
    expect(finished).toBe(true);
    worker = await start(engine);
  });
});

describe('the outbox without Redis', () => {
  const engine = { QUEUE_ENGINE: 'builtin', REDIS_URL: '' };
  doesJobs(engine);

  it('does many jobs of one statement, once each', async () => {
    const subjects = Array.from({ length: 250 }, () => newId());
    const ids = await addAll(subjects);
    await eventually(async () => {
      const open = await worker.database.query(`select 1 from outbox where id = any($1) and state <> 'done'`, [ids]);
      expect(open).toHaveLength(0);
    }, 20_000);
    expect(subjects.filter((subject) => timesSeen(subject) !== 1)).toEqual([]);
  });

  it('a new worker does at once what a killed one had taken', async () => {
    await worker.stop();
    const bystander = await start({ ...engine, ACTIVE_QUEUES: 'note-files' });
    const subject = newId();
    const id = await add(subject, bystander);
    await bystander.database.query(`update outbox set state = 'queued', queued_at = now(), attempts = 1 where id = $1`, [id]);
    worker = await start(engine);
    await becomes(id, 'done');
    expect(await worker.row(id)).toMatchObject({ attempts: 2 });
    expect(timesSeen(subject)).toBe(1);
    await bystander.stop();
  });
});
