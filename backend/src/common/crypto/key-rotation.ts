import { Injectable } from '@nestjs/common';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { SYSTEM_ACTOR } from '../access/actor';
import { Database, Queryable, statement } from '../database/database';
import { Works } from '../work/work';
import { ColumnCipher, headerOf } from './column-cipher';
import { EncryptionKeys, KeyProblem } from './encryption-keys';
import { InstallationSecret } from './installation-secret';
import { ownerText, SEALING_ANEW } from './sealed';
import { SealedTable, sealedTables } from './sealed-table';

/** Between two batches the others have the database for themselves as long as the batch took. */
const LONGEST_PAUSE_MS = 500;
/** What another process wrote meanwhile under an older key is found by the next round. */
const ROUNDS = 10;
const BETWEEN_ROUNDS_MS = 1_000;
/** Longer than the application lets a transaction live. */
const WAIT_FOR_WRITERS_MS = 20_000;
const LOOK_EVERY_MS = 200;

/** As long as a rotation takes, not as long as a request may. */
const TAKE_TIME = statement<{ set_config: string }>('key-rotation-takes-time', `select set_config(name, '0', true) from pg_settings where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`);
/** Its transaction changes nothing, so that no rotation waits for it as for a writer. */
const ALONE = statement<{ mine: boolean }>('rotation-alone', `select pg_try_advisory_xact_lock(hashtext('attune:key-rotation')) as mine`);
const BEGINNING = statement<{ transaction_id: string }>('rotation-beginning', 'select pg_current_xact_id()::text as transaction_id');
const ENDED = statement<{ ended: boolean }>('rotation-ended', 'select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as ended');

export interface RotatedTable {
  table: string;
  /** How many rows were encrypted anew. */
  rows: number;
}

/** What a rotation came to. */
export interface Rotation {
  /** The id of the key that everything is encrypted under now. */
  key: string;
  rows: number;
  /** Values, `table.column`, that do not open with the key they name; they were left as they are. */
  unreadable: ReadonlyMap<string, number>;
  /** Older keys that values are still encrypted under, and how many. */
  inUse: ReadonlyMap<string, number>;
  /** Older keys that nothing is encrypted under: they may be dropped. */
  unused: readonly string[];
}

interface SealedRow {
  key: string[];
  row_id: string;
}

type FoundRow = SealedRow & Record<string, Buffer | string[] | null>;

/**
 * Encrypts every encrypted column anew under the current key, a few rows at a time, while the product works; values of before there were
 * owners are bound to theirs. It can be stopped at any moment:
 * the next run goes on, since each value names its key. Nothing that follows from the installation's secret changes.
 */
@Injectable()
export class KeyRotation {
  constructor(
    private readonly source: DataSource,
    private readonly database: Database,
    private readonly keys: EncryptionKeys,
    private readonly cipher: ColumnCipher,
    private readonly secret: InstallationSecret,
    private readonly works: Works,
  ) {}

  /** @param batchDone called after each batch that changed something. @throws KeyProblem while another one is running: each would make a key */
  async rotate(batchDone: (batch: RotatedTable) => void = () => undefined): Promise<Rotation> {
    return this.database.transaction(async (tx) => {
      // It does nothing but hold the lock, however long that takes.
      await tx.query(TAKE_TIME);
      const [lock] = await tx.query(ALONE);
      if (!lock?.mine) throw new KeyProblem('Another rotation is running. Wait until it has ended; it does all that is to be done.');
      return this.rotateAlone(batchDone);
    });
  }

  private async rotateAlone(batchDone: (batch: RotatedTable) => void): Promise<Rotation> {
    // More than one key in use is a rotation that was not finished.
    if ((await this.secret.listKeys()).length === 1 && (await this.keys.renew())) await this.secret.open();
    const key = this.keys.current.id;
    const tables = sealedTables(this.source);
    const settled = await this.writersEnded();
    const unreadable = new Map<string, number>();
    let rows = 0;
    let waiting = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round > 0) await pause(BETWEEN_ROUNDS_MS);
      unreadable.clear();
      for (const table of tables) rows += await this.rotateTable(table, unreadable, batchDone);
      waiting = await this.countOlder(tables);
      if (sum(waiting) <= sum(unreadable)) break;
    }
    const inUse = new Map([...waiting].filter(([id]) => id !== key));
    const unused = settled ? this.keys.all.map(({ id }) => id).filter((id) => id !== key && !inUse.has(id)) : [];
    await this.secret.release(unused);
    if (rows > 0) await this.works.record(SYSTEM_ACTOR, { action: 'rotate_keys', details: { rows } });
    return { key, rows, unreadable, inUse, unused };
  }

  /** Waits for whoever began before and may have encrypted under an older key. @returns false when they take too long */
  private async writersEnded(): Promise<boolean> {
    const [beginning] = await this.database.query(BEGINNING);
    const until = performance.now() + WAIT_FOR_WRITERS_MS;
    for (;;) {
      const [row] = await this.database.query(ENDED, [beginning?.transaction_id]);
      if (row?.ended) return true;
      if (performance.now() >= until) return false;
      await pause(LOOK_EVERY_MS);
    }
  }

  private async rotateTable(table: SealedTable, unreadable: Map<string, number>, batchDone: (batch: RotatedTable) => void): Promise<number> {
    let rows = 0;
    let last: string[] | undefined;
    do {
      const startedAt = performance.now();
      const batch = await this.database.transaction((tx) => this.rotateBatch(table, last, unreadable, tx));
      last = batch.last;
      rows += batch.rows;
      if (batch.rows > 0) batchDone({ table: table.name, rows: batch.rows });
      if (last) await pause(Math.min(performance.now() - startedAt, LONGEST_PAUSE_MS));
    } while (last);
    return rows;
  }

  /** @returns the key of the last row that was looked at; undefined at the end of the table */
  private async rotateBatch(table: SealedTable, after: string[] | undefined, unreadable: Map<string, number>, tx: Queryable): Promise<{ last: string[] | undefined; rows: number }> {
    // Where most is done already, the next rows may be far down the table.
    await tx.query('set local statement_timeout = 0');
    await tx.query(SEALING_ANEW);
    const found = await tx.query<FoundRow>(table.batch(after === undefined), [...this.headers(), ...(after ?? [])]);
    let rows = 0;
    for (const row of found) {
      const anew = this.sealAnew(table, row, unreadable);
      if (anew.size === 0) continue;
      await tx.query(table.replace([...anew.keys()]), [...row.key, ...anew.values()]);
      rows += 1;
    }
    return { last: found.at(-1)?.key, rows };
  }

  private sealAnew({ name: table, columns }: SealedTable, row: FoundRow, unreadable: Map<string, number>): Map<string, Buffer> {
    const [plain, owned] = this.headers();
    const anew = new Map<string, Buffer>();
    for (const { name: column, owner } of columns) {
      const current = owner ? owned : plain;
      const value = row[column] as Buffer | null;
      if (!value || value.length === 0 || value.subarray(0, current.length).equals(current)) continue;
      const place = { table, column, rowId: row.row_id, ...(owner && { owner: ownerText(row[`owner of ${column}`] as string[]) }) };
      try {
        anew.set(column, this.cipher.encrypt(this.cipher.decrypt(value, place), place));
      } catch {
        add(unreadable, `${table}.${column}`, 1);
      }
    }
    return anew;
  }

  /** What values begin with now: those without and those with an owner. */
  private headers(): [Buffer, Buffer] {
    const { id } = this.keys.current;
    return [headerOf(id, false), headerOf(id, true)];
  }

  private async countOlder(tables: readonly SealedTable[]): Promise<Map<string, number>> {
    const older = new Map<string, number>();
    for (const table of tables) {
      for (const column of table.columns) {
        const counted = await this.database.transaction(async (tx) => {
          await tx.query('set local statement_timeout = 0');
          return tx.query<{ key_id: string; values: number }>(table.count(column), this.headers());
        });
        for (const { key_id, values } of counted) add(older, key_id, values);
      }
    }
    return older;
  }
}

function add(counts: Map<string, number>, name: string, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((total, count) => total + count, 0);
}
