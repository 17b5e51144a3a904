import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../src/common/database/database';
import { declaredJobs, Handles, job, Upkeep } from '../../src/common/jobs/job';
import { Maintenance } from '../../src/common/jobs/maintenance';
import { OutboxRepository } from '../../src/common/jobs/outbox.repository';
import { createTestDatabase, TestDatabase } from '../harness/test-database';
import { eventually, idleHandlersBeside, startTestWorker, TestWorker } from '../harness/outbox-worker';

const greet = job<{ name: string }>('mail', 'greet', { attempts: 1 });

class FirstGreeter {
  @Handles(greet)
  async handle(): Promise<void> {}
}

class SecondGreeter {
  @Handles(greet)
  async handle(): Promise<void> {}
}

class Counted {
  static runs = 0;

  @Upkeep('counted')
  async tidyUp(): Promise<number> {
    Counted.runs += 1;
    return 0;
  }
}

class CountedAgain {
  @Upkeep('counted')
  async tidyUp(): Promise<number> {
    return 0;
  }
}

/** Takes as long as a test wants. */
class Slow {
  static begun = 0;
  static finish: () => void;

  @Upkeep('slow')
  async tidyUp(): Promise<number> {
    Slow.begun += 1;
    await new Promise<void>((resolve) => (Slow.finish = resolve));
    return 0;
  }
}

@Injectable()
class Bystander {}

describe('the worker’s boot and upkeep', () => {
  let testDatabase: TestDatabase;

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });
  afterAll(() => testDatabase.drop());

  type Providers = NonNullable<Parameters<typeof startTestWorker>[1]['providers']>;
  const startBare = (providers: Providers, environment: Record<string, string> = {}): Promise<TestWorker> =>
    startTestWorker(testDatabase.url, { providers }, environment);
  const start = (providers: Providers, environment: Record<string, string> = {}): Promise<TestWorker> =>
    startBare([...providers, ...idleHandlersBeside({ providers })], environment);

  it('does not start while a job has no handler', async () => {
    await expect(startBare([Bystander])).rejects.toThrow('the job greet has no handler');
  });

  it('does not start while a job has two handlers, and names them', async () => {
    await expect(start([FirstGreeter, SecondGreeter])).rejects.toThrow(
      'the job greet has 2 handlers: FirstGreeter.handle, SecondGreeter.handle',
    );
  });

  it('does not start while two pieces of upkeep have one name', async () => {
    await expect(start([FirstGreeter, Counted, CountedAgain])).rejects.toThrow('two pieces of upkeep are called counted');
  });

  it('does not start with a queue that does not exist', async () => {
    await expect(start([FirstGreeter], { ACTIVE_QUEUES: 'mail,mials' })).rejects.toThrow(
      'ACTIVE_QUEUES names unknown queues: mials.',
    );
  });

  it('asks for handlers of the picked queues only, and leaves the jobs of others alone', async () => {
    const worker = await start([Counted], { ACTIVE_QUEUES: 'maintenance' });
    const [id = ''] = await worker.database.transaction((tx) =>
      worker.outbox.add(tx, greet, [{ name: 'Kim' }]),
    );
    await eventually(() => expect(Counted.runs).toBe(1));
    expect(await worker.row(id)).toMatchObject({ state: 'pending', attempts: 0 });
    await worker.stop();
  });

  it('upkeep that is not over when its next round comes is not done beside itself, in no worker; all else is', async () => {
    const parts = [Slow, Counted];
    // Take no upkeep by themselves.
    const workers = [await start(parts, { ACTIVE_QUEUES: 'mail' }), await start(parts, { ACTIVE_QUEUES: 'mail' })] as const;
    const round = (worker: TestWorker): Promise<void> => worker.module.get(Maintenance, { strict: false }).runAll();
    const first = round(workers[0]);
    await eventually(() => expect(Slow.begun).toBe(1));
    Counted.runs = 0;
    for (const worker of workers) {
      const outcome = await Promise.race([round(worker).catch((error: Error) => error.message), pause(5_000, 'it waits')]);
      expect(outcome).toBe('An earlier round is still at the upkeep of slow.');
    }
    expect([Slow.begun, Counted.runs]).toEqual([1, 2]);
    Slow.finish();
    await first;
    const next = round(workers[1]);
    await eventually(() => expect(Slow.begun).toBe(2));
    Slow.finish();
    await next;
    for (const worker of workers) await worker.stop();
  });

  it('tells that it lives and reaches Redis, and takes that back when it stops', async () => {
    const worker = await start([FirstGreeter]);
    await eventually(async () => {
      const beats = await worker.database.query('select queue_state, queue_engine, details from worker_heartbeats');
      expect(beats).toEqual([
        { queue_state: 'ok', queue_engine: worker.config.queue.engine, details: expect.objectContaining({ queues: ['mail', 'maintenance'] }) as object },
      ]);
    });
    const { database } = worker;
    const beat = await database.query<{ count: number }>('select count(*)::int from worker_heartbeats');
    expect(beat).toEqual([{ count: 1 }]);
    await worker.stop();
    const next = await start([FirstGreeter]);
    await eventually(async () => expect(await next.database.query('select 1 from worker_heartbeats')).toHaveLength(1));
    await next.stop();
  });

  it('removes old finished jobs and dead workers about once an hour, and keeps what was given up', async () => {
    const worker = await start([FirstGreeter]);
    const put = (queue: string, state: string, age: string): Promise<unknown[]> =>
      worker.database.query(
        `insert into outbox (id, queue, job, payload, state, created_at, finished_at)
         values ($1, $2, 'old ' || $3, '{}', $4, now() - $3::interval, now() - $3::interval)`,
        [newId(), queue, age, state],
      );
    for (const [queue, state, age] of [
      ['mail', 'done', '8 days'],
      ['mail', 'done', '6 days'],
      ['mail', 'discarded', '61 days'],
      ['mail', 'discarded', '8 days'],
      ['code-mail', 'discarded', '8 days'],
      ['mail', 'failed', '8 days'],
      ['maintenance', 'done', '2 hours'],
      ['maintenance', 'done', '30 minutes'],
      ['maintenance', 'discarded', '2 hours'],
      ['maintenance', 'failed', '8 days'],
    ] as const)
      await put(queue, state, age);
    await worker.database.query(
      `insert into worker_heartbeats values ('dead', now() - interval '2 days', 'ok', 'redis')`,
    );
    // The round of this hour has been; the next one is due when it is over.
    await worker.database.query(
      `update outbox set created_at = now() - interval '2 hours' where job = 'run-maintenance'`,
    );
    await worker.stop();
    const next = await start([FirstGreeter]);
    await eventually(async () => {
      const left = await next.database.query<{ row: string }>(
        `select concat_ws(' ', queue, state, job) as row from outbox where job like 'old %' order by 1`,
      );
      expect(left.map(({ row }) => row)).toEqual([
        'mail discarded old 8 days',
        'mail done old 6 days',
        'mail failed old 8 days',
        'maintenance discarded old 2 hours',
        'maintenance done old 30 minutes',
        'maintenance failed old 8 days',
      ]);
      expect(await next.database.query(`select 1 from worker_heartbeats where worker_id = 'dead'`)).toEqual([]);
    });
    const rounds = await next.database.query(
      `select state from outbox where job = 'run-maintenance' and created_at > now() - interval '1 hour'`,
    );
    expect(rounds).toHaveLength(1);
    await next.stop();
  });

  it('puts each periodic job in line once an interval over all workers, and not beside a round that is unfinished', async () => {
    const own = await createTestDatabase();
    // Takes no upkeep itself, so that only this test puts rounds in line.
    const parts = { providers: idleHandlersBeside({}) };
    const worker = await startTestWorker(own.url, parts, { ACTIVE_QUEUES: 'mail' });
    const rows = new OutboxRepository(worker.database);
    const periodic = declaredJobs().flatMap(({ name, everyMs }) => (everyMs === undefined ? [] : [{ name, everyMs }]));
    const jobs = periodic.map(({ name }) => name).sort();
    const look = async (): Promise<string[]> => {
      const before = await worker.database.query<{ id: string }>('select id from outbox');
      await Promise.all(Array.from({ length: 8 }, () => worker.database.transaction((tx) => rows.schedulePeriodic(tx, periodic))));
      const added = await worker.database.query<{ job: string }>('select job from outbox where id <> all($1) order by job', [
        before.map(({ id }) => id),
      ]);
      return added.map(({ job }) => job);
    };
    const set = (state: string, agedMs: (job: string) => number): Promise<unknown> =>
      Promise.all(
        jobs.map((job) =>
          worker.database.query(
            `update outbox set state = $2, created_at = now() - $3 * interval '1 millisecond' where job = $1 and state <> 'done'`,
            [job, state, agedMs(job)],
          ),
        ),
      );
    const interval = (job: string): number => periodic.find(({ name }) => name === job)?.everyMs ?? 0;

    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await worker.database.query('select job from outbox')).toEqual([]);
    expect(await look()).toEqual(jobs);
    await set('pending', (job) => interval(job) * 3);
    expect(await look()).toEqual([]);
    await set('queued', (job) => interval(job) * 3);
    expect(await look()).toEqual([]);
    await set('done', (job) => interval(job) / 2);
    expect(await look()).toEqual([]);
    await worker.database.query(`update outbox set created_at = now() - interval '2 hours'`);
    expect(await look()).toEqual(jobs);
    // A job that fails again and again is looked at once: its newest failure stays.
    for (const ago of [3, 2, 1]) {
      await worker.database.query(`update outbox set state = 'failed', created_at = now() - $1 * interval '2 hours' where state = 'pending'`, [ago]);
      expect(await look()).toEqual(jobs);
    }
    const failed = await worker.database.query(`select job from outbox where state = 'failed' and created_at > now() - interval '3 hours' order by job`);
    expect(failed).toEqual(jobs.map((job) => ({ job })));
    expect(await worker.database.query(`select job from outbox where state = 'failed'`)).toHaveLength(jobs.length);
    await worker.stop();
    await own.drop();
  });
});
