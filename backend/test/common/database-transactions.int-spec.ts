import { Client } from 'pg';
import { Database, isDatabaseUnavailable, sentTogether, sqlState, statement } from '../../src/common/database/database';
import { Adoptions } from '../../src/modules/activity-log/chain/audit.service';
import { book, openPractice, Practice, workday } from '../harness/practice';
import { startTestApp, TestApp } from '../harness/test-app';

let test: TestApp;
let database: Database;
let other: Client;

beforeAll(async () => {
  test = await startTestApp();
  database = test.database;
  other = new Client({ connectionString: test.testDatabase.ownerUrl });
  await other.connect();
});
afterAll(async () => {
  await other.end();
  await test.close();
});

const count = async (scope: string): Promise<number> => (await database.query<{ n: number }>('select count(*)::int as n from limit_hits where scope = $1', [scope]))[0]?.n ?? -1;
const hit = (scope: string): [string, unknown[]] => [`insert into limit_hits (scope, key_hash, hit_at) values ($1, '\\x00', now())`, [scope]];

it('what is sent together comes one after the other, and each sees what the one before it waited for', async () => {
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock(4711)');
  const seen = database.transaction((tx) =>
    sentTogether(
      tx.query('select pg_advisory_xact_lock(4711)'),
      tx.query<{ n: number }>(`select count(*)::int as n from limit_hits where scope = 'waited-for'`),
      tx.query(...hit('own')),
      tx.query<{ n: number }>(`select count(*)::int as n from limit_hits where scope = 'own'`),
    ),
  );
  const waits = async (): Promise<boolean> => (await other.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount === 1;
  while (!(await waits())) await new Promise((next) => setTimeout(next, 5));
  await other.query(...hit('waited-for'));
  await other.query('commit');
  const [, before, , own] = await seen;
  expect([before, own]).toEqual([[{ n: 1 }], [{ n: 1 }]]);
});

it('where one of them fails, the first failure is told once all have ended, and nothing of the transaction stays', async () => {
  let ended = 0;
  const noted = <T>(sent: Promise<T>): Promise<T> => sent.finally(() => (ended += 1));
  const failing = database.transaction((tx) => sentTogether(noted(tx.query(...hit('undone'))), noted(tx.query('select 1 / 0')), noted(tx.query('select nonsense'))));
  expect(sqlState(await failing.catch((error: unknown) => error))).toBe('22012');
  expect([ended, await count('undone')]).toEqual([3, 0]);
});

it('what is sent after the end of a transaction is refused, for its connection is somebody else’s by then', async () => {
  let late: Promise<unknown> = Promise.resolve();
  const work = database.transaction(async (tx) => {
    late = new Promise((next) => setTimeout(next, 20)).then(() => tx.query(...hit('late')));
    late.catch(() => undefined);
    throw new Error('It failed.');
  });
  await expect(work).rejects.toThrow('It failed.');
  await expect(late).rejects.toThrow('This transaction is over.');
  expect(await count('late')).toBe(0);
});

it('a statement whose plan is generic is planned once, any other for its values, also after what was chosen has been undone', async () => {
  const generic = statement<{ id: string }>('test-plan-generic', 'select id from users where id = $1', { plan: 'generic' });
  const usual = statement<{ id: string }>('test-plan-usual', 'select id from users where id = $1 and is_active');
  const id = '018f0000-0000-7000-8000-000000000000';
  const plans = await database.transaction(async (tx) => {
    for (const asked of [generic, usual, generic, usual, generic]) await tx.query(asked, [id]);
    return tx.query(`select name, generic_plans::int, custom_plans::int from pg_prepared_statements where name like 'test-plan-%' order by name`);
  });
  expect(plans).toEqual([
    { name: 'test-plan-generic', generic_plans: 3, custom_plans: 0 },
    { name: 'test-plan-usual', generic_plans: 0, custom_plans: 2 },
  ]);
  // One without a name that has values is as any other, whoever had the connection before.
  expect(await database.transaction(async (tx) => (await sentTogether(tx.query(generic, [id]), tx.query<{ mode: string }>(`select current_setting('plan_cache_mode') as mode where $1::uuid is not null`, [id])))[1])).toEqual([{ mode: 'auto' }]);
  const mode = 'select current_setting(\'plan_cache_mode\') as mode';
  for (const [asked, expected] of [[usual, 'auto'], [generic, 'force_generic_plan']] as const) {
    await database.transaction((tx) => sentTogether(tx.query(asked === usual ? generic : usual, [id]), tx.query('select 1 / 0'))).catch(() => undefined);
    expect(await database.transaction(async (tx) => (await sentTogether(tx.query(asked, [id]), tx.query<{ mode: string }>(mode)))[1])).toEqual([{ mode: expected }]);
  }
});

describe('a lock that is not given back', () => {
  let bounded: TestApp;
  let practice: Practice;
  const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 1))';
  const waiting = async (): Promise<number> => (await other.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount ?? 0;

  beforeAll(async () => {
    bounded = await startTestApp({ DATABASE_TRANSACTION_TIMEOUT_S: '1' });
    practice = await openPractice(bounded);
  });
  afterAll(() => bounded.close());

  async function lockOf(therapistId: string, of: TestApp): Promise<Client> {
    const holder = new Client({ connectionString: of.testDatabase.ownerUrl });
    await holder.connect();
    await holder.query('begin');
    await holder.query(LOCK, [therapistId]);
    return holder;
  }

  it('holds a third of the connections at most, whoever waits for it: everybody else finds one, and who waited goes on', async () => {
    const wanted = await openPractice(test);
    const holder = await lockOf(wanted.therapist.id, test);
    const bookings = Array.from({ length: 12 }, (_, n) => book(test, wanted, { appointment_date: workday(test, 3), appointment_time: '10:00', client_email: `one-of-${n}@example.org` }).then(({ status }) => status));
    while ((await waiting()) < 3) await new Promise((next) => setTimeout(next, 5));
    // The others have come by then, too.
    await new Promise((next) => setTimeout(next, 300));
    expect(await waiting()).toBe(3);
    await holder.end();
    expect((await Promise.all(bookings)).sort()).toEqual([201, ...Array<number>(11).fill(409)]);
  });

  it('is waited for no longer than a transaction may take; then a sentence says when to come again, and nothing stays of it', async () => {
    const holder = await lockOf(practice.therapist.id, bounded);
    const refused = await book(bounded, practice, { appointment_date: workday(bounded, 4) });
    await holder.end();
    expect(refused).toMatchObject({ status: 503, body: { detail: 'The service is very busy. Please try again in a moment.' }, headers: { 'retry-after': '1' } });
    await book(bounded, practice, { appointment_date: workday(bounded, 4) }).expect(201);
    const long = bounded.database.transaction(async (tx) => {
      for (let step = 0; step < 5; step += 1) await tx.query('select pg_sleep(0.3)');
    });
    const error = await long.catch((reason: unknown) => reason);
    // Between two statements there is only the end of the connection to tell.
    expect(sqlState(error) === '25P04' || isDatabaseUnavailable(error)).toBe(true);
  });

  it('takes the marks of a large installation as long as it needs, and who starts meanwhile waits for it', async () => {
    const adoptions = bounded.app.get(Adoptions);
    let runs = 0;
    const adopt = (): Promise<void> =>
      adoptions.once('adopt_what_takes_long', async ({ tx }) => {
        runs += 1;
        for (let step = 0; step < 8; step += 1) await tx.query('select pg_sleep(0.4)');
        return 7;
      });
    await Promise.all([adopt(), adopt()]);
    expect([runs, await adoptions.isOver('adopt_what_takes_long', bounded.database)]).toEqual([1, true]);
  });
});
