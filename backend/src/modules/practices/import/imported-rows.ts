import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { hasMarking, markingOf, RowMarks } from '../../../common/crypto/row-marks';
import type { Queryable } from '../../../common/database/database';
import { DomainError } from '../../../common/errors/domain-error';
import type { ComingPractice } from '../../../common/practices/coming-practice';
import { FINISHES, MAKES } from '../../../common/practices/parts';
import { PracticeRow, PracticeRows, PracticeTable } from '../../../common/practices/practice-rows';
import { PracticeWriter } from '../../../common/practices/practice-writer';
import { decoratedMethods } from '../../../common/process/decorated-methods';
import type { Work } from '../../../common/work/work';
import * as messages from '../messages';
import type { GivenRow } from './given-json';

const WRITTEN_AT_ONCE = 200;
/** Of plain text: long notes come a few at a time. */
const CHARACTERS_AT_ONCE = 4_000_000;
const MARKED_AT_ONCE = 500;

/** $1: names of tables. Which columns refer to which, of one table each. */
const REFERENCES = `select c.conrelid::regclass::text as child, c.confrelid::regclass::text as parent,
    (select array_agg(a.attname order by k.n) from unnest(c.conkey) with ordinality k (num, n) join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num)::text[] as columns,
    (select array_agg(a.attname order by k.n) from unnest(c.confkey) with ordinality k (num, n) join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num)::text[] as keys
  from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conrelid::regclass::text = any($1) and c.confrelid::regclass::text = any($1)`;

/** SQL: whether this transaction has written a row. */
const IS_NEW = 'xmin = pg_current_xact_id()::xid';

type Makes = (row: PracticeRow, coming: ComingPractice, work: Work) => Promise<PracticeRow | undefined>;

/** A row that the database, or who makes it, did not take. */
export class RowRefused extends Error {
  constructor(
    readonly table: string,
    readonly reason: unknown,
  ) {
    super(`A row of ${table} was not taken.`);
  }
}

/** The rows of a practice that comes in, as this installation has them: sealed and marked by its own keys. */
@Injectable()
export class ImportedRows {
  constructor(
    private readonly rows: PracticeRows,
    private readonly writer: PracticeWriter,
    private readonly marks: RowMarks,
    private readonly discovery: DiscoveryService,
  ) {}

  /**
   * @param given in an order in which they can be written
   * @returns how many were written, by their tables
   * @throws RowRefused; DomainError rule for rows that are not the practice's
   */
  async write(given: AsyncIterable<GivenRow>, coming: ComingPractice, work: Work, tell: (part: string) => void): Promise<Record<string, number>> {
    const makers = new Map(decoratedMethods<string>(this.discovery, MAKES).map(({ meaning, call }) => [meaning, call as unknown as Makes]));
    const written: Record<string, number> = {};
    const waiting: PracticeRow[] = [];
    let [current, characters] = ['', 0];
    const flush = async (): Promise<void> => {
      if (waiting.length > 0) await this.put(current, waiting.splice(0), work, written);
      characters = 0;
    };
    for await (const { table, row } of given) {
      if (table !== current) {
        await flush();
        await this.putAdded(current, coming, work, written);
        tell(table);
        current = table;
      }
      const made = await this.made(table, row, makers.get(table), coming, work);
      if (!made) continue;
      waiting.push(made);
      characters += lengthOf(made);
      if (waiting.length >= WRITTEN_AT_ONCE || characters >= CHARACTERS_AT_ONCE) await flush();
    }
    await flush();
    await this.putAdded(current, coming, work, written);
    await this.assertItsOwn(coming.therapistId, written, work.tx);
    const finishes = decoratedMethods<number>(this.discovery, FINISHES).sort((one, other) => one.meaning - other.meaning);
    for (const { call } of finishes) await call(coming, work);
    await this.mark(coming.therapistId, work.tx);
    return written;
  }

  private async made(table: string, row: PracticeRow, make: Makes | undefined, coming: ComingPractice, work: Work): Promise<PracticeRow | undefined> {
    const { columns } = this.rows.tables().get(table) as PracticeTable;
    const ids = columns.filter(({ type }) => type === 'uuid').map(({ name }) => name);
    let made: PracticeRow | undefined;
    if (!ids.some((name) => coming.gone.has(String(row[name])))) {
      const here = { ...row, ...Object.fromEntries(ids.flatMap((name) => (coming.renamed.has(String(row[name])) ? [[name, coming.renamed.get(String(row[name]))]] : []))) };
      made = make ? await make(here, coming, work) : here;
      if (made) return made;
    }
    if (typeof row['id'] === 'string') coming.gone.add(row['id']);
    return undefined;
  }

  /** What is in no export stands behind what it belongs to. */
  private async putAdded(after: string, coming: ComingPractice, work: Work, written: Record<string, number>): Promise<void> {
    for (const { name, claim } of this.rows.tables().values()) {
      const added = claim.importedAfter === after ? coming.added(name) : [];
      for (let from = 0; from < added.length; from += WRITTEN_AT_ONCE) await this.put(name, added.slice(from, from + WRITTEN_AT_ONCE), work, written);
    }
  }

  private async put(name: string, rows: readonly PracticeRow[], { tx }: Work, written: Record<string, number>): Promise<void> {
    try {
      await this.writer.write(this.rows.tables().get(name) as PracticeTable, rows, tx);
    } catch (error) {
      throw new RowRefused(name, error);
    }
    written[name] = (written[name] ?? 0) + rows.length;
  }

  private async mark(therapistId: string, tx: Queryable): Promise<void> {
    for (const { name, condition } of this.rows.tables().values()) {
      if (!hasMarking(name)) continue;
      const text = `select id from "${name}" where ${condition} order by id`;
      const found = await tx.query<{ id: string }>(text, [therapistId]);
      const ids = found.map(({ id }) => id);
      for (let from = 0; from < ids.length; from += MARKED_AT_ONCE) await this.marks.vouch(markingOf(name), tx, ids.slice(from, from + MARKED_AT_ONCE));
    }
  }

  /** Nothing was written for anybody else, nothing that was here before is the practice's by it, and nothing of it belongs to what is somebody else's. */
  private async assertItsOwn(therapistId: string, written: Readonly<Record<string, number>>, tx: Queryable): Promise<void> {
    const tables = this.rows.tables();
    for (const { name, claim, condition } of tables.values()) {
      if (claim.stays !== undefined) continue;
      const text = `select count(*) filter (where ${IS_NEW})::int as come, count(*) filter (where not ${IS_NEW})::int as there from "${name}" where ${condition}`;
      const [row] = await tx.query<{ come: number; there: number }>(text, [therapistId]);
      const isOwn = written[name] === undefined || row?.come === written[name];
      if (!isOwn || (row?.there !== 0 && claim.isShared !== true)) throw new DomainError('rule', messages.notItsOwn(name));
    }
    const references = await tx.query<{ child: string; parent: string; columns: string[]; keys: string[] }>(REFERENCES, [[...tables.keys()]]);
    for (const { child, parent, columns, keys } of references.filter((each) => (written[each.child] ?? 0) > 0)) {
      const own = `select ${keys.map((key, index) => `"${key}" as k${index}`).join(', ')} from "${parent}" where ${tables.get(parent)?.condition}`;
      const same = columns.map((column, index) => `o.k${index} = "${child}"."${column}"`).join(' and ');
      const whole = columns.map((column) => `"${child}"."${column}" is not null`).join(' and ');
      const text = `select 1 as found from "${child}" left join (${own}) o on ${same} where ${tables.get(child)?.condition} and ${whole} and o.k0 is null limit 1`;
      if ((await tx.query(text, [therapistId])).length > 0) throw new DomainError('rule', messages.notItsOwn(child));
    }
  }
}

function lengthOf(row: PracticeRow): number {
  return Object.values(row).reduce<number>((total, value) => total + (typeof value === 'string' ? value.length : 8), 0);
}
