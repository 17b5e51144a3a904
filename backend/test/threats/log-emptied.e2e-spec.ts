import { Client } from 'pg';
import { GoneEntries } from '../../src/modules/activity-log/chain/gone-entries.service';
import { ActivitySealer } from '../../src/modules/activity-log/chain/sealer.service';
import { WrittenEntries } from '../../src/modules/activity-log/written-entries';
import { auditProblems } from '../harness/activity-log-tools';
import { openPractice } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

/** The owner of the tables takes entries out of the log in the minute before they are sealed. */
let test: TestApp;
let owner: Client;

beforeEach(async () => {
  test = await startTestApp();
  owner = new Client({ connectionString: test.testDatabase.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await test.close();
});

const look = (): Promise<void> => test.app.get(GoneEntries).look();
const seal = (): Promise<unknown> => test.app.get(ActivitySealer).run(20_000);
const kinds = async (): Promise<string[]> => (await auditProblems(test)).map(({ kind }) => kind);

async function deed(): Promise<string> {
  await openPractice(test);
  const { rows } = await owner.query<{ id: string }>('select id from activity_log order by seq desc limit 1');
  return rows[0]?.id ?? '';
}

it('names what was taken out before its seal, and the word of that cannot be taken out', async () => {
  const id = await deed();
  await owner.query('delete from activity_log where id = $1', [id]);
  await look();
  expect(await kinds()).toEqual(['missing_entry']);
  expect(await test.database.query(`select reason from part_failures where part = 'activity_log'`)).toMatchObject([{ reason: expect.stringContaining(id) }]);
  await owner.query(`delete from activity_log where action = 'activity_entries_gone'`);
  expect(await kinds()).toEqual(['missing_entries']);
});

it('names what was away while it was sealed and is back when it is looked for', async () => {
  const id = await deed();
  await owner.query('create table kept as select * from activity_log where id = $1', [id]);
  await owner.query('delete from activity_log where id = $1', [id]);
  // What is sealed goes beyond its number.
  await deed();
  await seal();
  await owner.query('insert into activity_log overriding system value select * from kept');
  await look();
  await owner.query('delete from activity_log where id = $1', [id]);
  await owner.query('drop table kept');
  expect(await kinds()).toEqual(['missing_entry']);
});

it('forgets what a seal holds, and nothing before', async () => {
  const id = await deed();
  await look();
  expect(test.app.get(WrittenEntries).list()).toContain(id);
  await seal();
  await look();
  expect(test.app.get(WrittenEntries).list()).toEqual([]);
  expect(await kinds()).toEqual([]);
});
