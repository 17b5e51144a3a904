import { newId } from '../../src/common/database/database';
import { Handles, job, NotYet } from '../../src/common/jobs/job';
import { createTestDatabase, TestDatabase } from '../harness/test-database';
import { eventually, idleHandlersBeside, QuickTiming, startTestWorker, TestWorker } from '../harness/outbox-worker';

const probe = job<{ subject: string }>('deletions', 'probe-of-turns', { attempts: 3 });

class Probe {
  static readonly seen: string[] = [];
  static act: () => Promise<void> | void = () => undefined;

  @Handles(probe)
  async handle({ subject }: { subject: string }): Promise<void> {
    Probe.seen.push(subject);
    await Probe.act();
  }
}

class Impatient extends QuickTiming {
  override jobWithinMs(): number {
    return 300;
  }
}

let testDatabase: TestDatabase;
let worker: TestWorker;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  worker = await startTestWorker(testDatabase.url, { providers: [Probe, ...idleHandlersBeside({ providers: [Probe] })] }, {}, new Impatient());
});
afterAll(async () => {
  await worker.stop();
  await testDatabase.drop();
});

/** @returns how often it was begun until it was done, and its row */
async function doOne(act: () => Promise<void> | void) {
  Probe.act = act;
  const subject = newId();
  const [id = ''] = await worker.database.transaction((tx) => worker.outbox.add(tx, probe, [{ subject }]));
  await eventually(async () => expect(await worker.row(id)).toMatchObject({ state: 'done' }));
  return { begun: Probe.seen.filter((seen) => seen === subject).length, row: await worker.row(id) };
}

it('a job that lets others go first comes back, which is no try', async () => {
  let others = 4;
  const { begun, row } = await doOne(() => {
    if (others-- > 0) throw new NotYet(100);
  });
  expect([begun, row]).toMatchObject([5, { attempts: 1, last_error: null }]);
});

it('a job that hangs is ended and tried again', async () => {
  let hangs = 1;
  const { begun, row } = await doOne(() => (hangs-- > 0 ? new Promise<void>(() => undefined) : undefined));
  expect([begun, row]).toMatchObject([2, { attempts: 2, last_error: null }]);
});
