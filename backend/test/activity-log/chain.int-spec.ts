import { Client } from 'pg';
import { newId } from '../../src/common/database/database';
import { PermanentFailure } from '../../src/common/jobs/job';
import { canonicalEntry, ENTRY_COLUMNS, entryHash } from '../../src/modules/activity-log/activity-entry';
import { someActivity, someone, startTestLog, TestLog } from '../harness/activity-log-tools';
import { eventually, idleHandlersBeside, startTestWorker } from '../harness/outbox-worker';

let test: TestLog;

beforeEach(async () => {
  test = await startTestLog();
});
afterEach(() => test.close());

const sealsOf = (log: TestLog): Promise<{ id: string; first_seq: string; last_seq: string; entries: number }[]> =>
  log.database.query('select id, first_seq, last_seq, entries from activity_seals order by id');

describe('what the application may do to its log', () => {
  it.each(['activity_log', 'activity_seals', 'activity_checkpoints'])('adds to %s and reads it, and can do nothing else', async (table) => {
    const [column] = await test.database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and attname <> 'seq' order by attnum limit 1`,
      [table],
    );
    await test.database.query(`select * from ${table}`);
    await expect(test.database.query(`update ${table} set ${column?.name} = ${column?.name}`)).rejects.toThrow(/permission denied/);
    await expect(test.database.query(`delete from ${table}`)).rejects.toThrow(/permission denied/);
    await expect(test.database.query(`truncate ${table}`)).rejects.toThrow(/permission denied/);
    await expect(test.database.query(`alter table ${table} disable trigger all`)).rejects.toThrow(/must be owner/);
    await expect(test.database.query(`drop table ${table}`)).rejects.toThrow(/must be owner/);
  });

  it('cannot choose the number of an entry, nor wind the numbering back', async () => {
    const columns = 'id, at, action, actor_type, details';
    const values = `'${newId()}', now(), 'login', 'system', '{}'`;
    const numbered = (overriding: string) => test.database.query(`insert into activity_log (seq, ${columns}) ${overriding} values (1, ${values})`);
    await expect(numbered('')).rejects.toThrow(/cannot insert a non-DEFAULT value into column "seq"/);
    await expect(numbered('overriding system value')).rejects.toThrow(/permission denied/);
    await expect(numbered('overriding user value')).rejects.toThrow(/permission denied/);
    await expect(test.database.query(`select setval(pg_get_serial_sequence('activity_log', 'seq'), 1)`)).rejects.toThrow(/permission denied/);
    await expect(test.database.query(`select nextval('activity_log_seq_seq')`)).rejects.toThrow(/permission denied/);
    await test.database.query(`insert into activity_log (${columns}) overriding system value values (${values})`);
    expect(await test.database.query('select seq from activity_log')).toEqual([{ seq: '1' }]);
  });
});

describe('an entry as it is hashed', () => {
  it('holds every column of the table but its mark', async () => {
    const columns = await test.database.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'activity_log'::regclass and attnum > 0 and not attisdropped`,
    );
    expect(columns.map(({ name }) => name).sort()).toEqual([...ENTRY_COLUMNS, 'mark'].sort());
  });

  it('is written the same way for ever', async () => {
    const address = `decode('${'ab'.repeat(32)}', 'hex')`;
    await test.owner.query(
      `insert into activity_log (id, at, action, actor_type, actor_id, session_id, subject_type, subject_id, client_ids, address_hash, details) values
       ('0192d3a4-0000-7000-8000-000000000001', '2026-11-24T15:00:00.123456Z', 'update_profile', 'therapist', '0192d3a4-0000-7000-8000-000000000002',
        '0192d3a4-0000-7000-8000-000000000003', 'therapist', '0192d3a4-0000-7000-8000-000000000004',
        '{0192d3a4-0000-7000-8000-000000000005,0192d3a4-0000-7000-8000-000000000006}', ${address}, '{"fields": ["b", "a"], "z": 1, "count": 2, "done": true}'),
       ('0192d3a4-0000-7000-8000-000000000007', '1969-12-31T23:59:59.999999Z', 'login', 'visitor', null, null, null, null, null, null, '{}')`,
    );
    const entries = await test.seals.listEntries(test.database, 1n, 2n, 10);
    expect(entries.map(canonicalEntry)).toMatchInlineSnapshot(`
[
  "attune activity entry 1
["1","0192d3a4-0000-7000-8000-000000000001","1795532400123456","update_profile","therapist","0192d3a4-0000-7000-8000-000000000002","0192d3a4-0000-7000-8000-000000000003","therapist","0192d3a4-0000-7000-8000-000000000004","{0192d3a4-0000-7000-8000-000000000005,0192d3a4-0000-7000-8000-000000000006}","abababababababababababababababababababababababababababababababab","{\\"z\\": 1, \\"done\\": true, \\"count\\": 2, \\"fields\\": [\\"b\\", \\"a\\"]}"]",
  "attune activity entry 1
["2","0192d3a4-0000-7000-8000-000000000007","-1","login","visitor",null,null,null,null,null,null,"{}"]",
]
`);
    expect(entries.map((entry) => entryHash(entry).toString('hex'))).toMatchInlineSnapshot(`
[
  "9439cdee448e789ddbd30418de0670edd047e16133cd12a760b65d2023a0a3e9",
  "f4df3cec1db6dd2eb30554970c8700672c966a54480b22c49b4fb459eb03b8db",
]
`);
  });
});

describe('sealing', () => {
  it('covers every number once, in batches of a thousand, and does nothing when there is nothing', async () => {
    expect(await test.seal()).toEqual({ entries: 0, seals: 0, complete: true });
    await test.owner.query(
      `insert into activity_log (id, action, actor_type) select gen_random_uuid(), 'login', 'system' from generate_series(1, 2500)`,
    );
    expect(await test.seal()).toEqual({ entries: 2500, seals: 3, complete: true });
    expect(await test.seal()).toEqual({ entries: 0, seals: 0, complete: true });
    await test.write(3);
    expect(await test.seal()).toEqual({ entries: 3, seals: 1, complete: true });
    expect(await sealsOf(test)).toEqual([
      { id: '1', first_seq: '1', last_seq: '1000', entries: 1000 },
      { id: '2', first_seq: '1001', last_seq: '2000', entries: 1000 },
      { id: '3', first_seq: '2001', last_seq: '2500', entries: 500 },
      { id: '4', first_seq: '2501', last_seq: '2503', entries: 3 },
    ]);
    expect(await test.chain.verify()).toMatchObject({ ok: true, entries: 2503, sealed: 2503, unsealed: 0, seals: 4, problems: [] });
  });

  it('takes what was rolled back for a gap', async () => {
    await test.write(1);
    await expect(
      test.database.transaction(async (tx) => {
        await test.log.record(tx, someone(), someActivity());
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await test.write(1);
    await test.seal();
    expect(await sealsOf(test)).toEqual([{ id: '1', first_seq: '1', last_seq: '3', entries: 2 }]);
    expect(await test.chain.verify()).toMatchObject({ ok: true, sealed: 2 });
  });

  it('waits for whoever drew a number before and commits later, also in the next run', async () => {
    const slow = new Client({ connectionString: test.testDatabase.url });
    await slow.connect();
    await slow.query('begin');
    await slow.query(`insert into activity_log (id, action, actor_type) select $1, 'login', 'system' where pg_current_xact_id() is not null`, [newId()]);
    await test.write(1);
    expect(await test.sealer.run(500)).toEqual({ entries: 0, seals: 0, complete: false });
    expect(await test.chain.verify()).toMatchObject({ ok: true, sealed: 0, unsealed: 1 });
    await slow.query('commit');
    await slow.end();
    expect(await test.seal()).toMatchObject({ entries: 2, seals: 1 });
    expect(await test.chain.verify()).toMatchObject({ ok: true, sealed: 2, unsealed: 0 });
  });

  it('can rely on it that a transaction has its id before its first entry has a number', async () => {
    await test.owner.query(
      `create function numbered_too_early() returns trigger language plpgsql as $$
       begin
         if pg_current_xact_id_if_assigned() is null then raise exception 'numbered too early'; end if;
         return new;
       end $$`,
    );
    await test.owner.query('create trigger numbered before insert on activity_log for each row execute function numbered_too_early()');
    // Drawing a number gives the transaction its id only now and then, when the sequence itself is written down.
    const plain = Array.from({ length: 40 }, () => test.database.query(`insert into activity_log (id, action, actor_type) values ($1, 'login', 'system')`, [newId()]));
    expect((await Promise.allSettled(plain)).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
    await test.write(40);
    for (let left = 40; left > 0; left -= 1) await test.database.transaction((tx) => test.log.record(tx, someone(), someActivity()));
  });

  it('is done once by any number of workers', async () => {
    await test.owner.query(`insert into activity_log (id, action, actor_type) select gen_random_uuid(), 'login', 'system' from generate_series(1, 5000)`);
    const sealers = Array.from({ length: 4 }, () => test.anotherSealer());
    const runs = await Promise.all(sealers.map((sealer) => sealer.run(20_000)));
    const entries = runs.reduce((sum, run) => sum + run.entries, 0);
    expect(entries + (await test.seal()).entries).toBe(5000);
    expect((await sealsOf(test)).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(await test.chain.verify()).toMatchObject({ ok: true, sealed: 5000 });
  });

  it.each([
    ['is gone', 'delete from activity_seals where id = 2'],
    ['was changed', `update activity_seals set hash = sha256(hash) where id = 2`],
  ])('stops when a seal that it knows %s, instead of sealing over it', async (_, statement) => {
    await test.write(1);
    await test.seal();
    await test.write(1);
    await test.seal();
    await test.owner.query(statement);
    const failure = await test.sealer.run(20_000).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(PermanentFailure);
    expect((failure as Error).message).toContain('Seal 2 of the activity log is gone or was changed');
    expect(await sealsOf(test)).toHaveLength(statement.startsWith('delete') ? 1 : 2);
  });

  it('is done by the worker, by itself', async () => {
    await test.write(2);
    const worker = await startTestWorker(test.testDatabase.url, { providers: idleHandlersBeside({}) });
    await eventually(async () => expect(await sealsOf(test)).toEqual([{ id: '1', first_seq: '1', last_seq: '2', entries: 2 }]), 30_000);
    await worker.stop();
  });
});

describe('the time of an entry', () => {
  const insertAt = (at: string): Promise<unknown[]> =>
    test.database.query(`insert into activity_log (id, at, action, actor_type, details) values ($1, $2, 'login', 'system', '{}')`, [newId(), at]);

  it.each(['2025-12-30T12:00:00Z', '2026-01-10T11:00:00Z', '2027-01-01T00:00:00Z', 'infinity', '-infinity', '4713-01-01 BC'])(
    'that the application’s role put at %s is named, and no other entry',
    async (at) => {
      test.clock.set('2026-01-10T12:00:00Z');
      await test.write(3);
      await test.seal();
      await insertAt(at);
      await test.write(3);
      await test.seal();
      expect((await test.chain.verify()).problems).toMatchObject([{ kind: 'misdated_entry', seq: '4' }]);
    },
  );

  it.each(['infinity', '-infinity', '4713-01-01 BC', '0001-01-01', '2999-01-01'])('at %s does not keep a month from being signed, be it first, in between or again and again', async (at) => {
    await insertAt(at);
    test.clock.set('2026-01-10T12:00:00Z');
    await test.write(2);
    await insertAt(at);
    await test.seal();
    test.clock.set('2026-02-01T02:00:00Z');
    await test.write(1);
    await test.seal();
    await insertAt(at);
    expect(await test.checkpoints.signPastMonths()).toBe(1);
    expect((await test.checkpointRows.listCheckpoints(test.database)).map(({ month }) => month)).toEqual(['2026-01']);
    test.clock.set('2026-03-01T02:00:00Z');
    await test.write(1);
    await test.seal();
    expect(await test.checkpoints.signPastMonths()).toBe(1);
    await test.seal();
    expect((await test.chain.verify()).problems.every(({ kind }) => kind === 'misdated_entry')).toBe(true);
  });
});
