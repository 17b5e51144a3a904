import { DiscoveryService } from '@nestjs/core';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { Actor } from '../../src/common/access/actor';
import { KeyRing } from '../../src/common/crypto/key-ring';
import { Database, newId, Queryable, Statement } from '../../src/common/database/database';
import { applicationDataSource } from '../../src/common/database/database.module';
import { withStatedSettings } from '../../src/config/stated-settings';
import { PartFailures } from '../../src/common/health/part-failures';
import { Outbox } from '../../src/common/jobs/outbox.service';
import { Metrics } from '../../src/common/metrics/metrics';
import { Activity, DomainEvents, Works } from '../../src/common/work/work';
import { AppConfig } from '../../src/config/app-config';
import { ActivityLog } from '../../src/modules/activity-log/activity-log.service';
import { ActivityRecurrenceRepository } from '../../src/modules/activity-log/activity-recurrence.repository';
import { EntryMarks, markOf } from '../../src/modules/activity-log/entry-marks.service';
import { ActivityCheckpoint, ActivityLogEntry, ActivitySeal } from '../../src/modules/activity-log/activity.entity';
import { ChainReport } from '../../src/modules/activity-log/chain/chain-report';
import { ActivityAudit, Adoptions } from '../../src/modules/activity-log/chain/audit.service';
import { WrittenEntries } from '../../src/modules/activity-log/written-entries';
import { ActivityChain } from '../../src/modules/activity-log/chain/chain.service';
import { ActivityCheckpointRepository } from '../../src/modules/activity-log/chain/checkpoint.repository';
import { ActivityCheckpoints } from '../../src/modules/activity-log/chain/checkpoints.service';
import { ActivityRetention } from '../../src/modules/activity-log/chain/retention.service';
import { SealMemory } from '../../src/modules/activity-log/chain/seal-memory';
import { ActivitySealRepository } from '../../src/modules/activity-log/chain/seal.repository';
import { ActivitySealer, SealingRun } from '../../src/modules/activity-log/chain/sealer.service';
import { ActivityWitness } from '../../src/modules/activity-log/chain/witness.service';
import type { TestApp } from './test-app';
import { TestClock } from './test-clock';
import { createTestDatabase, TestDatabase } from './test-database';

export const TEST_KEY = createHash('sha256').update('the activity log of a test').digest();

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** The log's own parts, as one role of the database sees them. */
export class LogParts {
  readonly log: ActivityLog;
  readonly seals: ActivitySealRepository;
  readonly sealer: ActivitySealer;
  readonly checkpointRows = new ActivityCheckpointRepository();
  readonly checkpoints: ActivityCheckpoints;
  readonly chain: ActivityChain;
  readonly retention: ActivityRetention;
  readonly adoptions: Adoptions;

  /** @param dataDir where the newest seal is remembered */
  constructor(database: Database, clock: TestClock, keys = new KeyRing(TEST_KEY), dataDir = join(tmpdir(), `attune-seals-${newId()}`)) {
    folders.push(dataDir);
    const witness = new ActivityWitness({ logLevel: 'silent' } as AppConfig, new PartFailures(database));
    this.log = new ActivityLog(keys, clock, new ActivityRecurrenceRepository(keys), new WrittenEntries(), new Metrics({ metrics: {} } as AppConfig, {} as DiscoveryService, database, 'command'));
    const works = new Works(database, clock, this.log, new Outbox(), new DomainEvents({} as DiscoveryService));
    this.seals = new ActivitySealRepository(database, keys);
    this.checkpoints = new ActivityCheckpoints(works, this.checkpointRows, keys, witness);
    this.sealer = new ActivitySealer(works, this.seals, this.checkpoints, witness, new SealMemory({ dataDir } as AppConfig, this.seals));
    const marks = new EntryMarks(keys);
    this.adoptions = new Adoptions(works, marks);
    this.chain = new ActivityChain(works, this.seals, this.checkpointRows, this.checkpoints, marks);
    this.retention = new ActivityRetention(works, this.checkpointRows, this.chain);
  }
}

/** A log of its own: the application's parts, and the owner's connection, who can do anything to it. */
export interface TestLog extends LogParts {
  testDatabase: TestDatabase;
  database: Database;
  clock: TestClock;
  owner: Client;
  /** The same parts with the owner's rights. */
  asOwner(): Promise<LogParts>;
  /** Another worker's sealer. */
  anotherSealer(): ActivitySealer;
  write(count: number, activity?: Activity): Promise<void>;
  /** Seals all there is, however long other people's transactions take. */
  seal(): Promise<SealingRun>;
  /** Lets the owner do something to the log, checks it, and undoes what was done. */
  tamper(statements: readonly (string | { text: string; values: unknown[] })[]): Promise<ChainReport>;
  close(): Promise<void>;
}

const CLIENT = '0192d3a4-1111-7000-8000-00000000000';

export function someone(): Actor {
  return { type: 'therapist', id: newId(), sessionId: newId(), address: '203.0.113.9' };
}

/** An entry with something in every column. */
export function someActivity(number = 0): Activity {
  const clientIds = [`${CLIENT}${number % 10}`, `${CLIENT}${(number + 1) % 10}`];
  return { action: 'read_client', subjectType: 'client', subjectId: newId(), clientIds, details: { fields: ['name', 'phone'], rows: number % 7 } };
}

async function connect(url: string): Promise<DataSource> {
  return new DataSource({ ...applicationDataSource(withStatedSettings(url), 20), entities: [ActivityLogEntry, ActivitySeal, ActivityCheckpoint] }).initialize();
}

export async function startTestLog(): Promise<TestLog> {
  const testDatabase = await createTestDatabase();
  const source = await connect(testDatabase.url);
  const sources = [source];
  const owner = new Client({ connectionString: testDatabase.ownerUrl });
  await owner.connect();
  // The secret is the oldest key's bytes, as these parts have it.
  await owner.query(`update installation_secret set key_id = 'the oldest key'`);
  const database = new Database(source);
  const clock = new TestClock();
  const parts = new LogParts(database, clock);
  const run = async (): Promise<SealingRun> => {
    for (let round = 0; round < 5; round += 1) {
      const done = await parts.sealer.run(20_000);
      if (done.complete) return done;
    }
    throw new Error('somebody’s transaction on this server does not end');
  };
  return Object.assign(parts, {
    testDatabase,
    database,
    clock,
    owner,
    asOwner: async () => {
      const ownerSource = await connect(testDatabase.ownerUrl);
      sources.push(ownerSource);
      return new LogParts(new Database(ownerSource), clock);
    },
    anotherSealer: () => new LogParts(database, clock).sealer,
    write: async (count: number, activity?: Activity) => {
      for (let index = 0; index < count; index += 1) await parts.log.record(database, someone(), activity ?? someActivity(index));
    },
    seal: run,
    tamper: async (statements: readonly (string | { text: string; values: unknown[] })[]) => {
      await owner.query('begin isolation level repeatable read');
      try {
        for (const statement of statements) {
          const { rowCount } = await owner.query(statement as string);
          if (rowCount === 0) throw new Error(`nothing was touched by ${JSON.stringify(statement)}`);
        }
        return await new LogParts(inOpenTransaction(owner), clock).chain.verify();
      } finally {
        await owner.query('rollback');
      }
    },
    close: async () => {
      await owner.end();
      await Promise.all(sources.map((each) => each.destroy()));
      await testDatabase.drop();
    },
  });
}

/** A connection with its own, longer transaction in the shape of the application's database. */
function inOpenTransaction(client: Client): Database {
  const tx: Pick<Queryable, 'query'> = {
    query: async <Row>(statement: Statement | string, values: readonly unknown[] = []): Promise<Row[]> => {
      const text = typeof statement === 'string' ? statement : statement.text;
      return (await client.query(text, [...values])).rows as Row[];
    },
  };
  return { ...tx, transaction: <T>(work: (inside: Queryable) => Promise<T>) => work(tx as Queryable) } as unknown as Database;
}

/** The same random numbers at each run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Planted extends Pick<ActivityLogEntry, 'action' | 'actor_type'>, Partial<Pick<ActivityLogEntry, 'actor_id' | 'subject_type' | 'subject_id'>> {
  client_ids?: readonly string[];
  /** Microseconds since 1970. */
  at?: string;
}

/** Writes entries as the product would have, many at once. */
export async function plantEntries(test: Pick<TestApp, 'app' | 'database' | 'clock'>, entries: readonly Planted[]): Promise<void> {
  const keys = test.app.get(KeyRing);
  const rows = entries.map(({ action, actor_type, actor_id = null, subject_type = null, subject_id = null, client_ids = null, at = `${test.clock.now().getTime()}000` }) => {
    const entry = { id: newId(), at, action, actor_type, actor_id, session_id: null, subject_type, subject_id, client_ids: client_ids && `{${client_ids.join(',')}}`, address_hash: null, details: '{}' };
    return { ...entry, mark: markOf(keys, entry).toString('hex') };
  });
  await test.database.query(
    `insert into activity_log (id, at, action, actor_type, actor_id, subject_type, subject_id, client_ids, mark)
     select id, timestamptz 'epoch' + at * interval '1 microsecond', action, actor_type, actor_id, subject_type, subject_id, client_ids::uuid[], decode(mark, 'hex')
     from json_to_recordset($1) as e (id uuid, at bigint, action text, actor_type text, actor_id uuid, subject_type text, subject_id uuid, client_ids text, mark text)`,
    [JSON.stringify(rows)],
  );
}

/** What `audit:verify` names: the kind of trouble, and the row. */
export interface AuditedProblem {
  kind: string;
  id: string | undefined;
}

/** Seals the log and checks it with everything that domains check, as `audit:verify` does. */
export async function auditProblems(test: TestApp): Promise<AuditedProblem[]> {
  const log = new LogParts(test.database, test.clock, test.app.get(KeyRing));
  await log.sealer.run(20_000);
  const report = await new ActivityAudit(log.chain, test.app.get(DiscoveryService)).verify({});
  expect(report.ok).toBe(report.problems.length === 0);
  return report.problems.map(({ kind, id }) => ({ kind, id }));
}
