import { Injectable, Logger } from '@nestjs/common';
import { Database, Queryable, Statement, statement } from '../database/database';
import { ClosedValue, ColumnCipher } from './column-cipher';
import { KeyRing } from './key-ring';
import { ownerText, Ownership } from './sealed';
import { equalInConstantTime } from './tokens';

/** What a row is selected with to see whether the product made it as it is. */
export interface Marked {
  mark: Buffer | null;
  /** The columns that the mark is about, as texts. */
  marked: (string | null)[];
}

type Texts = readonly (string | null)[];

interface SealedRow extends Marked {
  id: string;
  texts_mark: Buffer | null;
  owner: string[] | null;
  texts: (Buffer | null)[];
}

const markings = new Map<string, Marking>();

/** For readers in other domains, which know the table and not its columns. */
export function markingOf(table: string): Marking {
  const found = markings.get(table);
  if (!found) throw new Error(`The rows of ${table} carry no mark.`);
  return found;
}

export function hasMarking(table: string): boolean {
  return markings.has(table);
}

/**
 * What makes the rows of a table what they are: columns, in the column `mark`, and the texts that are sealed in it, in `texts_mark`. That one
 * holds what they say, so a rotation of keys changes neither.
 */
export class Marking {
  /** Rows with what they are marked by. $1: their ids */
  readonly marksOf: Statement<Marked & { id: string }>;
  /** Each row with everything that is checked of it, in the order of their ids. $1: after which one, $2: how many, $3: of which ones, or null */
  readonly page: Statement<SealedRow>;
  /** $1: ids, $2: marks, $3: those of the texts, or null where they stay */
  readonly store: Statement;

  constructor(
    readonly table: string,
    private readonly columns: readonly string[],
    /** Whose the sealed texts are, and which columns those are. */
    readonly sealed?: { owner: Ownership; texts: readonly string[] },
  ) {
    const texts = sealed ? `array[${sealed.texts.map((column) => `${table}.${column}`).join(', ')}]::bytea[]` : 'array[]::bytea[]';
    const textsMark = sealed ? `${table}.texts_mark` : 'null::bytea as texts_mark';
    this.marksOf = statement<Marked & { id: string }>(`${table}-marks`, `select id, ${this.select()} from ${table} where id = any($1::uuid[])`);
    this.page = statement<SealedRow>(`${table}-marked`, `select ${table}.id, ${this.select()}, ${textsMark}, ${sealed?.owner.sql ?? 'null::text[]'} as owner, ${texts} as texts
         from ${table} where ${table}.id > $1 and ($3::uuid[] is null or ${table}.id = any($3::uuid[])) order by ${table}.id limit $2`);
    markings.set(table, this);
    this.store = statement(`${table}-mark`, `update ${table} r set mark = v.mark${sealed ? ', texts_mark = coalesce(v.texts_mark, r.texts_mark)' : ''}
         from unnest($1::uuid[], $2::bytea[], $3::bytea[]) as v (id, mark, texts_mark) where r.id = v.id`);
  }

  /** {@link Marked} as a select list. @param row the table's name in the statement */
  select(row = this.table): string {
    const columns = [...this.columns, ...(this.sealed ? ['texts_mark'] : [])];
    return `${row}.mark, array[${columns.map((column) => asText(row, column)).join(', ')}] as marked`;
  }

  /** Texts by their columns, in the order of the marking. */
  textsOf(texts: Readonly<Record<string, string | null | undefined>>): Texts {
    return (this.sealed?.texts ?? []).map((column) => texts[column] ?? null);
  }
}

/** The same text whatever zone or style a connection has. */
function asText(row: string, column: string): string {
  if (column.endsWith('_at')) return `extract(epoch from ${row}.${column})::text`;
  if (column.endsWith('_date')) return `to_char(${row}.${column}, 'YYYY-MM-DD')`;
  return /(mark|_hash)$/.test(column) ? `encode(${row}.${column}, 'hex')` : `${row}.${column}::text`;
}

/** Rows that are read at once; of those with texts so few that long ones take no statement past its time, and nobody else's turn. */
const PER_PAGE = 200;
const TEXTS_PER_PAGE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Marks rows that only the product may make: whoever can only write the table changes none of them unseen. */
@Injectable()
export class RowMarks {
  private readonly logger = new Logger('marked rows');

  constructor(
    private readonly database: Database,
    private readonly keys: KeyRing,
    private readonly cipher: ColumnCipher,
  ) {}

  /** For a row that is about to be written. @param values its columns, as texts */
  markOf({ table }: Marking, values: Texts): Buffer {
    return this.keys.mark(table, values);
  }

  /** What stands for the texts of a row. @param texts in the order of the marking */
  textsMarkOf({ table }: Marking, id: string, texts: Texts): Buffer {
    return this.keys.digest(`texts of ${table}`, JSON.stringify([id, ...texts]));
  }

  isOurs(marking: Marking, { mark, marked }: Marked): boolean {
    return mark !== null && equalInConstantTime(mark, this.markOf(marking, marked));
  }

  /** The same for who shows rows to others than their owner: whoever runs the installation reads of it. */
  accepts(marking: Marking, row: Marked & { id: string }): boolean {
    const isOurs = this.isOurs(marking, row);
    if (!isOurs) this.logger.error(`The row ${row.id} of ${marking.table} is not as the product wrote it, so it is not shown.`);
    return isOurs;
  }

  /** Whether texts are those that the product sealed last. @param textsMark null in rows of before there were marks */
  fits(marking: Marking, id: string, texts: Texts, textsMark: Buffer | null): boolean {
    return textsMark === null || equalInConstantTime(textsMark, this.textsMarkOf(marking, id, texts));
  }

  /** For rows that this transaction has just written: of a row that was not ours before, whoever changed it would be vouched for. */
  async renew(marking: Marking, ids: readonly string[], on: Queryable): Promise<void> {
    if (ids.length === 0) return;
    const rows = await on.query(marking.marksOf, [ids]);
    await this.store(marking, rows.map((row) => ({ id: row.id, mark: this.markOf(marking, row.marked), textsMark: null })), on);
  }

  /** For rows that are there with their texts. @returns how many; one that does not open is nobody's */
  async vouch(marking: Marking, on: Queryable, ids?: readonly string[]): Promise<number> {
    let vouched = 0;
    for await (const page of this.pages(marking, on, ids)) {
      const marks = page.flatMap((row) => {
        if (row.mark !== null) return [];
        const texts = this.opened(marking, row);
        if (!texts) return [];
        const textsMark = marking.sealed ? this.textsMarkOf(marking, row.id, texts) : null;
        const marked = textsMark ? [...row.marked.slice(0, -1), textsMark.toString('hex')] : row.marked;
        return [{ id: row.id, mark: this.markOf(marking, marked), textsMark }];
      });
      await this.store(marking, marks, on);
      vouched += marks.length;
    }
    return vouched;
  }

  /** Rows that are not as the product wrote them, of these or of all. */
  async listForeign(marking: Marking, ids?: readonly string[]): Promise<string[]> {
    const foreign: string[] = [];
    for await (const page of this.pages(marking, this.database, ids)) {
      for (const row of page) {
        const texts = this.opened(marking, row);
        const isOurs = texts !== undefined && this.isOurs(marking, row) && this.fits(marking, row.id, texts, row.texts_mark);
        if (!isOurs) foreign.push(row.id);
      }
    }
    return foreign;
  }

  private async store({ store }: Marking, rows: readonly { id: string; mark: Buffer; textsMark: Buffer | null }[], on: Queryable): Promise<void> {
    if (rows.length === 0) return;
    await on.query(store, [
      rows.map(({ id }) => id),
      rows.map(({ mark }) => mark),
      rows.map((row) => row.textsMark),
    ]);
  }

  /** @returns undefined where one does not open */
  private opened({ table, sealed }: Marking, { id, owner, texts }: SealedRow): Texts | undefined {
    if (!sealed) return [];
    try {
      return texts.map((value, index) => (value === null || value.length === 0 ? null : this.cipher.decrypt(value, { table, column: sealed.texts[index] as string, rowId: id, ...(owner && { owner: ownerText(owner) }) })));
    } catch (error) {
      if (error instanceof ClosedValue) return undefined;
      throw error;
    }
  }

  private async *pages(marking: Marking, on: Queryable, ids?: readonly string[]): AsyncGenerator<SealedRow[]> {
    const perPage = marking.sealed ? TEXTS_PER_PAGE : PER_PAGE;
    let page: SealedRow[] = [];
    do {
      page = await on.query(marking.page, [page.at(-1)?.id ?? FIRST_ID, perPage, ids ?? null]);
      yield page;
    } while (page.length === perPage);
  }
}
