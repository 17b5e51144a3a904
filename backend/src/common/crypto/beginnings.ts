import { Injectable } from '@nestjs/common';
import { Database, Statement, statement } from '../database/database';
import { ColumnCipher } from './column-cipher';
import { Ownership, OwnerValue } from './sealed';

interface BeginningRow {
  id: string;
  texts_mark: Buffer | null;
}

type Owned<Column extends string> = Readonly<Record<Column, OwnerValue>> & BeginningRow;

/**
 * What lists show of a row's long texts: one small value in its column `beginning`, so that a list opens none of them. The owner has the mark of
 * the texts (see `RowMarks`), so it opens beside those alone that it was made of.
 */
export class SealedBeginning<Shown, Column extends string> {
  /** $1: ids, $2: what they are the beginnings of, $3: the beginnings. Where somebody works on a row, another list will keep it. */
  readonly store: Statement;
  /** Never there: it carries the type. */
  readonly shown?: Shown;

  constructor(readonly owner: Ownership<Column | 'texts_mark'>) {
    const { table } = owner;
    this.store = statement(`${table}-beginnings`, `update ${table} r set beginning = v.beginning
         from (select t.id, g.beginning from ${table} t join unnest($1::uuid[], $2::bytea[], $3::bytea[]) as g (id, texts_mark, beginning) on g.id = t.id and g.texts_mark = t.texts_mark
           order by t.id for no key update of t skip locked) v where r.id = v.id`);
  }
}

@Injectable()
export class Beginnings {
  constructor(
    private readonly database: Database,
    private readonly cipher: ColumnCipher,
  ) {}

  seal<Shown, Column extends string>({ owner }: SealedBeginning<Shown, Column>, row: Owned<Column>, shown: Shown): Buffer {
    return this.cipher.encrypt(JSON.stringify(shown), owner.place('beginning', row));
  }

  /** @returns undefined where there is none, or where it is not of the texts as they are: they have to be opened */
  open<Shown, Column extends string>({ owner }: SealedBeginning<Shown, Column>, row: Owned<Column> & { beginning: Buffer | null }): Shown | undefined {
    const text = row.beginning && row.texts_mark && this.cipher.tryDecrypt(row.beginning, owner.place('beginning', row));
    return text ? (JSON.parse(text) as Shown) : undefined;
  }

  /** For rows that had none, once their texts were opened and are those that the product sealed. */
  async keep<Shown, Column extends string>(of: SealedBeginning<Shown, Column>, rows: readonly (readonly [row: Owned<Column>, shown: Shown])[]): Promise<void> {
    const marked = rows.filter(([{ texts_mark }]) => texts_mark !== null);
    if (marked.length === 0) return;
    await this.database.query(of.store, [marked.map(([{ id }]) => id), marked.map(([{ texts_mark }]) => texts_mark), marked.map(([row, shown]) => this.seal(of, row, shown))]);
  }
}
