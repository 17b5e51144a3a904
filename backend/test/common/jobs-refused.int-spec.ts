import { newId } from '../../src/common/database/database';
import { Handles, job, PermanentFailure, Refused } from '../../src/common/jobs/job';
import { eventually, idleHandlersBeside, QuickTiming, startTestWorker, TestWorker } from '../harness/outbox-worker';
import { createTestDatabase, TestDatabase } from '../harness/test-database';

const probe = job<{ subject: string }>('mail', 'probe', { attempts: 3 });
const probeOfAddress = job<{ subject: string }>('mail', 'probe-of-address', { attempts: 3, toTypedAddress: true });

/** Writes to whatever address somebody typed. */
class AddressProbe {
  static act: () => void = () => undefined;

  @Handles(probeOfAddress)
  handleTyped(): Promise<void> {
    return this.handle();
  }

  @Handles(probe)
  handle(): Promise<void> {
    AddressProbe.act();
    return Promise.resolve();
  }
}

let testDatabase: TestDatabase;
let worker: TestWorker;
const becomes = (id: string, state: string): Promise<void> => eventually(async () => expect(await worker.row(id)).toMatchObject({ state }));

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  worker = await startTestWorker(testDatabase.url, { providers: [AddressProbe, ...idleHandlersBeside({ providers: [AddressProbe] })] }, {}, new QuickTiming());
});
afterAll(async () => {
  await worker.stop();
  await testDatabase.drop();
});

it('lets go what an address refuses that somebody typed, and keeps every other failure of such a job', async () => {
  const addToAddress = async (): Promise<string> => (await worker.database.transaction((tx) => worker.outbox.add(tx, probeOfAddress, [{ subject: newId() }])))[0] ?? '';
  AddressProbe.act = () => {
    throw new Refused('The mail server refused the address.', true);
  };
  await worker.database.query(`delete from part_failures`);
  const refused = await addToAddress();
  await becomes(refused, 'discarded');
  expect(await worker.row(refused)).toMatchObject({ attempts: 1, last_error: 'The mail server refused the address.' });
  expect(await worker.database.query('select from part_failures')).toEqual([]);
  AddressProbe.act = () => {
    throw new Refused('The mail server does not know the domain now.', false);
  };
  const later = await addToAddress();
  await becomes(later, 'discarded');
  expect(await worker.row(later)).toMatchObject({ attempts: 3, last_error: 'The mail server does not know the domain now.' });
  expect(await worker.database.query('select from part_failures')).toEqual([]);
  AddressProbe.act = () => {
    throw new PermanentFailure('A header is not usable.');
  };
  await becomes(await addToAddress(), 'failed');
  AddressProbe.act = () => {
    throw new Refused('The mail server refused the address.', true);
  };
  const [other] = await worker.database.transaction((tx) => worker.outbox.add(tx, probe, [{ subject: newId() }]));
  await becomes(other ?? '', 'failed');
});
