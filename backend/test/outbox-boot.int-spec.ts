import { Injectable } from '@nestjs/common';
import { newId } from '../src/common/database/ids';
import { Handles } from '../src/common/queues/job-catalogue';
import { JobHandler } from '../src/common/queues/job-handler.decorator';
import { MaintenanceTask, TidiesUp } from '../src/common/queues/maintenance-task.decorator';
import { createTestDatabase, TestDatabase } from './harness/test-database';
import { eventually, startTestWorker, TestWorker } from './outbox-worker';

@JobHandler('mail', 'send-booking-mail', { attempts: 1 })
class FirstMailJob implements Handles<'send-booking-mail'> {
  async handle(): Promise<void> {}
}

@JobHandler('mail', 'send-booking-mail', { attempts: 1 })
class SecondMailJob implements Handles<'send-booking-mail'> {
  async handle(): Promise<void> {}
}

@MaintenanceTask('counted')
class CountedTask implements TidiesUp {
  static runs = 0;

  async tidyUp(): Promise<number> {
    CountedTask.runs += 1;
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

  const start = (
    providers: NonNullable<Parameters<typeof startTestWorker>[1]['providers']>,
    environment: Record<string, string> = {},
  ): Promise<TestWorker> => startTestWorker(testDatabase.url, { providers }, environment);

  it('does not start while a job has no handler', async () => {
    await expect(start([Bystander])).rejects.toThrow('the job send-booking-mail has no handler');
  });

  it('does not start while a job has two handlers, and names them', async () => {
    await expect(start([FirstMailJob, SecondMailJob])).rejects.toThrow(
      'the job send-booking-mail has 2 handlers: FirstMailJob, SecondMailJob',
    );
  });

  it('does not start with a queue that does not exist', async () => {
    await expect(start([FirstMailJob], { ACTIVE_QUEUES: 'mail,mials' })).rejects.toThrow(
      'ACTIVE_QUEUES names unknown queues: mials.',
    );
  });

  it('asks for handlers of the picked queues only, and leaves the jobs of others alone', async () => {
    const worker = await start([CountedTask], { ACTIVE_QUEUES: 'maintenance' });
    const id = await worker.database.transaction((tx) =>
      worker.outbox.add(tx, {
        queue: 'mail',
        job: 'send-booking-mail',
        payload: { booking_event_id: newId(), recipient: 'client' },
      }),
    );
    await eventually(() => expect(CountedTask.runs).toBe(1));
    expect(await worker.row(id)).toMatchObject({ state: 'pending', attempts: 0 });
    await worker.stop();
  });

  it('tells that it lives and reaches Redis, and takes that back when it stops', async () => {
    const worker = await start([FirstMailJob]);
    await eventually(async () => {
      const beats = await worker.database.query('select queue_state, queue_engine, details from worker_heartbeats');
      expect(beats).toEqual([
        { queue_state: 'ok', queue_engine: worker.config.queue.engine, details: { queues: ['mail', 'maintenance'] } },
      ]);
    });
    const { database } = worker;
    const beat = await database.query<{ count: number }>('select count(*)::int from worker_heartbeats');
    expect(beat).toEqual([{ count: 1 }]);
    await worker.stop();
    const next = await start([FirstMailJob]);
    await eventually(async () => expect(await next.database.query('select 1 from worker_heartbeats')).toHaveLength(1));
    await next.stop();
  });

  it('removes old done jobs and dead workers about once an hour, and keeps what was given up', async () => {
    const worker = await start([FirstMailJob]);
    const put = (state: string, age: string): Promise<unknown[]> =>
      worker.database.query(
        `insert into outbox (id, queue, job, payload, state, created_at, finished_at)
         values ($1, 'mail', 'send-booking-mail', '{}', $2, now() - $3::interval, now() - $3::interval)`,
        [newId(), state, age],
      );
    await put('done', '8 days');
    await put('done', '6 days');
    await put('failed', '8 days');
    await worker.database.query(
      `insert into worker_heartbeats values ('dead', now() - interval '2 days', 'ok', 'redis')`,
    );
    // The round of this hour has been; the next one is due when it is over.
    await worker.database.query(
      `update outbox set created_at = now() - interval '2 hours' where job = 'run-maintenance'`,
    );
    await worker.stop();
    const next = await start([FirstMailJob]);
    await eventually(async () => {
      const left = await next.database.query<{ state: string }>(
        `select state from outbox where job = 'send-booking-mail' and finished_at < now() - interval '1 day' order by state`,
      );
      expect(left).toEqual([{ state: 'done' }, { state: 'failed' }]);
      expect(await next.database.query(`select 1 from worker_heartbeats where worker_id = 'dead'`)).toEqual([]);
    });
    const rounds = await next.database.query(
      `select state from outbox where job = 'run-maintenance' and created_at > now() - interval '1 hour'`,
    );
    expect(rounds).toHaveLength(1);
    await next.stop();
  });
});
