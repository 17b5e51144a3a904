import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { witnessedSeals } from '../../src/modules/activity-log/chain/witnessed-seals';
import { LogParts, startTestLog, TEST_KEY, TestLog } from '../harness/activity-log-tools';

/** The owner of the tables takes everything after a seal out of the log: what is left is a chain of the product's own. */
let test: TestLog;
let folder: string;

beforeEach(async () => {
  test = await startTestLog();
  folder = await mkdtemp(join(tmpdir(), 'attune-cut-'));
});
afterEach(async () => {
  await test.close();
  await rm(folder, { recursive: true });
});

const worker = (): LogParts => new LogParts(test.database, test.clock, new KeyRing(TEST_KEY), folder);
const alarms = async (): Promise<string[]> => (await test.database.query<{ reason: string }>(`select reason from part_failures where part = 'activity_log'`)).map(({ reason }) => reason);

async function threeSeals(): Promise<LogParts> {
  const first = worker();
  for (let nth = 0; nth < 3; nth += 1) {
    await test.write(2);
    await first.sealer.run(20_000);
  }
  return first;
}

async function cut(): Promise<void> {
  await test.owner.query('delete from activity_log where seq > 2');
  await test.owner.query('delete from activity_seals where id > 1');
}

it('a worker that starts again says that its newest seal is gone, and goes on', async () => {
  await threeSeals();
  await cut();
  await test.write(1);
  expect(await worker().sealer.run(20_000)).toMatchObject({ entries: 1 });
  expect((await alarms()).join()).toMatch(/^Seal 3 of the activity log, which was made here before the last restart, is gone/);
  await test.owner.query('delete from part_failures');
  await worker().sealer.run(20_000);
  expect(await alarms()).toEqual([]);
});

it('a worker that starts again with all that it made says nothing, and believes nobody else’s note', async () => {
  await threeSeals();
  await worker().sealer.run(20_000);
  await writeFile(join(folder, 'activity-log.seal'), `${JSON.stringify({ seal: '9', hash: 'ab'.repeat(32), mark: 'ab'.repeat(32) })}\n`);
  await worker().sealer.run(20_000);
  await writeFile(join(folder, 'activity-log.seal'), '{"seal"');
  await worker().sealer.run(20_000);
  expect(await alarms()).toEqual([]);
});

it('the worker’s log, kept elsewhere, names what was cut off and what is another one', async () => {
  await threeSeals();
  const seals = await test.seals.listSealsAfter(test.database, 0n, 10);
  const lines = seals.map(({ id, hash }) => JSON.stringify({ level: 'info', name: 'activity-log', seal: String(id), hash: hash.toString('hex'), msg: 'sealed' }));
  const log = join(folder, 'worker.log');
  await writeFile(log, ['{"msg":"worker started"}', `worker-1  | ${lines[0]}`, ...lines.slice(1), '{"seal":"7","ha', ''].join('\n'));
  const witnessed = await witnessedSeals(log);
  expect([...witnessed.keys()]).toEqual(['1', '2', '3']);
  expect(await test.chain.verify({ witnessed })).toMatchObject({ ok: true });
  await cut();
  expect((await test.chain.verify()).ok).toBe(true);
  const { problems } = await test.chain.verify({ witnessed });
  expect(problems).toMatchObject([{ kind: 'missing_seals', seal: '2', message: '2 seals from 2 on are not there, which what was kept outside of the database tells of: they were cut off, with what they hold.' }]);
  await test.write(1);
  await worker().sealer.run(20_000);
  expect((await test.chain.verify({ witnessed })).problems.map(({ kind, seal }) => [kind, seal])).toEqual([['altered_seal', '2'], ['missing_seals', '3']]);
});

it('a worker that runs on says that a seal of the API is gone, which it never saw itself', async () => {
  const running = await threeSeals();
  const api = worker();
  await test.write(1);
  await api.sealer.run(20_000);
  await test.owner.query('delete from activity_log where seq > 6');
  await test.owner.query('delete from activity_seals where id > 3');
  await expect(running.sealer.run(20_000)).rejects.toThrow('Seal 4 of the activity log is gone');
});
