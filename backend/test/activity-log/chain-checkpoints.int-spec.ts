import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { LogParts, startTestLog, TEST_KEY, TestLog } from '../harness/activity-log-tools';

let test: TestLog;

beforeEach(async () => {
  test = await startTestLog();
});
afterEach(() => test.close());

describe('checkpoints', () => {
  const months = async (): Promise<[string, string, string][]> =>
    (await test.checkpointRows.listCheckpoints(test.database)).map(({ month, seal_id, entries }) => [month, String(seal_id), String(entries)]);
  const sign = async (instant: string): Promise<number> => {
    test.clock.set(instant);
    return test.checkpoints.signPastMonths();
  };
  const writeAt = async (instant: string, count: number): Promise<void> => {
    test.clock.set(instant);
    await test.write(count);
  };

  it('are signed for each month that is over and sealed, also for one in which nothing happened', async () => {
    expect(await sign('2026-01-10T00:00:00Z')).toBe(0);
    await writeAt('2026-01-10T00:00:00Z', 3);
    await test.seal();
    await writeAt('2026-01-31T23:59:58Z', 2);
    expect(await sign('2026-01-31T23:59:59Z')).toBe(0);
    expect(await sign('2026-02-01T00:59:00Z')).toBe(0);
    expect(await sign('2026-02-01T01:01:00Z')).toBe(0);
    await test.seal();
    await writeAt('2026-02-01T01:02:00Z', 1);
    await test.seal();
    expect(await sign('2026-02-01T01:03:00Z')).toBe(1);
    expect(await months()).toEqual([['2026-01', '2', '5']]);
    await writeAt('2026-04-02T00:00:00Z', 1);
    await test.seal();
    expect(await sign('2026-04-02T00:00:00Z')).toBe(2);
    expect(await sign('2026-05-01T03:00:00Z')).toBe(1);
    expect(await sign('2026-05-20T03:00:00Z')).toBe(0);
    expect(await months()).toEqual([
      ['2026-01', '2', '5'],
      ['2026-02', '3', '6'],
      ['2026-03', '3', '6'],
      ['2026-04', '4', '7'],
    ]);
    expect(await test.chain.verify()).toMatchObject({ ok: true, checkpoints: 4, sealed: 7, from_checkpoint: null });
    expect(await test.chain.verify({ fromCheckpoint: true })).toMatchObject({ ok: true, sealed: 0, from_checkpoint: '2026-04' });
  });

  it('are signed with a key that follows from the installation’s secret, and no other counts', async () => {
    await writeAt('2026-01-10T00:00:00Z', 3);
    await test.seal();
    await sign('2026-02-02T00:00:00Z');
    const foreign = new LogParts(test.database, test.clock, new KeyRing(Buffer.alloc(32, 9)));
    const { public_key: key } = await test.chain.verify();
    // Neither seals nor entries carry a mark of that installation either, and its key vouches for them.
    const { problems } = await foreign.chain.verify();
    expect(problems.filter(({ kind }) => kind !== 'foreign_entry')).toMatchObject([{ kind: 'foreign_key', message: expect.stringContaining(key) as string }, { kind: 'altered_seal' }]);
    expect(problems.filter(({ kind }) => kind === 'foreign_entry')).toHaveLength(3);
    expect((await foreign.chain.verify({ trustedKeys: [key] })).ok).toBe(true);
  });

  const alarms = async (): Promise<string[]> => (await test.database.query<{ reason: string }>(`select reason from part_failures where part = 'activity_log'`)).map(({ reason }) => reason);

  it.each(['2099-01-01', 'infinity', '2026-02-01'])('go on being signed past a row of somebody else for %s, which the status tells of', async (month) => {
    await writeAt('2026-01-10T00:00:00Z', 3);
    await test.seal();
    await sign('2026-02-02T00:00:00Z');
    expect(await alarms()).toEqual([]);
    await test.owner.query(
      `insert into activity_checkpoints (month, seal_id, last_seq, entries, hash, public_key, signature, created_at)
       select $1, seal_id, last_seq, entries, hash, public_key, signature, created_at from activity_checkpoints`,
      [month],
    );
    await writeAt('2026-03-10T00:00:00Z', 1);
    await test.seal();
    expect(await sign('2026-04-02T00:00:00Z')).toBe(month === '2026-02-01' ? 1 : 2);
    expect((await alarms()).join()).toMatch(/was not signed by this installation/);
    expect((await test.chain.verify()).problems.length).toBeGreaterThan(0);
  });

  it.each([
    ['a seal up to numbers that nobody has drawn', 'id + 1', `${2n ** 62n}`],
    ['a seal of entries that are not its own', 'id + 1', 'last_seq'],
    ['a seal far off', `${2n ** 62n}`, 'last_seq'],
  ])('%s is told of on the status page', async (_what, id, last) => {
    await writeAt('2026-01-10T00:00:00Z', 3);
    await test.seal();
    await test.owner.query(`insert into activity_seals select ${id}, first_seq, ${last}, entries, hash, entry_hashes, sha256(hash), sealed_at from activity_seals`);
    await test.write(2);
    await test.seal();
    expect((await alarms()).join()).toMatch(/does not follow from its entries/);
  });

  it('are not signed twice by two workers', async () => {
    await writeAt('2026-01-10T00:00:00Z', 3);
    await test.seal();
    test.clock.set('2026-03-02T00:00:00Z');
    await Promise.all(Array.from({ length: 4 }, () => new LogParts(test.database, test.clock).checkpoints.signPastMonths()));
    expect((await months()).map(([month]) => month)).toEqual(['2026-01', '2026-02']);
    expect((await test.chain.verify()).ok).toBe(true);
  });
});

describe('retention of six years', () => {
  /** Three months of 2020, each sealed and signed when it was over. */
  const oldLog = async (): Promise<void> => {
    for (const month of [1, 2, 3]) {
      test.clock.set(`2020-0${month}-20T12:00:00Z`);
      await test.write(4);
      test.clock.set(`2020-0${month + 1}-01T02:00:00Z`);
      await test.seal();
      await test.checkpoints.signPastMonths();
    }
    await test.write(2);
    await test.seal();
  };
  const entriesFrom = async (month: string): Promise<number> => {
    const [row] = await test.database.query<{ entries: number }>(
      `select count(*)::int as entries from activity_log where to_char(at at time zone 'UTC', 'YYYY-MM') = $1`,
      [month],
    );
    return row?.entries ?? 0;
  };

  it('is refused to the application by the database', async () => {
    await oldLog();
    test.clock.set('2040-01-01T00:00:00Z');
    await expect(test.retention.prune()).rejects.toThrow(/permission denied for table activity_log/);
    expect(await entriesFrom('2020-01')).toBe(4);
  });

  it('lets go of a month when its last instant is six years ago, not a moment before, and the rest still verifies', async () => {
    await oldLog();
    const owner = await test.asOwner();
    test.clock.set('2026-01-31T23:59:58Z');
    expect(await owner.retention.prune()).toMatchObject({ month: null, entries: 0, seals: 0, report: { ok: true } });
    test.clock.set('2026-02-01T00:00:01Z');
    expect(await owner.retention.prune()).toMatchObject({ month: '2020-01', entries: 4, seals: 1 });
    expect(await owner.retention.prune()).toMatchObject({ month: null, entries: 0 });
    await test.seal();
    expect([await entriesFrom('2020-01'), await entriesFrom('2020-02'), await entriesFrom('2020-03')]).toEqual([0, 4, 4]);
    expect(await test.chain.verify()).toMatchObject({ ok: true, from_checkpoint: '2020-01', sealed: 11, checkpoints: 3, problems: [] });
    expect(await test.database.query(`select details from activity_log where action = 'prune_activity_log'`)).toEqual([{ details: { entries: 4, seals: 1 } }]);
    const [entry] = await test.database.query<{ seq: string }>('select seq from activity_log order by seq limit 1');
    const report = await test.tamper([{ text: `update activity_log set action = 'x' where seq = $1`, values: [entry?.seq] }]);
    expect(report.problems).toMatchObject([{ kind: 'altered_entry', seq: entry?.seq }]);
  });

  it('keeps a whole month for one entry that is younger, whatever month it was signed with', async () => {
    test.clock.set('2020-01-20T12:00:00Z');
    await test.write(2);
    // A seal that began in January and reaches into February: January's checkpoint stands after both.
    test.clock.set('2020-02-01T00:30:00Z');
    await test.write(1);
    await test.seal();
    test.clock.set('2020-02-01T02:00:00Z');
    expect(await test.checkpoints.signPastMonths()).toBe(1);
    await test.write(1);
    await test.seal();
    const owner = await test.asOwner();
    test.clock.set('2026-02-01T00:20:00Z');
    expect(await owner.retention.prune()).toMatchObject({ month: null, entries: 0 });
    test.clock.set('2026-02-01T00:40:00Z');
    expect(await owner.retention.prune()).toMatchObject({ month: '2020-01', entries: 3 });
  });

  it('touches nothing while the log is not in order', async () => {
    await oldLog();
    await test.owner.query(`update activity_log set action = 'x' where seq = 2`);
    test.clock.set('2040-01-01T00:00:00Z');
    const owner = await test.asOwner();
    expect(await owner.retention.prune()).toMatchObject({ month: null, entries: 0, report: { ok: false } });
    expect(await entriesFrom('2020-01')).toBe(4);
  });

  it('is missed when somebody else takes the beginning away too early', async () => {
    await oldLog();
    const [checkpoint] = await test.checkpointRows.listCheckpoints(test.database);
    const report = await test.tamper([
      { text: 'delete from activity_log where seq <= $1', values: [String(checkpoint?.last_seq)] },
      { text: 'delete from activity_seals where id <= $1', values: [String(checkpoint?.seal_id)] },
    ]);
    expect(report.problems).toMatchObject([{ kind: 'removed_too_early', message: expect.stringContaining('2020-01') as string }]);
  });
});

describe('npm run audit:verify', () => {
  const command = (...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> => {
    const backend = join(__dirname, '../..');
    const env = {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PUBLIC_URL: 'https://attune.example',
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATABASE_URL: test.testDatabase.url,
      MIGRATION_DATABASE_URL: test.testDatabase.ownerUrl,
      ENCRYPTION_KEYS: `test:${TEST_KEY.toString('base64')}`,
    };
    const script = ['--require', join(__dirname, '../harness/outbox-typescript.cjs'), join(backend, 'src', 'main.audit.ts')];
    return new Promise((resolve) => {
      execFile(process.execPath, [...script, ...args], { cwd: backend, env }, (error, stdout, stderr) => {
        resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
      });
    });
  };

  it('says in sentences or in JSON how the log is, and tells by its exit code', async () => {
    await test.write(3);
    await test.seal();
    const good = await command('verify');
    expect(good).toMatchObject({ code: 0, stderr: '' });
    const [seal] = await test.seals.listSealsAfter(test.database, 0n, 1);
    const { public_key: key } = await test.chain.verify();
    expect(good.stdout.split('\n')).toEqual([
      'The activity log is in order.',
      '  Checked from    the first entry',
      '  Entries         3 entries: 3 sealed, 0 not sealed yet',
      '  Seals           1 seal',
      '  Checkpoints     0 signed months verified',
      `  Public key      ${key} (SHA-256)`,
      `  Newest seal     1, up to entry 3: ${seal?.hash.toString('hex')}`,
      '',
    ]);

    const evil = '\u001b[2Jlogin\nThe activity log is in order.';
    await test.owner.query({ text: 'update activity_log set action = $1, subject_type = $1 where seq = 2', values: [evil] });
    const [entry] = await test.database.query<{ id: string }>('select id from activity_log where seq = 2');
    const bad = await command('verify', '--json');
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ ok: false, entries: 3, problems: [{ kind: 'altered_entry', seq: '2', id: entry?.id, seal: '1' }] });
    const badText = await command('verify');
    expect(badText.code).toBe(1);
    expect(badText.stdout).toContain('The activity log is NOT in order: 1 problem.');
    expect(badText.stdout).toMatch(new RegExp(`- Entry 2 \\(${entry?.id}, \\d{4}-[^)]+Z\\) was altered after it was sealed by seal 1\\.`));
    expect(badText.stdout).not.toContain('login');
    expect((await command('prune')).stdout).toContain('Nothing was removed.');
  });

  it('explains itself when it is not understood, and does not take a missing database for a bad log', async () => {
    for (const args of [[], ['verfy'], ['verify', '--fast'], ['verify', 'now']]) expect(await command(...args)).toMatchObject({ code: 2, stdout: '' });
    expect(await command('prune', '--json')).toMatchObject({ code: 0 });
    await test.database.query('select 1');
    await test.owner.query('alter table activity_seals rename to gone');
    expect(await command('verify')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('could not be checked') as string });
    await test.owner.query('alter table gone rename to activity_seals');
  }, 180_000);
});
